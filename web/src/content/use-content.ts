import { QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { fetchContent } from "./client";
import type { Query } from "./query";

/** What stands in the place of a reply that the server could not read. */
export interface FailedReply {
  $error: string;
}

export function isFailed(value: unknown): value is FailedReply {
  return typeof value === "object" && value !== null && "$error" in value;
}

interface Block<T> {
  /** The reply's data; undefined while loading and after a failure. */
  data: T | undefined;
  loading: boolean;
  /** "" unless the block failed to load. */
  error: string;
  reload: () => void;
}

function useLiveContent<T>(query: Query<T>): Block<T> {
  const result = useQuery<unknown>({ queryKey: [query], queryFn: () => fetchContent(query) });
  const reply = result.data;
  const data = isFailed(reply) ? undefined : (reply as T | undefined);
  return {
    data,
    loading: result.isFetching && data === undefined,
    error: isFailed(reply) ? reply.$error : (result.error?.message ?? ""),
    reload: () => void result.refetch(),
  };
}

/** On the server every reply is there before rendering begins: no observer is needed, and none is paid for. */
function useGivenContent<T>(query: Query<T>): Block<T> {
  const reply = useQueryClient().getQueryData<unknown>([query]);
  const data = isFailed(reply) ? undefined : (reply as T | undefined);
  return { data, loading: reply === undefined, error: isFailed(reply) ? reply.$error : "", reload: () => undefined };
}

/** Reads a content block; what is already loaded is not fetched again. */
export const useContent = typeof document === "undefined" ? useGivenContent : useLiveContent;

/** A cache holding the replies that came with the page; retries are the client's own matter. */
export function newQueryClient(replies: Readonly<Record<string, unknown>>): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });
  for (const [query, data] of Object.entries(replies)) client.setQueryData([query], data);
  return client;
}

/** Fetches those of the queries that are not loaded yet; failures are left to the blocks. */
export async function loadMissing(client: QueryClient, queries: readonly string[]): Promise<void> {
  await Promise.allSettled(
    queries
      .filter((query) => client.getQueryData([query]) === undefined)
      .map((query) => client.fetchQuery({ queryKey: [query], queryFn: () => fetchContent(query) })),
  );
}

/** Drops what was loaded in other languages than the given one: when they come back, it is fetched anew. */
export function forgetOtherLanguages(client: QueryClient, language: string): void {
  client.removeQueries({
    predicate: ({ queryKey }) => {
      const of = /[?&]language=([^&]*)/.exec(String(queryKey[0]))?.[1];
      return of !== undefined && of !== language;
    },
  });
}
