import { countsBlock } from "./listing";
import type { Categories } from "./model.gen";
import { useContent } from "./use-content";

/** Returns a function for the number of articles in a category and its descendants; 0 until the counts are loaded. */
export function useArticleCount(): (category: Pick<Categories, "slug">) => number {
  const counts = useContent(countsBlock()).data;
  return ({ slug }) => counts?.[slug ?? ""] ?? 0;
}
