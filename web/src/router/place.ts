import { useSyncExternalStore } from "react";
import { entryState, newEntry } from "./history-entry";
import { savePosition } from "./scroll-positions";
import { captureViewAnchor } from "./view-anchor";

export interface Place {
  pathname: string;
  search: string;
  hash: string;
  /** The id of the entry in the browser's history. */
  entry: string;
  /** How it was reached. */
  by: "start" | "link" | "history";
  keepScroll: boolean;
  /** The visitor's language for addresses without prefix; undefined until they have chosen one. */
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

/** Sets the function that applies a change of place; it receives the followed link, if any, and must call `update` once. */
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

/** Calls the listener whenever the place changes; returns the function that unsubscribes it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current place; undefined on the server. */
export function usePlace(): Place | undefined {
  return useSyncExternalStore(subscribe, currentPlace, () => undefined);
}
