/** What a visitor does who is about to use the page; the boot script makes a click wait for what answers it. */
const signs = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "input", "click", "scroll"] as const;

let first: Promise<void> | undefined;

/** Resolves at the visitor's first sign of life since the program has started. */
export function firstIntent(): Promise<void> {
  first ??= new Promise((resolve) => {
    // What the boot script has noted, or where the visitor has gone, before the program came.
    const { activeElement, body, documentElement: root } = document;
    if (root.dataset.early !== undefined || activeElement !== body || window.scrollY > 0) return resolve();
    const seen = () => {
      for (const sign of signs) window.removeEventListener(sign, seen, true);
      resolve();
    };
    for (const sign of signs) window.addEventListener(sign, seen, { capture: true, passive: true });
  });
  return first;
}
