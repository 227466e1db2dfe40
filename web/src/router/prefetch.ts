import { isSlow, savesData } from "../browser/connection";
import { linkedPage } from "./links";

/** How long the pointer rests on a link, in ms, before the visitor counts as about to follow it. */
const rest = 80;
/** How long a link is in view, in ms, before it may be followed. */
const inView = 300;

/**
 * Tells which pages the visitor is about to open: a link has the focus, a
 * finger, or the pointer for a moment, or it has been in view for a while; of
 * these last, one after the other. `expect` loads what a page needs; it is asked
 * once for each address. Does nothing where data is to be saved or slow to come.
 * Returns what ends it.
 */
export function watchLinks(expect: (url: URL) => Promise<unknown>): () => void {
  if (savesData() || isSlow()) return () => undefined;
  const expected = new Set<string>();
  const timers = new Map<Element, number>();
  let inOrder: Promise<unknown> = Promise.resolve();
  const want = (element: EventTarget | null, patient = false) => {
    const url = linkedPage(element);
    if (!url || expected.has(url.pathname + url.search)) return;
    expected.add(url.pathname + url.search);
    if (patient) inOrder = inOrder.then(() => expect(url));
    else void expect(url);
  };
  const later = (element: Element, time: number, patient: boolean) => {
    if (!timers.has(element)) timers.set(element, window.setTimeout(want, time, element, patient));
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
  const touch = ({ target }: Event) => want(target);
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
