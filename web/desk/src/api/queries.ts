import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError, call, callVoid, callWhole, OfflineError } from "./client";
import { bulkSchema, detailSchema, meSchema, overviewSchema, pageSchema, peopleSchema, type Detail } from "./schemas";

export const views = [
  "open",
  "mine",
  "overdue",
  "unassigned",
  "waiting",
  "expiring",
  "answered",
  "all",
  "spam",
] as const;
export type View = (typeof views)[number];
export const sorts = ["deadline", "-created", "created"] as const;
export type Sort = (typeof sorts)[number];

/** What a list shows. */
export interface Filter {
  view: View;
  q: string;
  language: string;
  assignee: string;
  sort: Sort | "";
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Live events say what changed.
      staleTime: 30_000,
      gcTime: 30 * 60_000,
      networkMode: "always",
      retry: (count, error) => count < 2 && !(error instanceof OfflineError) && !(error instanceof ApiError),
    },
    mutations: { networkMode: "always" },
  },
});

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => call("session", meSchema, { signal }),
  staleTime: Infinity,
});

/** Returns the query of an address, without empty members. */
export function filterQuery(filter: Filter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
}

/** Rows that one call returns. */
const pageSize = 100;

export const listQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ["requests", filter],
    queryFn: ({ pageParam, signal }) => {
      const query = filterQuery(filter);
      query.set("limit", String(pageSize));
      if (pageParam) query.set("after", pageParam);
      return callWhole(`requests?${query}`, pageSchema, { signal });
    },
    initialPageParam: "",
    getNextPageParam: ({ meta }) => meta.next,
    placeholderData: keepPreviousData,
  });

/** The few requests that match words, for the palette. */
export const findQuery = (q: string) =>
  queryOptions({
    queryKey: ["find", q],
    queryFn: ({ signal }) =>
      callWhole(`requests?${new URLSearchParams({ view: "all", q, limit: "6" })}`, pageSchema, { signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });

export const detailQuery = (reference: string) =>
  queryOptions({
    queryKey: ["request", reference],
    queryFn: ({ signal }) => call(`requests/${encodeURIComponent(reference)}`, detailSchema, { signal }),
  });

export const peopleQuery = queryOptions({
  queryKey: ["people"],
  queryFn: ({ signal }) => call("people", peopleSchema, { signal }),
  staleTime: 5 * 60_000,
});

export const overviewQuery = queryOptions({
  queryKey: ["overview"],
  queryFn: ({ signal }) => call("overview", overviewSchema, { signal }),
});

export const signIn = (credentials: { email: string; password: string; code?: string } | { token: string }) =>
  call("session", meSchema, { method: "POST", body: credentials });

export const signOut = () => callVoid("session", { method: "DELETE" });
export const signOutEverywhere = () => callVoid("sessions", { method: "DELETE" });

export type BulkAction = "assign" | "answer" | "reopen" | "spam" | "release" | "read" | "unread";
export type Action = BulkAction | "resend" | "notes" | "forget" | "outcome" | "send";

/** Changes one request, and puts the reply in the place of what was shown. */
export async function act(reference: string, action: Action, body: object = {}): Promise<Detail> {
  const detail = await call(`requests/${encodeURIComponent(reference)}/${action}`, detailSchema, {
    method: "POST",
    body,
  });
  queryClient.setQueryData(detailQuery(reference).queryKey, detail);
  await refreshLists();
  return detail;
}

/** Changes up to 500 requests. */
export async function actOnAll(references: string[], action: BulkAction, user?: string | null) {
  const result = await call("requests/bulk", bulkSchema, {
    method: "POST",
    body: { references, action, ...(action === "assign" ? { user: user ?? null } : {}) },
  });
  for (const reference of result.done) void queryClient.invalidateQueries({ queryKey: ["request", reference] });
  await refreshLists();
  return result;
}

/** Fetches what lists show again; what is shown stays until the reply has come. */
export async function refreshLists(): Promise<void> {
  await Promise.all(
    [["requests"], ["overview"], ["find"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
