import { useEffect, useSyncExternalStore } from "react";
import { emptyBlock, failureText } from "./block-failure";
import { type ContentCache, useContentCache } from "./cache";
import type { Query } from "./query";

interface Block<T> {
  /** The reply's data; undefined while loading, the block's replacement after a failure. */
  data: T | undefined;
  loading: boolean;
  /** "" unless the block failed to load. */
  error: string;
  reload: () => void;
}

function useLiveContent<T>(query: Query<T>): Block<T> {
  const cache = useContentCache();
  const read = () => cache.entry(query);
  const { reply, error } = useSyncExternalStore(cache.subscribe, read, () => cache.given(query));
  const reload = () => void cache.load(query).catch(() => undefined);
  // A failed block is fetched again by the next navigation or by the visitor, not by a render.
  const missing = reply === undefined && error === undefined;
  useEffect(() => {
    if (missing) cache.load(query).catch(() => undefined);
  }, [cache, query, missing]);
  if (error !== undefined) return failedBlock(query, error, reload);
  return { data: reply as T | undefined, loading: missing, error: "", reload };
}

/** On the server all replies are loaded before rendering, so there is no subscription. */
function useGivenContent<T>(query: Query<T>): Block<T> {
  const { reply, error } = useContentCache().entry(query);
  const reload = () => undefined;
  if (error !== undefined) return failedBlock(query, error, reload);
  return { data: reply as T | undefined, loading: reply === undefined, error: "", reload };
}

function failedBlock<T>(query: Query<T>, message: string, reload: () => void): Block<T> {
  return { data: emptyBlock(query), loading: false, error: failureText(query, message), reload };
}

/** Reads a content block; fetches it unless it is already loaded. */
export const useContent = typeof document === "undefined" ? useGivenContent : useLiveContent;

/** Fetches the queries that are not loaded or have failed; the blocks report failures themselves. */
export async function loadMissing(cache: ContentCache, queries: readonly string[]): Promise<void> {
  await Promise.allSettled(queries.map((query) => cache.load(query)));
}

/** Evicts the cache entries of all languages but the given one. */
export function evictOtherLanguages(cache: ContentCache, language: string): void {
  cache.evict((query) => {
    const of = /[?&]language=([^&]*)/.exec(query)?.[1];
    return of !== undefined && of !== language;
  });
}
