import { readStored, writeStored } from "../browser/storage";
import { storageKeys, timings } from "../constants";
import type { Place } from "./place";
import { referrer, saveReturnAnchor, takeReturnAnchor } from "./return-anchor";
import { heightOf, restoreHeight } from "./scroll-to";

/** How many entries of the history keep their position. */
const keptEntries = 50;
const entriesKey = "scroll-entries";

// Per entry of the history for Back and Forward, per path for a reload.

export function readEntries(): Record<string, number> {
  try {
    const entries: unknown = JSON.parse(readStored(entriesKey, "sessionStorage") ?? "{}");
    return typeof entries === "object" && entries !== null ? (entries as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** Keeps the position of a place that is being left, or that may be. */
export function savePosition({ entry, pathname }: Place): void {
  const height = Math.round(window.scrollY);
  const { [entry]: _, ...others } = readEntries();
  const kept = Object.entries({ ...others, [entry]: height }).slice(-keptEntries);
  writeStored(entriesKey, JSON.stringify(Object.fromEntries(kept)), "sessionStorage");
  writeStored(storageKeys.scrollPosition + pathname, String(height));
}

/** The position saved for a path in px; null where there is none or it is invalid. */
function savedPosition(pathname: string): number | null {
  const saved = readStored(storageKeys.scrollPosition + pathname);
  return saved !== null && /^\d+(\.\d+)?$/.test(saved) ? Number(saved) : null;
}

/**
 * Saves the position of the place that is shown while the visitor scrolls, and
 * brings a reloaded page, or one that Back returned to from elsewhere, to where
 * it was. Returns what ends it.
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
    savePosition(place());
  };
  // A document that the browser has kept whole: WebKit brings it to what has the focus.
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
  const restore = restoreAtStart(place());
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

function restoreAtStart(place: Place): number {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "reload") {
    const height = savedPosition(place.pathname);
    const before = window.scrollY;
    return window.setTimeout(() => {
      if (height !== null && window.scrollY === before) restoreHeight(height);
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
