import { type EntryState, entryState } from "./history-entry";
import { followLinks, type IsPage } from "./links";
import { followHistory, type Prepare } from "./navigate";
import { currentPlace } from "./place";
import { trackScrollPositions } from "./scroll-positions";

/**
 * Takes the history over from the browser. `prepare` loads what an address
 * needs; what it throws is logged, and the address shows the error screen.
 * `isPage` tells the paths of pages, which links then lead to without a new
 * document, from all others. Returns what ends it.
 */
export function startNavigation(prepare: Prepare, isPage: IsPage): () => void {
  const { entry } = currentPlace();
  // A reload leaves an overlay's entry behind: it is the overlay's again if that opens, else it goes (`leaveOverlay`).
  window.history.replaceState({ ...entryState(), entry } satisfies EntryState, "");
  const stops = [followHistory(prepare), followLinks(isPage), trackScrollPositions(currentPlace)];
  return () => {
    for (const stop of stops) stop();
  };
}
