import { limits } from "../constants";
import type { Query } from "./query";

/** Blocks that become something else than an empty list. */
const placeholders: Readonly<Record<string, unknown>> = {
  index: { id: 1, translations: [] },
  clients: Array.from({ length: limits.placeholderClients }, (_, index) => ({
    id: index + 1,
    title: "",
    image: null,
    sort: index + 1,
    status: "published",
  })),
};

function collectionOf(query: string): string | undefined {
  return /^\/items\/(\w+)/.exec(query)?.[1];
}

/**
 * What a block becomes when it fails to load (specification, point 4): the home
 * page without translations, six untitled clients without pictures, else an
 * empty list. Undefined for what is no block of the content API.
 */
export function emptyBlock<T>(query: Query<T>): T | undefined {
  const collection = collectionOf(query);
  return collection === undefined ? undefined : ((placeholders[collection] ?? []) as T);
}

/** The error text of a failed block: what the system said, else which block it was. */
export function failureText(query: string, said: string | undefined): string {
  return said || `Failed to load ${collectionOf(query) ?? "content"}`;
}
