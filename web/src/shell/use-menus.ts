import { type Overlay, preloadOverlay, useOverlays, usePhase } from "../router/overlay-stack";

/** Whether an overlay is open or about to be. */
export function useShown(name: Overlay): boolean {
  const phase = usePhase(name);
  return phase === "opening" || phase === "open";
}

/** Opens and closes the menus; `preload` fetches what one needs when the visitor is about to open it. */
export const menuActions: Readonly<Record<"preload" | "toggle", (menu: "catalogue" | "mobile") => void>> = {
  preload: preloadOverlay,
  toggle: (menu) => {
    const { stack, show, close } = useOverlays.getState();
    if (stack.some(({ name }) => name === menu)) close(menu);
    else show(menu);
  },
};
