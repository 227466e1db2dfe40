import { haltSmoothScrolling } from "../browser/smooth-scrolling";

/** What a visitor does who wants to scroll themselves; it ends whatever scrolls the page for them. */
const takeOver = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

/** Ends what scrolls the page. */
let stopRunning: () => void = () => undefined;

/** Ends whatever scrolls the page: it is about to stand elsewhere. */
export function stopScrolling(): void {
  stopRunning();
  haltSmoothScrolling();
}

/** Scrolls to a height in px within `duration` ms; at once with reduced motion. The visitor's own scrolling ends it. */
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
  stopRunning = untilTakenOver(() => cancelAnimationFrame(frame));
}

/** Symmetric, slow at both ends. */
function easeInOut(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
}

/** Calls `end` once: when the visitor scrolls, or when the returned function is called. */
function untilTakenOver(end: () => void): () => void {
  const stop = () => {
    for (const event of takeOver) window.removeEventListener(event, stop);
    stopRunning = () => undefined;
    end();
  };
  for (const event of takeOver) window.addEventListener(event, stop, { passive: true });
  return stop;
}

/** Scrolls there, and again while the page still grows, until it is reached or the visitor scrolls. */
export function restoreHeight(top: number): void {
  const go = () => window.scrollTo({ top, behavior: "instant" });
  go();
  if (window.scrollY >= Math.floor(top)) return;
  const growth = new ResizeObserver(() => {
    go();
    if (window.scrollY >= Math.floor(top)) stopRunning();
  });
  growth.observe(document.body);
  stopRunning = untilTakenOver(() => growth.disconnect());
}

/** The height at which an element stands below the header: its scroll margin has the header's height in it. */
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
