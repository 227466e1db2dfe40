import { useEffect, useSyncExternalStore } from "react";
import { emptyBlock, failureText } from "./block-failure";
import { type ContentCache, useContentCache } from "./cache";
import type { Query } from "./query";

interface Block<T> {
  /** The reply's data; undefined while loading, after a failure what stands in for it. */
  data: T | undefined;
  loading: boolean;
  /** "" unless the block failed to load. */
  error: string;
  reload: () => void;
}

function useLiveContent<T>(query: Query<T>): Block<T> {
  const cache = useContentCache();
  const read = () => cache.entry(query);
  const { reply, error } = useSyncExternalStore(cache.subscribe, read, read);
  const reload = () => void cache.load(query).catch(() => undefined);
  // What failed is tried again by the next navigation or by the visitor, not by being shown.
  const missing = reply === undefined && error === undefined;
  useEffect(() => {
    if (missing) cache.load(query).catch(() => undefined);
  }, [cache, query, missing]);
  if (error !== undefined) return failedBlock(query, error, reload);
  return { data: reply as T | undefined, loading: missing, error: "", reload };
}

/** On the server every reply is there before rendering begins, so there is nothing to subscribe to. */
function useGivenContent<T>(query: Query<T>): Block<T> {
  const { reply, error } = useContentCache().entry(query);
  const reload = () => undefined;
  if (error !== undefined) return failedBlock(query, error, reload);
  return { data: reply as T | undefined, loading: reply === undefined, error: "", reload };
}

function failedBlock<T>(query: Query<T>, said: string, reload: () => void): Block<T> {
  return { data: emptyBlock(query), loading: false, error: failureText(query, said), reload };
}

/** Reads a content block; what is already loaded is not fetched again. */
export const useContent = typeof document === "undefined" ? useGivenContent : useLiveContent;

/** Fetches those of the queries that are not loaded yet or failed to; failures are left to the blocks. */
export async function loadMissing(cache: ContentCache, queries: readonly string[]): Promise<void> {
  await Promise.allSettled(queries.map((query) => cache.load(query)));
}

/** Evicts what was loaded in other languages than the given one. */
export function evictOtherLanguages(cache: ContentCache, language: string): void {
  cache.evict((query) => {
    const of = /[?&]language=([^&]*)/.exec(query)?.[1];
    return of !== undefined && of !== language;
  });
}
