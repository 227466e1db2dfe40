import type { Products, Variations } from "./model.gen";
import type { Query } from "./query";

// The catalogue's index filters products by technical values, which content
// queries cannot do.

/** A list of products that match a selection. An article is a variation, or a product without variations. */
export interface Listing {
  /** The number of matching products, and of their matching articles. */
  products: number;
  articles: number;
  page: number;
  pages: number;
  items: readonly ListingItem[];
  facets: readonly Facet[];
  /** If nothing matches: the number of matches without each part of the selection, the largest first. */
  loosen: readonly Loosening[];
  /** What the list contains without a selection. */
  scope: Scope;
}

export interface Scope {
  products: number;
  articles: number;
  /** By attribute. */
  values: Readonly<Record<string, ScopeValues>>;
}

export interface ScopeValues extends ListingValue {
  /** The number of different values. */
  count: number;
}

export interface ListingItem {
  product: Products;
  /** What the part numbers of all its articles begin with: their letters and digits, in lower case; "" for one article. */
  number: string;
  /** The number of its matching articles, and of all its articles. */
  articles: number;
  of: number;
  /** Pieces in stock of the matching articles. */
  stock: number | null;
  /** The variation, if exactly one matches. */
  variation: Variations | null;
  /** The part number of the first article that matches, if several but not all do; else "". */
  match: string;
  /** The values of the matching articles, by attribute. */
  values: Readonly<Record<string, ListingValue>>;
}

export interface ListingValue {
  /** In the page's language; numbers with a decimal point. A long list of materials is cut to the first and "…". */
  texts: readonly string[];
  /** SI symbol such as mm or bar; "" without. */
  unit: string;
  /** The texts are the two ends of a range. */
  range: boolean;
}

/** An attribute by which the list can be filtered; the slug "stock" filters by availability. */
export interface Facet {
  slug: string;
  /** In the page's language; "" for "stock". */
  name: string;
  /** SI symbol such as mm or bar; "" without. */
  unit: string;
  kind: "values" | "numbers";
  /** In the order of the content; numbers ascending. */
  values: readonly FacetValue[];
  /** The ends of the chosen range; null for an open end, both null if none is chosen. */
  from: number | null;
  to: number | null;
}

export interface FacetValue {
  /** The value in the address's query string. */
  key: string;
  name: string;
  number: number | null;
  /** The number of articles that match with this value in addition to the rest of the selection. */
  count: number;
  chosen: boolean;
}

/** An attribute of the selection that can be removed, with the number of products without it. */
interface Loosening {
  slug: string;
  products: number;
}

/** Query parameters that change a list's presentation, not its content. */
const shown = new Set(["view"]);

/** The products of a category and its descendants that match the selection in an address's query parameters. */
export function listingBlock(
  category: string,
  search: Readonly<Record<string, string>>,
  language: string,
): Query<Listing> {
  const parameters = Object.entries({ ...search, category, language })
    .filter(([name]) => !shown.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `/catalogue?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}

/** The number of articles in each category with all its descendants, by slug. */
export function countsBlock(): Query<Readonly<Record<string, number>>> {
  return "/counts";
}
