import { type RefObject, useEffect } from "react";

/**
 * useColumnSnap lets a region that is narrower than its table come to rest only
 * where a column begins beside the sticky first one, so that this one cuts no
 * text. CSS knows neither the first column's width nor how far the end must
 * move for the last position to be such a place: both are measured.
 */
export function useColumnSnap(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current;
    const head = element?.querySelector("thead");
    if (!element || !head) return undefined;
    const measure = () => {
      const [first = 0, ...others] = [...head.querySelectorAll("th")].map((cell) => cell.getBoundingClientRect().width);
      const hidden = head.getBoundingClientRect().width + 2 * marginOf(element) - element.clientWidth;
      element.toggleAttribute("data-sideways", hidden > 0);
      let end = 0;
      for (const width of others) if (end < hidden) end += width;
      element.style.setProperty("--first", `${first}px`);
      element.style.setProperty("--rest", `${hidden > 0 ? Math.max(0, end - hidden) : 0}px`);
    };
    // Not at once: what is measured changes the region's own size, which an observer reports as an error.
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    });
    for (const watched of [element, ...head.querySelectorAll("th")]) observer.observe(watched);
    // The browser would scroll a focused field just into view, and then snap back to a column that leaves it outside.
    const showEnd = ({ target }: FocusEvent) => {
      if (!(target as Element).closest("td:last-child")) return;
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

function marginOf(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).paddingInlineStart);
}
