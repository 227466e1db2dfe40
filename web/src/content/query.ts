/**
 * A query of the content API: path and query string without the API's prefix. It
 * is both the request and the key in the browser's cache. T is the type of the
 * reply's `data`.
 */
export type Query<T> = string & { readonly reply?: T };

type Filter = { readonly [field: string]: unknown };

export interface QueryOptions {
  fields: readonly string[];
  filter?: Filter;
  sort?: readonly string[];
  /** -1 for all. */
  limit?: number;
  offset?: number;
  /** Per relation, keys as in Directus: `_filter`, `_sort`, `_limit`, or a nested relation. */
  deep?: { readonly [relation: string]: unknown };
  /** Limits each record's translations to this language's, else the first available. */
  language?: string;
}

/** Returns the query for a collection's items, or for the item of a singleton. */
export function items<T>(collection: string, options: QueryOptions): Query<T> {
  const parameters: string[] = [`fields=${options.fields.join(",")}`];
  if (options.filter) parameters.push(`filter=${json(options.filter)}`);
  if (options.sort) parameters.push(`sort=${options.sort.join(",")}`);
  if (options.limit !== undefined) parameters.push(`limit=${options.limit}`);
  if (options.offset) parameters.push(`offset=${options.offset}`);
  if (options.deep) parameters.push(`deep=${json(options.deep)}`);
  if (options.language) parameters.push(`language=${options.language}`);
  return `/items/${collection}?${parameters.join("&")}`;
}

/** Caches the last query string of a builder: several components build the same query in one render. */
export function memoizeLast<Given extends string[], T>(
  write: (...given: Given) => Query<T>,
): (...given: Given) => Query<T> {
  let last = { given: "", query: "" as Query<T> };
  return (...given) => {
    const key = given.join("/");
    if (last.given !== key) last = { given: key, query: write(...given) };
    return last.query;
  };
}

function json(value: object): string {
  return encodeURIComponent(JSON.stringify(value));
}

/** The filter for published records. */
export const published = { status: { _eq: "published" } };

/** Prefixes the fields of a relation's records with the relation's name. */
export function under(relation: string, fields: readonly string[]): string[] {
  return fields.map((field) => `${relation}.${field}`);
}
