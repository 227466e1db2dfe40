import { isSlow, savesData } from "../browser/connection";
import { linkedPage } from "./links";

/** How long the pointer must rest on a link before its page is prefetched, in ms. */
const rest = 80;
/** How long a link must be in view before its page is prefetched, in ms. */
const inView = 300;

/**
 * Prefetches the pages of links that are focused, touched, hovered for `rest` ms
 * or in view for `inView` ms; those in view one at a time. `load` loads the code
 * and content of an address and is called once per address. Does nothing on a
 * slow connection or with data saver. Returns the function that stops it.
 */
export function prefetchLinks(load: (url: URL) => Promise<unknown>): () => void {
  if (savesData() || isSlow()) return () => undefined;
  const requested = new Set<string>();
  const timers = new Map<Element, number>();
  let inOrder: Promise<unknown> = Promise.resolve();
  const prefetch = (element: EventTarget | null, queued = false) => {
    const url = linkedPage(element);
    if (!url || requested.has(url.pathname + url.search)) return;
    requested.add(url.pathname + url.search);
    if (queued) inOrder = inOrder.then(() => load(url));
    else void load(url);
  };
  const schedule = (element: Element, time: number, queued: boolean) => {
    if (!timers.has(element)) timers.set(element, window.setTimeout(prefetch, time, element, queued));
  };
  const cancel = (element: Element) => {
    window.clearTimeout(timers.get(element));
    timers.delete(element);
  };

  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) schedule(target, inView, true);
      else cancel(target);
    }
  });
  const observeLinks = () => {
    for (const link of document.querySelectorAll("main a[href]")) seen.observe(link);
  };
  // Navigations and list updates replace the links on the page.
  const changes = new MutationObserver(observeLinks);
  const main = document.getElementById("main");
  if (main) changes.observe(main, { childList: true, subtree: true });
  observeLinks();

  let over: Element | null = null;
  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (link === over) return;
    if (over) cancel(over);
    over = link;
    if (link) {
      cancel(link);
      schedule(link, rest, false);
    }
  };
  const touch = ({ target }: Event) => prefetch(target);
  document.addEventListener("pointerover", point, { passive: true });
  document.addEventListener("touchstart", touch, { passive: true });
  document.addEventListener("focusin", touch);
  return () => {
    seen.disconnect();
    changes.disconnect();
    for (const timer of timers.values()) window.clearTimeout(timer);
    document.removeEventListener("pointerover", point);
    document.removeEventListener("touchstart", touch);
    document.removeEventListener("focusin", touch);
  };
}
