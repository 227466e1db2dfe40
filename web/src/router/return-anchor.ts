import { readStored, removeStored, writeStored } from "../browser/storage";
import { storageKeys } from "../constants";
import { targetOf } from "./scroll-to";

// A visitor who goes from a section of the home page into the catalogue returns to that section.

const isHome = (pathname: string) => /^(\/[a-z]{2,3}(-[a-z0-9]+)*)?\/?$/.test(pathname);
const isCatalogue = (pathname: string) => /^(\/[a-z]{2,3}(-[a-z0-9]+)*)?\/catalog(\/|$)/.test(pathname);

export function saveReturnAnchor(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || !isHome(window.location.pathname) || !isCatalogue(link.pathname)) return;
  const section = link.closest("main [id]");
  if (section) writeStored(storageKeys.indexReturn, section.id, "sessionStorage");
}

export function takeReturnAnchor(to: { pathname: string }, from: { pathname: string } | null): Element | null {
  if (!from || !isHome(to.pathname) || !isCatalogue(from.pathname)) return null;
  const saved = readStored(storageKeys.indexReturn, "sessionStorage");
  removeStored(storageKeys.indexReturn, "sessionStorage");
  return saved ? targetOf(`#${saved.replace(/^#/, "")}`) : null;
}

export function referrer(): URL | null {
  try {
    const url = new URL(document.referrer);
    return url.origin === window.location.origin ? url : null;
  } catch {
    return null;
  }
}
