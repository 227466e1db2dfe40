import type { Categories } from "./model.gen";

/** Returns the category with an id at any level; undefined if there is none. */
export function findCategory(tree: readonly Categories[], id: number): Categories | undefined {
  for (const category of tree) {
    const found = category.id === id ? category : findCategory(category.childrens ?? [], id);
    if (found) return found;
  }
  return undefined;
}
