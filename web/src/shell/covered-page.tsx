import { type HTMLAttributes, useEffect, useRef } from "react";
import { startSmoothScrolling } from "../browser/smooth-scrolling";
import { setUnavailable } from "../browser/unavailable-flag";
import { breakpoints } from "../constants";
import { enterOverlay, leaveOverlay } from "../router/overlay-entry";
import { isCovered, useOverlays } from "../router/overlay-stack";
import { usePlace } from "../router/place";

/**
 * CoveredPage controls the page under an open overlay: the page does not scroll;
 * Escape, every change of page and, on touch devices, Back close the overlays. It
 * is a separate component so that opening an overlay does not re-render the
 * layout.
 */
export function CoveredPage(): null {
  const covered = useOverlays(({ stack }) => isCovered(stack));
  const { closeAll, dropMenus } = useOverlays.getState();
  const place = usePlace();
  const address = place && `${place.pathname}${place.search}`;

  // A change of address closes the overlays; the first known address after the start is not a change.
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== address) {
      closeAll();
      // A menu that is still opening ignores closeAll, and must not cover the next page.
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

  // Each menu exists only on one side of this breakpoint.
  useEffect(() => {
    const desktop = window.matchMedia(`(min-width: ${breakpoints.product.tabletMax}px)`);
    desktop.addEventListener("change", dropMenus);
    return () => desktop.removeEventListener("change", dropMenus);
  }, [dropMenus]);

  return null;
}

/** A part of the page that is inert while an overlay covers it; `covers` reports whether the stack does. */
export function Underlay({
  as: Part = "div",
  covers = isCovered,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: "div" | "header" | "main"; covers?: typeof isCovered }) {
  return <Part inert={useOverlays(({ painted }) => covers(painted))} {...rest} />;
}
