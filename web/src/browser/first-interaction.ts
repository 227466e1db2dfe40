/** Events that count as an interaction. */
const events = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "input", "click", "scroll"] as const;

let first: Promise<void> | undefined;

/** Resolves on the first pointer, key, touch, focus, input, click or scroll event. */
export function firstInteraction(): Promise<void> {
  first ??= new Promise((resolve) => {
    // The visitor has clicked (data-early, set by app/boot.ts), moved the focus or scrolled before this module ran.
    const { activeElement, body, documentElement: root } = document;
    if (root.dataset.early !== undefined || activeElement !== body || window.scrollY > 0) return resolve();
    const seen = () => {
      for (const event of events) window.removeEventListener(event, seen, true);
      resolve();
    };
    for (const event of events) window.addEventListener(event, seen, { capture: true, passive: true });
  });
  return first;
}
