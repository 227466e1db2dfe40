import { useSyncExternalStore } from "react";

/** Reports whether a media query matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Below this width lists are made for a thumb. */
export const phone = "(max-width: 767px)";
