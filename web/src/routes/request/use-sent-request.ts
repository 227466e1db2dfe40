import { useEffect } from "react";
import { type ContentCache, useContentCache } from "../../content/cache";
import { fetchContent } from "../../content/client";
import { type SentRequest, sentRequest } from "../../content/sent-request";
import { localKeys } from "../../lazy-constants";
import { usePage } from "../../router/page-context";

/** useToken returns the secret token of the page's request. */
export function useToken(): string {
  return usePage().params.token ?? "";
}

/** readAll reads a request with all its lines and shows it; it throws if that fails. */
export async function readAll(cache: ContentCache, token: string): Promise<SentRequest> {
  const request = await fetchContent(sentRequest(token));
  cache.put(sentRequest(token), request);
  return request;
}

/** refresh reads a request and shows how it stands; if that fails, the page stays as it is. */
export async function refresh(cache: ContentCache, token: string): Promise<void> {
  const request = await fetchContent(sentRequest(token)).catch(() => undefined);
  if (request) show(cache, token, request);
}

/** show replaces the request of the page, of a long one with as many lines as the page shows. */
export function show(cache: ContentCache, token: string, request: SentRequest): void {
  const query = sentRequest(token);
  const shown = cache.reply(query);
  const first = <Line>(lines: readonly Line[], former: { lines: readonly unknown[]; lineCount: number } | undefined) =>
    former && former.lines.length < former.lineCount ? lines.slice(0, former.lines.length) : lines;
  const { offer } = request;
  cache.put(query, {
    ...request,
    lines: first(request.lines, shown),
    ...(offer ? { offer: { ...offer, lines: first(offer.lines, shown?.offer) } } : {}),
  });
}

/**
 * useRefresh shows what has changed since the document was made: when the tab is
 * looked at again, when Back shows it, and when another tab has sent an answer.
 */
export function useRefresh(): void {
  const cache = useContentCache();
  const token = useToken();
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === "visible" && navigator.onLine) void refresh(cache, token);
    };
    const restored = ({ persisted }: PageTransitionEvent) => persisted && seen();
    const stored = ({ key }: StorageEvent) => key === localKeys.answers && seen();
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("pageshow", restored);
    window.addEventListener("storage", stored);
    return () => {
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("pageshow", restored);
      window.removeEventListener("storage", stored);
    };
  }, [cache, token]);
}
