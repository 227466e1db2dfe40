import { type EntryState, entryState } from "./history-entry";
import { followLinks, type IsPage } from "./links";
import { followHistory, type Prepare } from "./navigate";
import { currentPlace } from "./place";
import { trackScrollPositions } from "./scroll-positions";

/**
 * Starts navigation without loading documents. `prepare` loads the code and
 * content of an address; its errors are logged, and the address shows the error
 * screen. `isPage` reports whether a path is that of a page; all other links are
 * left to the browser. Returns the function that stops it.
 */
export function startNavigation(prepare: Prepare, isPage: IsPage): () => void {
  const { entry } = currentPlace();
  // A reload keeps an overlay's history entry: the overlay uses it again if it reopens, else `leaveOverlay` removes it.
  window.history.replaceState({ ...entryState(), entry } satisfies EntryState, "");
  const stops = [followHistory(prepare), followLinks(isPage), trackScrollPositions(currentPlace)];
  return () => {
    for (const stop of stops) stop();
  };
}
