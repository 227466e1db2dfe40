import type { ListingItem, ListingValue } from "./listing";
import type { Products, Variations } from "./model.gen";
import type { Query } from "./query";

/** The reply of the catalogue's search (internal/catalogue). */
export interface SearchReply {
  /** What was understood, in the order of the text; also the words that were not used. */
  terms: readonly SearchTerm[];
  /** "articles": the text asks for a size, a number, a pressure …; "families": it names only a kind. */
  focus: "articles" | "families";
  /** The number of matching articles, and of their families. */
  total: number;
  products: number;
  /** The page, from 1, and the number of pages of the list in focus. */
  page: number;
  pages: number;
  /** Best first; with the focus on families the first 8. */
  articles: readonly SearchArticle[];
  /** Best first: one page with the focus on families, else the first 3. */
  families: readonly ListingItem[];
  /** The first 4. */
  categories: readonly SearchCategory[];
  /** The first 3. */
  documents: readonly SearchDocument[];
  /** The attributes shown as columns of the articles, at most 4; the material is last. */
  columns: readonly SearchColumn[];
  /** The number that is not in the catalogue if the articles are those with the nearest numbers, else "". */
  wrongNumber: string;
  /** The quantity typed behind a part number; null for none. */
  quantity: number | null;
  /** The strings to highlight: parts of words and part numbers, normalised by `fold`. */
  marks: readonly string[];
}

export interface SearchTerm {
  /** As typed. */
  text: string;
  kind: TermKind;
  /** In the page's language: Flansch, DN 80, 1.4404. */
  label: string;
  /** False if the search does not use the term. */
  used: boolean;
  /** The word that a misspelled one was read as, else "". */
  corrected: string;
  /** The text of the search without this term. */
  without: string;
}

export type TermKind =
  | "kind"
  | "size"
  | "pressure"
  | "thread"
  | "tube"
  | "series"
  | "material"
  | "standard"
  | "range"
  | "angle"
  | "certificate"
  | "stock"
  | "number"
  | "property"
  | "word";

export interface SearchArticle {
  product: Products;
  /** null for a product without variations. */
  variation: Variations | null;
  /** By attribute. */
  values: Readonly<Record<string, ListingValue>>;
  stock: number | null;
  /** "higher": it has the next higher pressure; "near": it does not meet one of the terms exactly. */
  group: "" | "higher" | "near";
}

export interface SearchColumn {
  slug: string;
  /** In the page's language. */
  name: string;
  /** SI symbol such as mm or bar; "" without. */
  unit: string;
}

export interface SearchCategory {
  slug: string;
  title: string;
  products: number;
  articles: number;
}

export interface SearchDocument {
  /** The id of the file. */
  id: string;
  title: string;
  type: string;
  /** In bytes. */
  filesize: number | null;
  /** The slug of its product. */
  product: string;
}

/** The results of a search: a page of them, from 1, or the first `limit`. */
export function searchBlock(q: string, language: string, page = 1, limit?: number): Query<SearchReply> {
  const parameters = [
    `language=${language}`,
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(page > 1 ? [`page=${page}`] : []),
    `q=${encodeURIComponent(q)}`,
  ];
  return `/search?${parameters.join("&")}`;
}
