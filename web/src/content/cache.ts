import { createContext, useContext } from "react";
import { fetchContent } from "./client";
import type { Query } from "./query";

/** The state's entry for a query that failed on the server. */
interface FailedReply {
  $error: string;
  $query: string;
}

/** The cache entry of a query; replaced by a new object whenever it changes. */
interface Entry {
  /** The reply's data; undefined until the first reply. */
  readonly reply?: unknown;
  /** The message of the last failure. */
  readonly error?: string;
  /** The request in flight. */
  readonly pending?: Promise<unknown>;
}

const unknown: Entry = {};

/** The number of entries kept; a page has some ten, and links in view are prefetched. */
export const maxEntries = 200;

/**
 * Caches the replies that came with the document and those fetched since. Of more
 * than `maxEntries` the least recently used are evicted.
 */
export class ContentCache {
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();
  /** The entries as they came with the document. */
  readonly #given = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  readonly #initialData: (query: string) => unknown;

  /** `initialData` returns the data of a query that came with the document; undefined if there is none. */
  constructor(initialData: (query: string) => unknown = () => undefined) {
    this.#initialData = initialData;
  }

  entry(query: string): Entry {
    const entry = this.#entries.get(query);
    if (entry) {
      this.#entries.delete(query);
      this.#entries.set(query, entry);
      return entry;
    }
    const data = this.#initialData(query);
    if (data === undefined) return unknown;
    const first = isFailed(data) ? { error: data.$error } : { reply: data };
    this.#entries.set(query, first);
    this.#given.set(query, first);
    return first;
  }

  /** Returns the entry as it came with the document: a page that is hydrated later has to render what the server did. */
  given(query: string): Entry {
    this.entry(query);
    return this.#given.get(query) ?? unknown;
  }

  /** Returns the cached reply; undefined if there is none. */
  readonly reply = <T>(query: Query<T>): T | undefined => this.entry(query).reply as T | undefined;

  /** Returns the cached reply, or fetches it; requests in flight are shared. */
  async load<T>(query: Query<T>): Promise<T> {
    const { reply, pending } = this.entry(query);
    if (reply !== undefined) return reply as T;
    return (pending ?? this.#fetch(query)) as Promise<T>;
  }

  /** Replaces the reply of a query. */
  put<T>(query: Query<T>, reply: T): void {
    this.#set(query, { reply });
  }

  async #fetch(query: string): Promise<unknown> {
    const pending = fetchContent<unknown>(query);
    this.#set(query, { pending });
    try {
      const reply = await pending;
      this.#set(query, { reply });
      return reply;
    } catch (error) {
      this.#set(query, { error: error instanceof Error ? error.message : "" });
      throw error;
    }
  }

  #set(query: string, entry: Entry): void {
    this.#entries.set(query, entry);
    // The listeners read the entries that blocks show, which are thereby not evicted.
    for (const listener of this.#listeners) listener();
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries) break;
      this.#entries.delete(oldest);
    }
  }

  evict(which: (query: string) => boolean): void {
    for (const query of this.#entries.keys()) if (which(query)) this.#entries.delete(query);
  }

  /** Calls the listener whenever an entry changes; returns the function that unsubscribes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function isFailed(value: unknown): value is FailedReply {
  return typeof value === "object" && value !== null && "$error" in value;
}

const Cache = createContext(new ContentCache());

export const ContentProvider = Cache.Provider;

export function useContentCache(): ContentCache {
  return useContext(Cache);
}
