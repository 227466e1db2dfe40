import { haltSmoothScrolling } from "../browser/smooth-scrolling";

/** Events by which the visitor scrolls; each of them stops a programmatic scroll. */
const userScrollEvents = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

/** Stops the running programmatic scroll. */
let stopRunning: () => void = () => undefined;

/** Stops programmatic and smooth scrolling before the position is set. */
export function stopScrolling(): void {
  stopRunning();
  haltSmoothScrolling();
}

/** Scrolls to a position in px within `duration` ms; at once with reduced motion. The visitor's own scrolling stops it. */
export function scrollToHeight(top: number, duration: number): void {
  stopScrolling();
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
  stopRunning = untilUserScroll(() => cancelAnimationFrame(frame));
}

/** Cubic easing, symmetric. */
function easeInOut(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
}

/** Calls `end` once: when the visitor scrolls, or when the returned function is called. */
function untilUserScroll(end: () => void): () => void {
  const stop = () => {
    for (const event of userScrollEvents) window.removeEventListener(event, stop);
    stopRunning = () => undefined;
    end();
  };
  for (const event of userScrollEvents) window.addEventListener(event, stop, { passive: true });
  return stop;
}

/** Scrolls to a position in px, again whenever the page grows, until it is reached or the visitor scrolls. */
export function restoreHeight(top: number): void {
  const go = () => window.scrollTo({ top, behavior: "instant" });
  go();
  if (window.scrollY >= Math.floor(top)) return;
  const growth = new ResizeObserver(() => {
    go();
    if (window.scrollY >= Math.floor(top)) stopRunning();
  });
  growth.observe(document.body);
  stopRunning = untilUserScroll(() => growth.disconnect());
}

/** Returns the scroll position in px that shows an element below the header; its scroll margin includes the header's height. */
export function heightOf(element: Element): number {
  const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0;
  return element.getBoundingClientRect().top + window.scrollY - margin;
}

export function targetOf(hash: string): HTMLElement | null {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null;
  }
}
