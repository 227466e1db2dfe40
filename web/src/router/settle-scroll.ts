import { timings } from "../constants";
import { redirectFocus } from "./overlay-stack";
import type { Place } from "./place";
import { takeReturnAnchor } from "./return-anchor";
import { readEntries } from "./scroll-positions";
import { heightOf, restoreHeight, scrollToHeight, stopScrolling, targetOf } from "./scroll-to";
import { restoreViewAnchor } from "./view-anchor";

/** Sets scroll position and focus after a change of place; called when the new page is in the document. */
export function settleScroll(place: Place, former: Place): void {
  stopScrolling();
  if (place.keepScroll) {
    restoreViewAnchor();
    return;
  }
  const fresh = place.pathname !== former.pathname || place.search !== former.search;
  const anchor = place.by === "link" && fresh ? takeReturnAnchor(place, former) : null;
  const target = targetOf(place.hash);
  const saved = place.by === "history" ? readEntries()[place.entry] : undefined;
  if (saved !== undefined) restoreHeight(saved);
  else if (target && !fresh) scrollToHeight(heightOf(target), timings.scrollTo);
  else window.scrollTo({ top: target ? heightOf(target) : anchor ? heightOf(anchor) : 0, behavior: "instant" });
  // Moves the focus there, so that keyboard and screen reader continue from the same position.
  const main = fresh ? document.getElementById("main") : null;
  // Its name makes a screen reader announce the new page.
  if (main) main.ariaLabel = main.querySelector("h1")?.textContent ?? null;
  const next = target ?? main;
  if (next && next.tabIndex < 0) next.tabIndex = -1;
  if (!next) return;
  next.focus({ preventScroll: true });
  // An overlay that is still open makes the page inert.
  redirectFocus(next);
}
