import type { SearchArticle, SearchReply } from "../content/search";
import { foldNumber } from "../ui/search-highlight/matches";

/**
 * quickArticle returns the article that a typed number and quantity name: the one
 * with that number, or the only one whose number contains it. It returns null
 * without a quantity, and for a number that is not in the catalogue or ambiguous.
 */
export function quickArticle({ articles, quantity, terms, wrongNumber }: SearchReply): SearchArticle | null {
  const typed = foldNumber(terms.find(({ kind }) => kind === "number")?.text ?? "");
  if (quantity === null || typed === "" || wrongNumber !== "") return null;
  const found = articles.filter((article) => foldNumber(numberOf(article)).includes(typed));
  const exact = found.find((article) => foldNumber(numberOf(article)) === typed);
  return exact ?? (found.length === 1 ? (found[0] ?? null) : null);
}

/** numberOf returns an article's part number, "" without one. */
export function numberOf({ product, variation }: Pick<SearchArticle, "product" | "variation">): string {
  return variation?.sku ?? product.sku ?? "";
}
