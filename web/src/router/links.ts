import { timings } from "../constants";
import { navigate } from "./navigate";
import { useOverlays } from "./overlay-stack";
import { currentPlace } from "./place";

/** Tells the paths of pages from all others. */
export type IsPage = (path: string) => boolean;

let isPage: IsPage = () => false;

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

/** From now on clicks on links to pages navigate without a new document; returns what ends it. */
export function followLinks(pages: IsPage): () => void {
  isPage = pages;
  document.addEventListener("click", followLink);
  return () => document.removeEventListener("click", followLink);
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
