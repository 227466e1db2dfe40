import type { Products, Variations } from "./model.gen";
import type { Query } from "./query";

// The catalogue's index answers what content queries cannot: which products of
// a category, or of a search, pass a selection of technical values.

/** A list of products that pass a selection. An article is what can be asked for: a variation, or a product without any. */
export interface Listing {
  /** How many products, and how many of their articles, pass. */
  products: number;
  articles: number;
  page: number;
  pages: number;
  items: readonly ListingItem[];
  facets: readonly Facet[];
  /** Only where nothing passes: what passes without each part of the selection, the most first. */
  loosen: readonly Loosening[];
  /** How the words of a search were understood. */
  search?: SearchInterpretation;
}

export interface ListingItem {
  product: Products;
  /** How many of its articles pass, and how many it has. */
  articles: number;
  of: number;
  /** Pieces in stock, of the articles that pass. */
  stock: number | null;
  /** The variation, where one alone passes. */
  variation: Variations | null;
  /** By attribute: the values of the articles that pass. */
  values: Readonly<Record<string, ListingValue>>;
}

export interface ListingValue {
  /** In the page's language; numbers with a decimal point. Of many materials the first, and "…". */
  texts: readonly string[];
  /** SI symbol such as mm or bar; "" without. */
  unit: string;
  /** The texts are the two ends of a range. */
  range: boolean;
}

/** An attribute by which the list can be narrowed; of slug "stock": what is in stock. */
export interface Facet {
  slug: string;
  /** In the page's language; "" for "stock". */
  name: string;
  /** SI symbol such as mm or bar; "" without. */
  unit: string;
  kind: "values" | "numbers";
  /** In the order of the content; numbers ascending. */
  values: readonly FacetValue[];
  /** The chosen range; null where its end is open, both null where none is chosen. */
  from: number | null;
  to: number | null;
}

export interface FacetValue {
  /** As it stands in the address. */
  key: string;
  name: string;
  number: number | null;
  /** Products that pass with this value under what else is chosen. */
  count: number;
  chosen: boolean;
}

/** A part of the selection: a whole attribute, or a word of the search. */
export interface Loosening {
  slug: string;
  /** The word; "" for an attribute. */
  word: string;
  products: number;
}

export interface SearchInterpretation {
  /** What to highlight: parts of words and part numbers, folded as `fold` does. */
  marks: readonly string[];
  /** Words that nothing of the catalogue matches; the search went on without them. */
  ignored: readonly string[];
  /** Words read as others, for a typing error. */
  corrected: readonly { from: string; to: string }[];
  /** The unfiltered number of hits is 0. */
  empty: boolean;
}

/** What a list is of: a category with all its descendants, or what a search finds. */
export type Scope = { category: string } | { q: string };

/** Parameters of an address that say how a list is shown, not what it holds. */
const shown = new Set(["view"]);

/** The products of a scope under the selection that an address's parameters make. */
export function listingBlock(scope: Scope, search: Readonly<Record<string, string>>, language: string): Query<Listing> {
  const parameters = Object.entries({ ...search, ...scope, language })
    .filter(([name]) => !shown.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `/catalogue?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}

/** What the search finds at once, while the visitor types. */
export interface Suggestions {
  products: number;
  items: readonly ListingItem[];
  categories: readonly { slug: string; title: string; products: number }[];
  search: SearchInterpretation;
}

export function suggestBlock(q: string, language: string): Query<Suggestions> {
  return `/suggest?q=${encodeURIComponent(q)}&language=${language}`;
}

/** How many products each category, with all its descendants, holds; by slug. */
export function countsBlock(): Query<Readonly<Record<string, number>>> {
  return "/counts";
}
