import { useSyncExternalStore } from "react";
import { useBrowserLayoutEffect } from "../browser/use-browser-layout-effect";
import type { ContentCache } from "../content/cache";
import { applyDocumentHead } from "./apply-document-head";
import { type DocumentHead, documentHead } from "./document-head";
import type { PageContext } from "./page-context";
import { usePlace } from "./place";
import type { RouteModule } from "./route-module";

export interface HeadUpdaterProps {
  module: RouteModule;
  page: PageContext;
  cache: ContentCache;
}

/**
 * HeadUpdater updates the document's head after a navigation; the first page
 * keeps the server's. It is a separate component so that loaded content
 * re-renders nothing else.
 */
export function HeadUpdater({ module, page, cache }: HeadUpdaterProps): null {
  const place = usePlace();
  // The head depends on content, which may load after the page is shown.
  const head = useSyncExternalStore(
    cache.subscribe,
    () => (place && place.by !== "start" ? JSON.stringify(documentHead(module, page, cache)) : ""),
    () => "",
  );
  useBrowserLayoutEffect(() => {
    if (head !== "") applyDocumentHead(page, JSON.parse(head) as DocumentHead);
    // oxlint-disable-next-line react/exhaustive-deps -- the page is a function of the place
  }, [place, head]);
  return null;
}
