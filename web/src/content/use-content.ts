import { QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { emptyBlock, failureText } from "./block-failure";
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
  /** The reply's data; undefined while loading, after a failure what stands in for it. */
  data: T | undefined;
  loading: boolean;
  /** "" unless the block failed to load. */
  error: string;
  reload: () => void;
}

function useLiveContent<T>(query: Query<T>): Block<T> {
  const result = useQuery<unknown>({ queryKey: [query], queryFn: () => fetchContent(query) });
  const reply = result.data;
  const reload = () => void result.refetch();
  if (reply !== undefined && !isFailed(reply)) return { data: reply as T, loading: false, error: "", reload };
  if (result.isFetching) return { data: undefined, loading: true, error: "", reload };
  return failedBlock(query, isFailed(reply) ? reply.$error : result.error?.message, reload);
}

/** On the server every reply is there before rendering begins: no observer is needed, and none is paid for. */
function useGivenContent<T>(query: Query<T>): Block<T> {
  const reply = useQueryClient().getQueryData<unknown>([query]);
  const reload = () => undefined;
  if (isFailed(reply)) return failedBlock(query, reply.$error, reload);
  return { data: reply as T | undefined, loading: reply === undefined, error: "", reload };
}

function failedBlock<T>(query: Query<T>, said: string | undefined, reload: () => void): Block<T> {
  return { data: emptyBlock(query), loading: false, error: failureText(query, said), reload };
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
        // What failed is tried again by the next navigation or by the visitor, not by being shown.
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });
  for (const [query, data] of Object.entries(replies)) client.setQueryData([query], data);
  return client;
}

/** Fetches those of the queries that are not loaded yet or failed to; failures are left to the blocks. */
export async function loadMissing(client: QueryClient, queries: readonly string[]): Promise<void> {
  await Promise.allSettled(
    queries
      .filter((query) => {
        const reply = client.getQueryData([query]);
        return reply === undefined || isFailed(reply);
      })
      .map((query) => client.fetchQuery({ queryKey: [query], queryFn: () => fetchContent(query), staleTime: 0 })),
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
