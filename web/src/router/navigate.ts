import { afterFrame } from "../browser/after-frame";
import { delay } from "../browser/delay";
import { timings } from "../constants";
import { type EntryState, entryState, newEntry } from "./history-entry";
import { isMenuShown, useOverlays } from "./overlay-stack";
import { addressParts, currentPlace, type Place, show } from "./place";

// Navigation by links and by the browser's history. The place changes only once
// the code and content of the address are loaded, so that no empty page shows
// in between.

interface Options {
  replace?: boolean;
  /** Keeps the scroll position. */
  keepScroll?: boolean;
  /** Allows an address of another origin. */
  external?: boolean;
  /** Changes the language of this address and of all addresses without a prefix. */
  language?: string;
  /** The link that was followed. */
  link?: Element;
  /** The page already shows the state of the new address; the address changes after the next paint. */
  ahead?: boolean;
}

/** Loads what an address needs; what it throws is logged, and the address shows the error screen. */
export type Prepare = (to: URL, from: Place, language: string | undefined) => Promise<void>;

let prepare: Prepare = () => Promise.resolve();
/** The language that was requested last; the place takes it over once its content is loaded. */
let requestedLanguage: string | undefined;
/** Counts the navigations; a later one cancels an earlier one that is still loading. */
let latest = 0;
/** Whether a navigation is still loading. */
let pending = false;

/** Reports whether a navigation is still loading. */
export function isNavigating(): boolean {
  return pending;
}

/** Sets the loader of all navigations and handles Back and Forward; returns the function that stops it. */
export function followHistory(loader: Prepare): () => void {
  prepare = loader;
  window.addEventListener("popstate", moveInHistory);
  return () => window.removeEventListener("popstate", moveInHistory);
}

/** Navigates to an address with language prefix; throws for another origin unless `external` is set. */
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
  requestedLanguage = language ?? requestedLanguage;
  const prepared = await prepareAddress(url, ahead && new Promise<void>(afterFrame));
  if (!prepared) return;
  if (language && "failure" in prepared) {
    // The requested language could not be loaded: keep the current one.
    requestedLanguage = currentPlace().language;
    return;
  }
  const entry = newEntry();
  // As with the browser's own links, a link to the current address adds no history entry.
  const same = url.href === window.location.href;
  const write = replace || same || entryState()?.overlay ? "replaceState" : "pushState";
  window.history[write]({ entry } satisfies EntryState, "", url);
  show({ ...addressParts(url), entry, by: "link", keepScroll, ...prepared }, link);
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
  const prepared = await prepareAddress(url);
  if (prepared) show({ ...addressParts(url), entry, by: "history", keepScroll: false, ...prepared });
}

/** Resolves when an address can be shown, even if loading failed; null if a later navigation has cancelled it. */
async function prepareAddress(url: URL, painted?: unknown): Promise<Pick<Place, "language" | "failure"> | null> {
  latest += 1;
  const own = latest;
  pending = true;
  const outcome: Pick<Place, "language" | "failure"> = { language: requestedLanguage };
  const loaded = prepare(url, currentPlace(), requestedLanguage).catch((error: unknown) => {
    console.error(error);
    outcome.failure = error;
  });
  try {
    await Promise.all([loaded, menuClosed(), painted]);
    return own === latest ? outcome : null;
  } finally {
    if (own === latest) pending = false;
  }
}

/** Resolves when the open menu has closed with its animation, after 500 ms at the latest. */
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

/** Returns a path without a trailing slash: "/de", not "/de/". */
export function withoutSlash(pathname: string): string {
  return pathname.replace(/(.)\/$/, "$1");
}
