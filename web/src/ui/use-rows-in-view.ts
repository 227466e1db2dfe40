import { type RefObject, useLayoutEffect, useState } from "react";

/** The height above and below the window in which rows are rendered as well, in px. */
const overscan = 600;

/** The scroll position is rounded to this, so that not every scroll event renders, in px. */
const scrollStep = 120;

/** Slice is a run of rendered rows; `before` is the height of the rows left out above it, in px. */
interface Slice {
  before: number;
  from: number;
  to: number;
}

interface RowsInView {
  slices: readonly Slice[];
  /** The height of the rows left out below the last slice, in px. */
  after: number;
  /** Measures the element of a row, with its key in `data-line`, until it is removed. */
  measure: (element: HTMLElement) => () => void;
}

/**
 * useRowsInView returns which rows of a long list are rendered: those in the
 * browser's window, and one more, which has the focus. `list` contains the rows
 * alone; `keys` identify them. Heights are estimated until a row has been rendered.
 */
export function useRowsInView(
  list: RefObject<HTMLElement | null>,
  keys: readonly string[],
  focused: number,
  estimate: (index: number) => number,
): RowsInView {
  const [view, setView] = useState({ top: 0, height: 800 });
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        setHeights((former) => {
          const next = new Map(former);
          for (const { target } of entries) {
            const { height } = target.getBoundingClientRect();
            if (target.isConnected && height > 0) next.set((target as HTMLElement).dataset.line ?? "", height);
          }
          return next;
        });
      }),
  );
  useLayoutEffect(() => {
    const follow = () => {
      const offset = list.current?.getBoundingClientRect().top ?? 0;
      const top = Math.floor(-offset / scrollStep) * scrollStep;
      const height = Math.ceil(window.innerHeight / scrollStep) * scrollStep;
      setView((former) => (former.top === top && former.height === height ? former : { top, height }));
    };
    follow();
    // Scroll events of an element inside the document do not bubble.
    document.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    return () => {
      document.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
    };
  }, [list]);

  const slices: Slice[] = [];
  let offset = 0;
  let left = 0;
  for (const [index, key] of keys.entries()) {
    const height = heights.get(key) ?? estimate(index);
    const inView = offset + height > view.top - overscan && offset < view.top + view.height + overscan;
    const last = slices.at(-1);
    if (!inView && index !== focused) left += height;
    else if (last && left === 0) last.to = index + 1;
    else {
      slices.push({ before: left, from: index, to: index + 1 });
      left = 0;
    }
    offset += height;
  }
  return {
    slices,
    after: left,
    measure: (element) => {
      observer.observe(element);
      return () => observer.unobserve(element);
    },
  };
}
