import { expectOverlay, type Overlay, useOverlays, usePhase } from "../router/overlay-stack";

/** Whether an overlay is open or about to be. */
export function useShown(name: Overlay): boolean {
  const phase = usePhase(name);
  return phase === "opening" || phase === "open";
}

/** Opens and closes the menus; `expect` fetches what one needs when the visitor is about to open it. */
export const menuActions: Readonly<Record<"expect" | "toggle", (menu: "catalogue" | "mobile") => void>> = {
  expect: expectOverlay,
  toggle: (menu) => {
    const { stack, show, close } = useOverlays.getState();
    if (stack.some(({ name }) => name === menu)) close(menu);
    else show(menu);
  },
};
