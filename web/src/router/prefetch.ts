import { isSlow, savesData } from "../browser/connection";
import { linkedPage } from "./links";

/** How long the pointer rests on a link, in ms, before the visitor counts as about to follow it. */
const rest = 80;
/** How long a link is in view, in ms, before it may be followed. */
const inView = 300;

/**
 * Prefetches the pages that the visitor is likely to open: a link has the focus,
 * a touch, or the pointer for a moment, or it has been in view for a while; the
 * last ones one after the other. `load` loads what a page needs and is called
 * once for each address. Does nothing on a slow connection or with data saver.
 * Returns what ends it.
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
  const later = (element: Element, time: number, queued: boolean) => {
    if (!timers.has(element)) timers.set(element, window.setTimeout(prefetch, time, element, queued));
  };
  const never = (element: Element) => {
    window.clearTimeout(timers.get(element));
    timers.delete(element);
  };

  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) later(target, inView, true);
      else never(target);
    }
  });
  const look = () => {
    for (const link of document.querySelectorAll("main a[href]")) seen.observe(link);
  };
  // Pages, and the lists on them, come and go.
  const changes = new MutationObserver(look);
  const main = document.getElementById("main");
  if (main) changes.observe(main, { childList: true, subtree: true });
  look();

  let over: Element | null = null;
  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (link === over) return;
    if (over) never(over);
    over = link;
    if (link) {
      never(link);
      later(link, rest, false);
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
