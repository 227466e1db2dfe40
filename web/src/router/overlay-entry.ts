import { type EntryState, entryState } from "./history-entry";
import { isNavigating } from "./navigate";
import { currentPlace } from "./place";

/** Adds a history entry that Back removes to close an overlay; `leaveOverlay` removes it when the overlay closes otherwise. */
export function enterOverlay(): void {
  if (entryState()?.overlay) return;
  window.history.pushState({ entry: currentPlace().entry, overlay: true } satisfies EntryState, "");
}

export function leaveOverlay(): void {
  // A navigation that is loading replaces the entry itself.
  if (entryState()?.overlay && !isNavigating()) window.history.back();
}
