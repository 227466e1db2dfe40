import { readStored, removeStored, writeStored } from "../browser/storage";
import { storageKeys, timings } from "../constants";
import type { Place } from "./place";
import { referrer, saveReturnAnchor, takeReturnAnchor } from "./return-anchor";
import { heightOf, restoreHeight } from "./scroll-to";

/** The number of history entries whose position is kept. */
const keptEntries = 50;
const entriesKey = "scroll-entries";

// Positions are stored per history entry for Back and Forward, and per path for a reload.

export function readEntries(): Record<string, number> {
  try {
    const entries: unknown = JSON.parse(readStored(entriesKey, "sessionStorage") ?? "{}");
    return typeof entries === "object" && entries !== null ? (entries as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/**
 * Stores the scroll position of a place, in px, and removes those of other paths:
 * only a reload reads one, and it stores its own first.
 */
export function savePosition({ entry, pathname }: Place): void {
  const height = Math.round(window.scrollY);
  const { [entry]: _, ...others } = readEntries();
  const kept = Object.entries({ ...others, [entry]: height }).slice(-keptEntries);
  writeStored(entriesKey, JSON.stringify(Object.fromEntries(kept)), "sessionStorage");
  const own = storageKeys.scrollPosition + pathname;
  if (!writeStored(own, String(height))) return;
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(storageKeys.scrollPosition) && key !== own) removeStored(key);
  }
}

/** Returns the position stored for a path, in px; null if there is none or it is invalid. */
function savedPosition(pathname: string): number | null {
  const saved = readStored(storageKeys.scrollPosition + pathname);
  return saved !== null && /^\d+(\.\d+)?$/.test(saved) ? Number(saved) : null;
}

/**
 * Stores the position of the current place while the visitor scrolls, and
 * restores it after a reload or a return from another site. Returns the function
 * that stops it.
 */
export function trackScrollPositions(place: () => Place): () => void {
  window.history.scrollRestoration = "manual";
  let timer = 0;
  const saveAfter = (time: number) => () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(save, time);
  };
  const save = () => {
    window.clearTimeout(timer);
    if (window.scrollY !== restoredFrom) savePosition(place());
  };
  // A document from the back/forward cache: WebKit scrolls it to the focused element.
  const returned = ({ persisted }: PageTransitionEvent) => {
    const height = persisted ? readEntries()[place().entry] : undefined;
    if (height !== undefined) requestAnimationFrame(() => restoreHeight(height));
  };
  const scrolled = saveAfter(timings.scrollSave);
  const resized = saveAfter(timings.resizeSave);
  window.addEventListener("scroll", scrolled, { passive: true });
  window.addEventListener("resize", resized);
  window.addEventListener("beforeunload", save);
  window.addEventListener("pagehide", save);
  window.addEventListener("pageshow", returned);
  document.addEventListener("click", saveReturnAnchor, true);
  const restore = restoreAtStart(place);
  return () => {
    window.clearTimeout(timer);
    window.clearTimeout(restore);
    window.removeEventListener("scroll", scrolled);
    window.removeEventListener("resize", resized);
    window.removeEventListener("beforeunload", save);
    window.removeEventListener("pagehide", save);
    window.removeEventListener("pageshow", returned);
    document.removeEventListener("click", saveReturnAnchor, true);
  };
}

/** The position before that of a reload is restored, which must not replace the stored one. */
let restoredFrom: number | undefined;

function restoreAtStart(current: () => Place): number {
  const place = current();
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "reload") {
    const height = savedPosition(place.pathname);
    restoredFrom = window.scrollY;
    return window.setTimeout(() => {
      if (height !== null && current() === place && window.scrollY === restoredFrom) restoreHeight(height);
      restoredFrom = undefined;
    }, timings.scrollRestore);
  }
  const entry = navigation?.type === "back_forward" ? readEntries()[place.entry] : undefined;
  if (entry !== undefined) restoreHeight(entry);
  else {
    const anchor = takeReturnAnchor(place, referrer());
    if (anchor && place.hash === "") window.scrollTo({ top: heightOf(anchor), behavior: "instant" });
  }
  return 0;
}
