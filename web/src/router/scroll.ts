import { haltSmoothScrolling } from "../browser/smooth-scrolling";
import { readStored, removeStored, writeStored } from "../browser/storage";
import { storageKeys, timings } from "../constants";
import type { Place } from "./navigate";

/** How many entries of the history keep their position. */
const keptEntries = 50;
const entriesKey = "scroll-entries";

/** What a visitor does who wants to scroll themselves; it ends whatever scrolls the page for them. */
const takeOver = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

let stopRunning: () => void = () => undefined;

/** Scrolls to a height in px within `duration` ms; at once with reduced motion. The visitor's own scrolling ends it. */
export function scrollToHeight(top: number, duration: number): void {
  stopRunning();
  haltSmoothScrolling();
  const from = window.scrollY;
  const limit = document.documentElement.scrollHeight - window.innerHeight;
  const to = Math.max(0, Math.min(top, limit));
  if (from === to) return;
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    window.scrollTo({ top: to, behavior: "instant" });
    return;
  }
  let start: number | undefined;
  const step = (now: number) => {
    start ??= now;
    const part = Math.min(1, (now - start) / duration);
    window.scrollTo({ top: from + (to - from) * easeInOut(part), behavior: "instant" });
    if (part < 1) frame = requestAnimationFrame(step);
    else stopRunning();
  };
  let frame = requestAnimationFrame(step);
  stopRunning = untilTakenOver(() => cancelAnimationFrame(frame));
}

/** Symmetric, slow at both ends. */
function easeInOut(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
}

/** Calls `end` once: when the visitor scrolls, or when the returned function is called. */
function untilTakenOver(end: () => void): () => void {
  const stop = () => {
    for (const event of takeOver) window.removeEventListener(event, stop);
    stopRunning = () => undefined;
    end();
  };
  for (const event of takeOver) window.addEventListener(event, stop, { passive: true });
  return stop;
}

/** The height at which an element stands below the header: its scroll margin has the header's height in it. */
function heightOf(element: Element): number {
  const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0;
  return element.getBoundingClientRect().top + window.scrollY - margin;
}

function targetOf(hash: string): HTMLElement | null {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null;
  }
}

/** Where the page stands after a change of place; called when the new page is in the document. */
export function settleScroll(place: Place, former: Place): void {
  stopRunning();
  haltSmoothScrolling();
  if (place.keepScroll) {
    keepView();
    return;
  }
  const fresh = place.pathname !== former.pathname || place.search !== former.search;
  const anchor = place.by === "link" && fresh ? takeReturnAnchor(place, former) : null;
  const target = targetOf(place.hash);
  const saved = place.by === "history" ? readEntries()[place.entry] : undefined;
  if (saved !== undefined) restoreHeight(saved);
  else if (target && !fresh) scrollToHeight(heightOf(target), timings.scrollTo);
  else window.scrollTo({ top: target ? heightOf(target) : anchor ? heightOf(anchor) : 0, behavior: "instant" });
  // The keyboard and screen readers go on where the page does.
  const next = target ?? (fresh ? document.getElementById("main") : null);
  if (next && next.tabIndex < 0) next.tabIndex = -1;
  next?.focus({ preventScroll: true });
}

/** Scrolls there, and again while the page still grows, until it is reached or the visitor scrolls. */
function restoreHeight(top: number): void {
  const go = () => window.scrollTo({ top, behavior: "instant" });
  go();
  if (window.scrollY >= Math.floor(top)) return;
  const growth = new ResizeObserver(() => {
    go();
    if (window.scrollY >= Math.floor(top)) stopRunning();
  });
  growth.observe(document.body);
  stopRunning = untilTakenOver(() => growth.disconnect());
}

/** What is in view, from the outside inwards, each with its height in the window; empty where nothing is to be kept. */
let inView: { element: Element; top: number }[] = [];

/** Notes what is in view before the page changes its texts; `settleScroll` keeps it there. */
export function rememberView(): void {
  inView = [];
  if (window.scrollY === 0) return;
  const line = window.innerHeight / 3;
  let within = [...document.querySelectorAll("#main > *, #main ~ * > footer")];
  while (within.length > 0) {
    const element = within.find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top <= line && bottom > line;
    });
    if (element) inView.push({ element, top: element.getBoundingClientRect().top });
    within = [...(element?.children ?? [])];
  }
}

/** Puts what was in view back to its height; to the top if nothing of it is left. */
function keepView(): void {
  if (inView.length === 0) return;
  const kept = inView.findLast(({ element }) => element.isConnected);
  const top = kept ? window.scrollY + kept.element.getBoundingClientRect().top - kept.top : 0;
  window.scrollTo({ top, behavior: "instant" });
}

// Positions: per entry of the history for Back and Forward, per path for a reload.

function readEntries(): Record<string, number> {
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
export function keepPositions(place: () => Place): () => void {
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

// From the home page into the catalogue and back: the section one left is the one one returns to.

const isHome = (pathname: string) => /^(\/[a-z]{2,3}(-[a-z0-9]+)*)?\/?$/.test(pathname);
const isCatalogue = (pathname: string) => /^(\/[a-z]{2,3}(-[a-z0-9]+)*)?\/catalog(\/|$)/.test(pathname);

function saveReturnAnchor(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || !isHome(window.location.pathname) || !isCatalogue(link.pathname)) return;
  const section = link.closest("main [id]");
  if (section) writeStored(storageKeys.indexReturn, section.id, "sessionStorage");
}

function takeReturnAnchor(to: { pathname: string }, from: { pathname: string } | null): Element | null {
  if (!from || !isHome(to.pathname) || !isCatalogue(from.pathname)) return null;
  const saved = readStored(storageKeys.indexReturn, "sessionStorage");
  removeStored(storageKeys.indexReturn, "sessionStorage");
  return saved ? targetOf(`#${saved.replace(/^#/, "")}`) : null;
}

function referrer(): URL | null {
  try {
    const url = new URL(document.referrer);
    return url.origin === window.location.origin ? url : null;
  } catch {
    return null;
  }
}
