import { useSyncExternalStore } from "react";
import { entryState, newEntry } from "./history-entry";
import { rememberView } from "./kept-view";
import { savePosition } from "./scroll-positions";

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
let lead: (update: () => void, link?: Element) => void = (update) => update();
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

/** From now on `way` leads over from place to place, where a link was followed from that; it calls `update`, at once or soon. */
export function showBy(way: typeof lead): void {
  lead = way;
}

export function show(next: Place, link?: Element): void {
  const update = () => {
    savePosition(currentPlace());
    if (next.keepScroll) rememberView();
    place = next;
    for (const listener of listeners) listener();
  };
  lead(update, link);
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
