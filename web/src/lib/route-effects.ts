import { useEffect, useLayoutEffect } from "react";
import { type Place, usePlace } from "./navigation";
import { settleScroll } from "./scrolling";

/** The place that was settled last; it outlives a page that fails. */
let settled: Place | undefined;

/** After a change of place: the title, and where the page stands. The first page is left as the server made it. */
export function useRouteEffects(title: () => string): void {
  const place = usePlace();
  useBrowserLayoutEffect(() => {
    const before = settled;
    settled = place;
    if (!place || !before || place === before) return;
    document.title = title();
    settleScroll(place, before);
  });
}

/** Runs before the browser paints; there is nothing to run on the server. */
const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
