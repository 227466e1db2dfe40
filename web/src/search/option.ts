import type { SearchArticle } from "../content/search";

/** The id of the overlay's grid. */
export const resultsId = "search-results";

/** Option is a row of the overlay's grid: an article, a family, a category or a document. */
export interface Option {
  id: string;
  chosen: boolean;
  /** Called when the focus enters the row. */
  onFocus: () => void;
  /** Called when an article of the row was added to the cart. */
  onAdded: (article: SearchArticle, quantity: number) => void;
}

/** optionId returns the id of a row, for aria-activedescendant; the index starts at 0. */
export function optionId(index: number): string {
  return `${resultsId}-${index}`;
}

/** rowProps returns the properties of a row's element; none outside the overlay. */
export function rowProps(option: Option | undefined) {
  if (!option) return {};
  const { id, chosen, onFocus } = option;
  return { id, role: "row", "aria-selected": chosen, onFocus };
}
