import { afterFrame } from "../browser/after-frame";
import { delay } from "../browser/delay";
import { timings } from "../constants";
import { type EntryState, entryState, newEntry } from "./history-entry";
import { isMenuShown, useOverlays } from "./overlay-stack";
import { addressParts, currentPlace, type Place, show } from "./place";

// The address that is shown. It changes only when what it needs has arrived, so
// that a page is never empty between two others, whether the visitor clicked or
// went back.

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

/** Loads what an address needs; what it throws is logged, and the address shows the error screen. */
export type Prepare = (to: URL, from: Place, language: string | undefined) => Promise<void>;

let prepare: Prepare = () => Promise.resolve();
/** The language that was last asked for; the place has it once its content is there. */
let requestedLanguage: string | undefined;
/** Counts the navigations; an earlier one that is still waiting gives way to a later one. */
let latest = 0;
/** A navigation is waiting for what it needs. */
let pending = false;

/** Whether a navigation is waiting for what it needs. */
export function isNavigating(): boolean {
  return pending;
}

/** Has every navigation wait for what its address needs, and follows Back and Forward; returns what ends it. */
export function followHistory(loader: Prepare): () => void {
  prepare = loader;
  window.addEventListener("popstate", moveInHistory);
  return () => window.removeEventListener("popstate", moveInHistory);
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
  requestedLanguage = language ?? requestedLanguage;
  const arrival = await prepareAddress(url, ahead && new Promise<void>(afterFrame));
  if (!arrival) return;
  if (language && "failure" in arrival) {
    // The page stays in the language that can be shown.
    requestedLanguage = currentPlace().language;
    return;
  }
  const entry = newEntry();
  // As the browser's own links, one to the address that is shown adds no entry.
  const same = url.href === window.location.href;
  const write = replace || same || entryState()?.overlay ? "replaceState" : "pushState";
  window.history[write]({ entry } satisfies EntryState, "", url);
  show({ ...addressParts(url), entry, by: "link", keepScroll, ...arrival }, link);
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
  const arrival = await prepareAddress(url);
  if (arrival) show({ ...addressParts(url), entry, by: "history", keepScroll: false, ...arrival });
}

/** Waits until an address can be shown, with or without success; null when a later navigation has overtaken it. */
async function prepareAddress(url: URL, painted?: unknown): Promise<Pick<Place, "language" | "failure"> | null> {
  latest += 1;
  const own = latest;
  pending = true;
  const arrival: Pick<Place, "language" | "failure"> = { language: requestedLanguage };
  const prepared = prepare(url, currentPlace(), requestedLanguage).catch((error: unknown) => {
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

/** The one spelling of a path: "/de", not "/de/". */
export function withoutSlash(pathname: string): string {
  return pathname.replace(/(.)\/$/, "$1");
}
