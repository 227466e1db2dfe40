import { type HTMLAttributes, useEffect, useRef } from "react";
import { startSmoothScrolling } from "../browser/smooth-scrolling";
import { setUnavailable } from "../browser/unavailable-flag";
import { breakpoints } from "../constants";
import { enterOverlay, leaveOverlay } from "../router/overlay-entry";
import { isCovered, useOverlays } from "../router/overlay-stack";
import { usePlace } from "../router/place";

/**
 * What the page does while something lies over it: it does not scroll, and
 * smooth scrolling rests; Escape closes what is open, so does Back on touch
 * devices, and so does every change of page. A component, so that an overlay
 * that opens does not have the layout rendered.
 */
export function CoveredPage(): null {
  const covered = useOverlays(({ stack }) => isCovered(stack));
  const { closeAll, dropMenus } = useOverlays.getState();
  const place = usePlace();
  const address = place && `${place.pathname}${place.search}`;

  // Every change of address closes what lies over the page; that it is known at last, after the start, is none.
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== address) {
      closeAll();
      // A menu that is still opening ignores that; it must not lie over the next page.
      dropMenus();
      setUnavailable(false);
    }
    shown.current = address;
  }, [address, closeAll, dropMenus]);

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

  return null;
}

/** A part of the page, inert while something lies over it (`covers`: over which part). */
export function Underlay({
  as: Part = "div",
  covers = isCovered,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: "div" | "header" | "main"; covers?: typeof isCovered }) {
  return <Part inert={useOverlays(({ painted }) => covers(painted))} {...rest} />;
}
