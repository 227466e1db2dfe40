import { isShown, type Overlay, preloadOverlay, useOverlays, usePhase } from "../router/overlay-stack";

/** Reports whether an overlay is opening or open. */
export function useShown(name: Overlay): boolean {
  return isShown(usePhase(name));
}

/** Opens and closes the menus; `preload` loads a menu's code and content ahead of use. */
export const menuActions: Readonly<Record<"preload" | "toggle", (menu: "catalogue" | "mobile") => void>> = {
  preload: preloadOverlay,
  toggle: (menu) => {
    const { stack, show, close } = useOverlays.getState();
    if (stack.some(({ name }) => name === menu)) close(menu);
    else show(menu);
  },
};
