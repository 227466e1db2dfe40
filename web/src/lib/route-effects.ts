import { useEffect, useLayoutEffect } from "react";
import { applyHead, type PageHead } from "./head";
import { type Place, usePlace } from "./navigation";
import type { PageContext } from "./page-context";
import { settleScroll } from "./scrolling";

/** The place that was settled last; it outlives a page that fails. */
let settled: Place | undefined;

/**
 * After a change of place: the document's head, and where the page stands. The
 * first page is left as the server made it. `head`: a PageHead as JSON, "" until
 * known.
 */
export function useRouteEffects(page: PageContext, head: string): void {
  const place = usePlace();
  useBrowserLayoutEffect(() => {
    const before = settled;
    settled = place;
    if (place && before && place !== before) settleScroll(place, before);
  }, [place]);
  useBrowserLayoutEffect(() => {
    if (!place || place.by === "start" || head === "") return;
    applyHead(page, JSON.parse(head) as PageHead);
    // oxlint-disable-next-line react/exhaustive-deps -- the page is a function of the place
  }, [place, head]);
}

/** Runs before the browser paints; there is nothing to run on the server. */
const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
