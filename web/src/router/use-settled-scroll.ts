import { useBrowserLayoutEffect } from "../browser/use-browser-layout-effect";
import { type Place, usePlace } from "./place";
import { settleScroll } from "./settle-scroll";

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
