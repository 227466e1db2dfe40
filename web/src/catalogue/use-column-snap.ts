import { type RefObject, useEffect } from "react";

/**
 * useColumnSnap makes a region that is narrower than its table snap to columns,
 * so that the sticky first column does not cut text. CSS knows neither the first
 * column's width nor the padding at the end that the last snap position needs:
 * both are measured. Only a region that its table fits in, with `data-fits`, can
 * leave the head to the window's scrolling.
 */
export function useColumnSnap(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current;
    const head = element?.querySelector("thead");
    if (!element || !head) return undefined;
    const measure = () => {
      const [first = 0, ...others] = [...head.querySelectorAll("th")].map((cell) => cell.getBoundingClientRect().width);
      const hidden = head.getBoundingClientRect().width + endOf(element) - element.clientWidth;
      element.toggleAttribute("data-sideways", hidden > 0);
      element.toggleAttribute("data-fits", hidden <= 0);
      let end = 0;
      for (const width of others) if (end < hidden) end += width;
      element.style.setProperty("--first", `${first}px`);
      element.style.setProperty("--rest", `${hidden > 0 ? Math.max(0, end - hidden) : 0}px`);
    };
    // Deferred by a frame: measuring changes the region's size, and a resize inside the callback is reported as a ResizeObserver loop error.
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    });
    for (const watched of [element, ...head.querySelectorAll("th")]) observer.observe(watched);
    // The browser scrolls a focused field just into view and then snaps back to a column that hides it. A button that
    // is focused by the pointer must stay where it is: if it moves before the release, there is no click.
    const showEnd = ({ target }: FocusEvent) => {
      if (!(target as Element).matches("td:last-child :focus-visible")) return;
      const { direction } = getComputedStyle(element);
      element.scrollTo({ left: direction === "rtl" ? -element.scrollWidth : element.scrollWidth });
    };
    element.addEventListener("focusin", showEnd);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      element.removeEventListener("focusin", showEnd);
    };
  }, [region]);
}

/** endOf returns the padding at the region's end without the part that snapping adds. */
function endOf(element: HTMLElement): number {
  const { paddingInlineEnd } = getComputedStyle(element);
  return Number.parseFloat(paddingInlineEnd) - Number.parseFloat(element.style.getPropertyValue("--rest") || "0");
}
