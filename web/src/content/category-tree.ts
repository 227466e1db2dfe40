import type { Categories } from "./model.gen";

/** A category as categoriesBlock gives it, with the number of products that are in it directly. */
export type CategoryNode = Categories & {
  /** A text, as functions of the content API are. */
  products_count?: string | number | null;
};

/** The number of products in a category and in everything below it. */
export function productCount(category: CategoryNode): number {
  return (category.childrens ?? []).reduce(
    (sum, child) => sum + productCount(child),
    Number(category.products_count ?? 0),
  );
}

/** The category with the given id, on whatever level. */
export function findCategory(tree: readonly CategoryNode[], id: number): CategoryNode | undefined {
  for (const category of tree) {
    const found = category.id === id ? category : findCategory(category.childrens ?? [], id);
    if (found) return found;
  }
  return undefined;
}
