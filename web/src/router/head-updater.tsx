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
 * The document's head after a change of place; the first page's is left as the
 * server made it. A component of its own, so that arriving content renders no
 * more than it has to.
 */
export function HeadUpdater({ module, page, cache }: HeadUpdaterProps): null {
  const place = usePlace();
  // The head is made of content, which may arrive after the page is shown.
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
