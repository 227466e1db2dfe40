import { useEffect, useLayoutEffect } from "react";
import { type Place, usePlace } from "./navigate";
import { settleScroll } from "./scroll";

/** The place that was settled last; it outlives a page that fails. */
let settled: Place | undefined;

/** After a change of place: where the page stands. */
export function useSettledScroll(): void {
  const place = usePlace();
  useBrowserLayoutEffect(() => {
    const before = settled;
    settled = place;
    if (place && before && place !== before) settleScroll(place, before);
  }, [place]);
}

/** Runs before the browser paints; there is nothing to run on the server. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
