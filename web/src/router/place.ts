import { useSyncExternalStore } from "react";
import { entryState, newEntry } from "./history-entry";
import { savePosition } from "./scroll-positions";
import { captureViewAnchor } from "./view-anchor";

export interface Place {
  pathname: string;
  search: string;
  hash: string;
  /** Names the entry of the browser's history. */
  entry: string;
  /** How it was reached. */
  by: "start" | "link" | "history";
  keepScroll: boolean;
  /** The visitor's language where the address names none; undefined until they chose one. */
  language: string | undefined;
  /** Why the page could not be prepared; the error screen is shown instead. */
  failure?: unknown;
}

let place: Place | undefined;
let transition: (update: () => void, link?: Element) => void = (update) => update();
const listeners = new Set<() => void>();

export function currentPlace(): Place {
  place ??= {
    ...addressParts(window.location),
    entry: entryState()?.entry ?? newEntry(),
    by: "start",
    keepScroll: true,
    language: undefined,
  };
  return place;
}

export function addressParts({ pathname, search, hash }: Location | URL) {
  return { pathname, search, hash };
}

/** Sets what applies a change of place; it gets the link that was followed, if any, and calls `update`, at once or soon. */
export function setTransition(next: typeof transition): void {
  transition = next;
}

export function show(next: Place, link?: Element): void {
  const update = () => {
    savePosition(currentPlace());
    if (next.keepScroll) captureViewAnchor();
    place = next;
    for (const listener of listeners) listener();
  };
  transition(update, link);
}

/** Calls a listener whenever the place changes; returns what ends it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place that is shown; undefined on the server. */
export function usePlace(): Place | undefined {
  return useSyncExternalStore(subscribe, currentPlace, () => undefined);
}
