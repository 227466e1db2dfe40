import { useEffect, useRef } from "react";
import { breakpoints } from "../lib/constants";
import { enterOverlay, leaveOverlay, usePlace } from "../lib/navigation";
import { isCovered, isHeaderCovered, useOverlays } from "../lib/overlays";
import { startSmoothScrolling } from "../lib/smooth-scrolling";

/**
 * What the page does while something lies over it: it does not scroll, and
 * smooth scrolling rests; Escape
 * closes what is open, so does Back on touch devices, and so does every change
 * of page. Tells what is to be inert.
 */
export function useCoveredPage(): { page: boolean; header: boolean } {
  const covered = useOverlays(isCovered);
  const { closeAll, dropMenus } = useOverlays.getState();
  const place = usePlace();
  const address = place && `${place.pathname}${place.search}`;

  // Every change of address closes what lies over the page; that it is known at last, after the start, is none.
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== address) closeAll();
    shown.current = address;
  }, [address, closeAll]);

  useEffect(() => {
    document.documentElement.toggleAttribute("data-overlay", covered);
    if (!covered) return startSmoothScrolling();
    const escape = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.isComposing) closeAll();
    };
    document.addEventListener("keydown", escape);
    const touch = window.matchMedia("(pointer: coarse)").matches;
    if (touch) enterOverlay();
    return () => {
      document.removeEventListener("keydown", escape);
      if (touch) leaveOverlay();
    };
  }, [covered, closeAll]);

  // The menus belong to one side of this width each.
  useEffect(() => {
    const desktop = window.matchMedia(`(min-width: ${breakpoints.product.tabletMax}px)`);
    desktop.addEventListener("change", dropMenus);
    return () => desktop.removeEventListener("change", dropMenus);
  }, [dropMenus]);

  return {
    page: useOverlays(({ painted }) => isCovered({ stack: painted })),
    header: useOverlays(({ painted }) => isHeaderCovered({ stack: painted })),
  };
}
