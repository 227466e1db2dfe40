import { limits } from "../constants";
import type { Query } from "./query";

/** Failed blocks whose replacement is not an empty list. */
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
 * Returns the replacement of a block that failed to load (specification, point
 * 4): the home page without translations, six untitled clients without pictures,
 * else an empty list; undefined if the query is not one of the content API.
 */
export function emptyBlock<T>(query: Query<T>): T | undefined {
  const collection = collectionOf(query);
  return collection === undefined ? undefined : ((placeholders[collection] ?? []) as T);
}

/** Returns the error text of a failed block: the content system's message, else one that names the block. */
export function failureText(query: string, message: string | undefined): string {
  return message || `Failed to load ${collectionOf(query) ?? "content"}`;
}
