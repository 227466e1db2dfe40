import type { SearchArticle } from "../content/search";

/** Addable is what a search adds to the cart: an article, or a text as a free line. */
export type Addable = SearchArticle | string;

/** SearchCart is the cart as the search uses it; a route connects it, because features do not import each other. */
export interface SearchCart {
  /** Adds a quantity and then calls `added`. */
  add: (what: Addable, quantity: number, added: () => void) => void;
  /** Removes a quantity that was added. */
  takeBack: (what: Addable, quantity: number) => void;
  /** The quantity in the cart; 0 without a line. */
  quantityOf: (what: Addable) => number;
}
