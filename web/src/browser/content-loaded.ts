import { create } from "zustand";

/**
 * Whether the preloader has had its time, was ended or never showed
 * (specification, point 4). The boot script says it on the root element.
 */
export const useContentLoaded = create<{ loaded: boolean }>()(() => ({ loaded: false }));

/** Takes over what the boot script says, now or later. */
export function followPreloader(): void {
  const mark = () => useContentLoaded.setState({ loaded: true });
  if (document.documentElement.dataset.contentLoaded === undefined)
    window.addEventListener("contentLoaded", mark, { once: true });
  else mark();
}
