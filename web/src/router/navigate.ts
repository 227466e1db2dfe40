import { useSyncExternalStore } from "react";
import { afterFrame } from "../browser/after-frame";
import { timings } from "../constants";
import { isMenuShown, useOverlays } from "./overlay-stack";
import { keepPositions, rememberView, savePosition } from "./scroll";

// The address that is shown. It changes only when what it needs has arrived, so
// that a page is never empty between two others, whether the visitor clicked or
// went back.

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

interface Options {
  replace?: boolean;
  /** Opts out of scrolling to the top. */
  keepScroll?: boolean;
  /** Allows an address of another origin. */
  external?: boolean;
  /** Changes the language: of this address, and of all that name none. */
  language?: string;
  /** The link that was followed. */
  link?: Element;
  /** The page shows already what the address is to say, which follows when that is painted. */
  ahead?: boolean;
}

interface EntryState {
  entry: string;
  /** An entry that Back removes to close an overlay; it shows the same address as the one before. */
  overlay?: true;
}

/** How long a change of page, or the opening of a menu, waits for content before it shows a loading state, in ms. */
const patience = 400;

/** Resolves with the promise, or when patience ends. */
export function withPatience(promise: Promise<unknown>, time = patience): Promise<unknown> {
  return Promise.race([promise, delay(time)]);
}

let place: Place | undefined;
let prepare: (to: URL, from: Place, language: string | undefined) => Promise<void> = () => Promise.resolve();
let isPage: (path: string) => boolean = () => false;
let lead: (update: () => void, link?: Element) => void = (update) => update();
/** The language that was last asked for; the place has it once its content is there. */
let wanted: string | undefined;
/** Counts the navigations; an earlier one that is still waiting gives way to a later one. */
let latest = 0;
/** A navigation is waiting for what it needs. */
let pending = false;
const listeners = new Set<() => void>();

function currentPlace(): Place {
  place ??= {
    ...addressOf(window.location),
    entry: entryState()?.entry ?? newEntry(),
    by: "start",
    keepScroll: true,
    language: undefined,
  };
  return place;
}

/**
 * Takes the history over from the browser. `prepare` loads what an address
 * needs; what it throws is logged, and the address shows the error screen.
 * `isPage` tells the paths of pages, which links then lead to without a new
 * document, from all others. Returns what ends it.
 */
export function startNavigation(loader: typeof prepare, pages: typeof isPage): () => void {
  prepare = loader;
  isPage = pages;
  const { entry } = currentPlace();
  // A reload leaves an overlay's entry behind: it is the overlay's again if that opens, else it goes (`leaveOverlay`).
  window.history.replaceState({ ...entryState(), entry } satisfies EntryState, "");
  window.addEventListener("popstate", moveInHistory);
  document.addEventListener("click", followLink);
  const stop = keepPositions(currentPlace);
  return () => {
    stop();
    window.removeEventListener("popstate", moveInHistory);
    document.removeEventListener("click", followLink);
  };
}

/** From now on `way` leads over from place to place, where a link was followed from that; it calls `update`, at once or soon. */
export function showBy(way: typeof lead): void {
  lead = way;
}

/** Goes to an address of the site, with language prefix; of another site only where that is allowed. */
export async function navigate(
  to: string,
  { replace, keepScroll = false, external = false, language, link, ahead }: Options = {},
) {
  const url = new URL(to, window.location.href);
  url.pathname = withoutSlash(url.pathname);
  if (url.origin !== window.location.origin) {
    if (!external) throw new Error(`An external URL is refused unless allowed: ${url.href}`);
    window.location.assign(url);
    return;
  }
  wanted = language ?? wanted;
  const arrival = await arrive(url, ahead && new Promise<void>(afterFrame));
  if (!arrival) return;
  if (language && "failure" in arrival) {
    // The page stays in the language that can be shown.
    wanted = currentPlace().language;
    return;
  }
  const entry = newEntry();
  // As the browser's own links, one to the address that is shown adds no entry.
  const same = url.href === window.location.href;
  const write = replace || same || entryState()?.overlay ? "replaceState" : "pushState";
  window.history[write]({ entry } satisfies EntryState, "", url);
  show({ ...addressOf(url), entry, by: "link", keepScroll, ...arrival }, link);
}

async function moveInHistory(): Promise<void> {
  const state = entryState();
  const former = currentPlace();
  if (state?.entry === former.entry) {
    // Only the overlay's entry was removed.
    if (!state.overlay) useOverlays.getState().closeAll();
    return;
  }
  const entry = state?.entry ?? newEntry();
  if (!state) window.history.replaceState({ entry } satisfies EntryState, "");
  const url = new URL(window.location.href);
  const arrival = await arrive(url);
  if (arrival) show({ ...addressOf(url), entry, by: "history", keepScroll: false, ...arrival });
}

/** Waits until an address can be shown, with or without success; null when a later navigation has overtaken it. */
async function arrive(url: URL, painted?: unknown): Promise<Pick<Place, "language" | "failure"> | null> {
  latest += 1;
  const own = latest;
  pending = true;
  const arrival: Pick<Place, "language" | "failure"> = { language: wanted };
  const prepared = prepare(url, currentPlace(), wanted).catch((error: unknown) => {
    console.error(error);
    arrival.failure = error;
  });
  try {
    await Promise.all([prepared, menuClosed(), painted]);
    return own === latest ? arrival : null;
  } finally {
    if (own === latest) pending = false;
  }
}

/** A menu closes with its animation before the page changes; it is given 500 ms for that. */
async function menuClosed(): Promise<void> {
  if (!isMenuShown(useOverlays.getState().stack)) return;
  let stop = () => {};
  const closed = new Promise<void>((resolve) => {
    stop = useOverlays.subscribe(({ stack }) => {
      if (!isMenuShown(stack)) resolve();
    });
  });
  window.setTimeout(useOverlays.getState().closeAll, timings.linkClose);
  await Promise.race([closed, delay(timings.menuForcedClose)]);
  stop();
  useOverlays.getState().dropMenus();
}

/** The link of this site that an event concerns; one with a target or a file is the browser's own matter. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return null;
  return link.target || link.hasAttribute("download") ? null : link;
}

/** The page that an element's link leads to; undefined where it leads to none, or stays on this one. */
export function linkedPage(target: EventTarget | null): URL | undefined {
  const link = linkOf(target);
  if (!link || !isPage(link.pathname)) return undefined;
  const { pathname, search } = currentPlace();
  return link.pathname === pathname && link.search === search ? undefined : new URL(link.href);
}

function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** A click on any link to this site closes what lies over the page, also where the address stays the same. */
function followLink(event: MouseEvent): void {
  const link = linkOf(event.target);
  // A link that opens something instead of going somewhere (the catalogue's in the header) has its own rule.
  if (!link || link.hasAttribute("aria-controls")) return;
  window.setTimeout(useOverlays.getState().closeAll, timings.linkClose);
  if (event.defaultPrevented || !isPlain(event) || !isPage(link.pathname)) return;
  event.preventDefault();
  void navigate(link.href, { link });
}

function show(next: Place, link?: Element): void {
  const update = () => {
    savePosition(currentPlace());
    if (next.keepScroll) rememberView();
    place = next;
    for (const listener of listeners) listener();
  };
  lead(update, link);
}

/** Adds an entry to the history which Back removes; what removes it otherwise is `leaveOverlay`. */
export function enterOverlay(): void {
  if (entryState()?.overlay) return;
  window.history.pushState({ entry: currentPlace().entry, overlay: true } satisfies EntryState, "");
}

export function leaveOverlay(): void {
  // A navigation on its way takes the entry's place itself.
  if (entryState()?.overlay && !pending) window.history.back();
}

/** The one spelling of a path: "/de", not "/de/". */
export function withoutSlash(pathname: string): string {
  return pathname.replace(/(.)\/$/, "$1");
}

function addressOf({ pathname, search, hash }: Location | URL) {
  return { pathname, search, hash };
}

function entryState(): EntryState | null {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "entry" in state ? (state as EntryState) : null;
}

function newEntry(): string {
  return Math.random().toString(36).slice(2);
}

function delay(time: number): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, time);
  });
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
