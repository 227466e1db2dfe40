import type { Categories } from "./model.gen";

/** The category with the given id, on whatever level. */
export function findCategory(tree: readonly Categories[], id: number): Categories | undefined {
  for (const category of tree) {
    const found = category.id === id ? category : findCategory(category.childrens ?? [], id);
    if (found) return found;
  }
  return undefined;
}
