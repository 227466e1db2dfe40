import { useSyncExternalStore } from "react";
import { useBrowserLayoutEffect } from "../browser/use-browser-layout-effect";
import type { ContentCache } from "../content/cache";
import { applyHead } from "./apply-document-head";
import { type PageHead as Head, headOf } from "./document-head";
import type { PageContext } from "./page-context";
import { usePlace } from "./place";
import type { RouteModule } from "./route-module";

export interface PageHeadProps {
  module: RouteModule;
  page: PageContext;
  cache: ContentCache;
}

/**
 * The document's head after a change of place; the first page's is left as the
 * server made it. A component of its own, so that arriving content renders no
 * more than it has to.
 */
export function PageHead({ module, page, cache }: PageHeadProps): null {
  const place = usePlace();
  // The head is made of content, which may arrive after the page is shown.
  const head = useSyncExternalStore(
    cache.subscribe,
    () => (place && place.by !== "start" ? JSON.stringify(headOf(module, page, cache)) : ""),
    () => "",
  );
  useBrowserLayoutEffect(() => {
    if (head !== "") applyHead(page, JSON.parse(head) as Head);
    // oxlint-disable-next-line react/exhaustive-deps -- the page is a function of the place
  }, [place, head]);
  return null;
}
