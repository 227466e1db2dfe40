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

/** reload reads a request with all its lines and shows it; it throws if that fails. */
export async function reload(cache: ContentCache, token: string): Promise<SentRequest> {
  const request = await fetchContent(sentRequest(token));
  cache.put(sentRequest(token), request);
  return request;
}

/**
 * useRefresh shows what has changed since the document was made: when the tab is
 * looked at again, when Back shows it, and when another tab has sent an answer.
 */
export function useRefresh(): void {
  const cache = useContentCache();
  const token = useToken();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible" && navigator.onLine) reload(cache, token).catch(() => undefined);
    };
    const shown = ({ persisted }: PageTransitionEvent) => persisted && refresh();
    const stored = ({ key }: StorageEvent) => key === localKeys.answers && refresh();
    document.addEventListener("visibilitychange", refresh);
    window.addEventListener("pageshow", shown);
    window.addEventListener("storage", stored);
    return () => {
      document.removeEventListener("visibilitychange", refresh);
      window.removeEventListener("pageshow", shown);
      window.removeEventListener("storage", stored);
    };
  }, [cache, token]);
}
