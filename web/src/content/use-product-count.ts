import { countsBlock } from "./listing";
import type { Categories } from "./model.gen";
import { useContent } from "./use-content";

/** How many products a category and everything below it hold; 0 as long as nobody knows. */
export function useProductCount(): (category: Pick<Categories, "slug">) => number {
  const counts = useContent(countsBlock()).data;
  return ({ slug }) => counts?.[slug ?? ""] ?? 0;
}
