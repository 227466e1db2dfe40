import type { SliderMotion } from "./slider-motion";

/** The distance that the mouse must move for a press to become a drag, in px. */
const dragThreshold = 5;

/**
 * Adds keyboard and mouse input to a track. Touch and wheel scroll natively: they
 * stop a running step, and the index follows. Returns the function that removes it.
 */
export function listenToInput(track: HTMLElement, motion: SliderMotion): () => void {
  const listeners = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
    options: AddEventListenerOptions = {},
  ) => track.addEventListener(type, listener, { ...options, signal: listeners.signal });

  let press: { x: number; scrollLeft: number } | null = null;
  let dragged = false;
  let touched = false;

  on("keydown", (event) => {
    const cards = cardsOfKey(event, motion.rtl);
    if (cards === 0) return;
    event.preventDefault();
    motion.step(cards);
  });

  // The browser scrolls a focused link into view, but scroll snapping would undo that.
  on("focusin", ({ target }) => {
    if (target instanceof Element && target !== track && target.matches(":focus-visible")) motion.reveal(target);
  });

  on("scroll", () => motion.follow(), { passive: true });
  on("scrollend", () => {
    if (!press && !touched) motion.rest();
  });
  on(
    "wheel",
    (event) => {
      if (event.deltaX !== 0 || event.shiftKey) motion.halt();
    },
    { passive: true },
  );
  on(
    "touchstart",
    () => {
      touched = true;
      motion.halt();
    },
    { passive: true },
  );
  const endTouch = () => {
    touched = false;
  };
  on("touchend", endTouch);
  on("touchcancel", endTouch);

  on("pointerdown", (event) => {
    dragged = false;
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    motion.halt();
    press = { x: event.clientX, scrollLeft: track.scrollLeft };
  });
  on("pointermove", (event) => {
    if (!press) return;
    if (!dragged && Math.abs(event.clientX - press.x) < dragThreshold) return;
    // The pointer is captured only now: capture at the press would suppress the click on a link.
    if (!dragged) track.setPointerCapture(event.pointerId);
    dragged = true;
    motion.drag(press.scrollLeft + press.x - event.clientX);
  });
  const release = () => {
    if (!press) return;
    press = null;
    motion.rest();
  };
  on("pointerup", release);
  on("pointercancel", release);
  on("pointerleave", release); // a drag is captured and does not leave
  on(
    "click",
    (event) => {
      // A drag must not click the card where it ends; a click by key has a detail of 0.
      if (!dragged || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  on("dragstart", (event) => event.preventDefault());
  return () => listeners.abort();
}

/** Returns the number of cards that a key steps: ±Infinity for Home and End, 0 for other keys. */
function cardsOfKey(event: KeyboardEvent, rtl: boolean): number {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return 0;
  switch (event.key) {
    case "ArrowLeft":
      return rtl ? 1 : -1;
    case "ArrowRight":
      return rtl ? -1 : 1;
    case "Home":
      return Number.NEGATIVE_INFINITY;
    case "End":
      return Number.POSITIVE_INFINITY;
    default:
      return 0;
  }
}
