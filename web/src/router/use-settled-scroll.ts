import { useBrowserLayoutEffect } from "../browser/use-browser-layout-effect";
import { type Place, usePlace } from "./place";
import { settleScroll } from "./settle-scroll";

/** The place that was settled last; outside the component, so that it survives a page that fails to render. */
let settled: Place | undefined;

/** Settles scroll position and focus after each change of place. */
export function useSettledScroll(): void {
  const place = usePlace();
  useBrowserLayoutEffect(() => {
    const before = settled;
    settled = place;
    if (place && before && place !== before) settleScroll(place, before);
  }, [place]);
}
