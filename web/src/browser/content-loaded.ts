import { create } from "zustand";

/**
 * Whether the preloader has ended or was never shown (specification, point 4).
 * The boot script sets it on the root element.
 */
export const useContentLoaded = create<{ loaded: boolean }>()(() => ({ loaded: false }));

/** Takes over the boot script's state, at once or on its event. */
export function followPreloader(): void {
  const mark = () => useContentLoaded.setState({ loaded: true });
  if (document.documentElement.dataset.contentLoaded === undefined)
    window.addEventListener("contentLoaded", mark, { once: true });
  else mark();
}
