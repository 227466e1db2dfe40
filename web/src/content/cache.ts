import { createContext, useContext } from "react";
import { fetchContent } from "./client";
import type { Query } from "./query";

/** What stands in the place of a reply that the server could not read. */
interface FailedReply {
  $error: string;
  $query: string;
}

/** What is known of a query; a new object whenever that changes. */
interface Entry {
  /** The reply's data; undefined until there was one. */
  readonly reply?: unknown;
  /** What was said when it last failed. */
  readonly error?: string;
  /** The request that is under way. */
  readonly coming?: Promise<unknown>;
}

const unknown: Entry = {};

/** The replies that a page was made of, and those that were fetched since; a reply is kept until it is forgotten. */
export class ContentCache {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  readonly #given: (query: string) => unknown;

  /** `given`: the data of a query as it came with the page; undefined where none did. */
  constructor(given: (query: string) => unknown = () => undefined) {
    this.#given = given;
  }

  entry(query: string): Entry {
    const entry = this.#entries.get(query);
    if (entry) return entry;
    const data = this.#given(query);
    if (data === undefined) return unknown;
    const first = isFailed(data) ? { error: data.$error } : { reply: data };
    this.#entries.set(query, first);
    return first;
  }

  /** The reply, if it is there. */
  readonly reply = <T>(query: Query<T>): T | undefined => this.entry(query).reply as T | undefined;

  /** The reply, fetched unless it is there. */
  async load<T>(query: Query<T>): Promise<T> {
    const { reply, coming } = this.entry(query);
    if (reply !== undefined) return reply as T;
    return (coming ?? this.#fetch(query)) as Promise<T>;
  }

  async #fetch(query: string): Promise<unknown> {
    const coming = fetchContent<unknown>(query);
    this.#set(query, { coming });
    try {
      const reply = await coming;
      this.#set(query, { reply });
      return reply;
    } catch (error) {
      this.#set(query, { error: error instanceof Error ? error.message : "" });
      throw error;
    }
  }

  #set(query: string, entry: Entry): void {
    this.#entries.set(query, entry);
    for (const listener of this.#listeners) listener();
  }

  evict(which: (query: string) => boolean): void {
    for (const query of this.#entries.keys()) if (which(query)) this.#entries.delete(query);
  }

  /** Calls a listener whenever something has become known; returns what ends it. */
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
