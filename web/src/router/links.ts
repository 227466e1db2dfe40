import { timings } from "../constants";
import { navigate } from "./navigate";
import { useOverlays } from "./overlay-stack";
import { currentPlace } from "./place";

/** Reports whether a path is that of a page. */
export type IsPage = (path: string) => boolean;

let isPage: IsPage = () => false;

/** Returns the same-site link around an event's target; links with a target or to a file are left to the browser. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return null;
  return link.target || link.hasAttribute("download") ? null : link;
}

/** Returns the address of the page that an element's link leads to; undefined if it leads to no page or to the current one. */
export function linkedPage(target: EventTarget | null): URL | undefined {
  const link = linkOf(target);
  if (!link || !isPage(link.pathname)) return undefined;
  const { pathname, search } = currentPlace();
  return link.pathname === pathname && link.search === search ? undefined : new URL(link.href);
}

/** A click, of the browser or of React. */
type ClickEvent = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "preventDefault">;

/** Reports whether a click follows a link in the same window. */
export function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: ClickEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** Returns the click handler of a link whose effect shows on this page; with a modifier key the browser opens its address. */
export function onPlainClick<T extends ClickEvent>(act: (event: T) => void): (event: T) => void {
  return (event) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    act(event);
  };
}

/** Handles clicks on links to pages without loading a document; returns the function that stops it. */
export function followLinks(pages: IsPage): () => void {
  isPage = pages;
  document.addEventListener("click", followLink);
  return () => document.removeEventListener("click", followLink);
}

/** A click that follows any link to this site in this window closes the open overlays, even if the address stays the same. */
function followLink(event: MouseEvent): void {
  const link = linkOf(event.target);
  // A link that opens an overlay (the catalogue's in the header) has its own click handler.
  if (!link || link.hasAttribute("aria-controls") || !isPlain(event)) return;
  window.setTimeout(useOverlays.getState().closeAll, timings.linkClose);
  if (event.defaultPrevented || !isPage(link.pathname)) return;
  event.preventDefault();
  void navigate(link.href, { link });
}
