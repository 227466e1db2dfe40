import { type EntryState, entryState } from "./history-entry";
import { isNavigating } from "./navigate";
import { currentPlace } from "./place";

/** Adds an entry to the history which Back removes; what removes it otherwise is `leaveOverlay`. */
export function enterOverlay(): void {
  if (entryState()?.overlay) return;
  window.history.pushState({ entry: currentPlace().entry, overlay: true } satisfies EntryState, "");
}

export function leaveOverlay(): void {
  // A navigation on its way takes the entry's place itself.
  if (entryState()?.overlay && !isNavigating()) window.history.back();
}
