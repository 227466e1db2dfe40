import { type RefObject, useLayoutEffect, useState } from "react";

/** The height above and below the visible rows in which rows are rendered as well, in px. */
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
  /** Measures the element of a row, with its line number in `data-line`, until it is removed. */
  measure: (element: HTMLElement) => () => void;
  onScroll: () => void;
}

/**
 * useRowsInView returns which rows of a long list are rendered: those in view of the
 * scrolling element, and one more, which has the focus. `lines` are their line numbers.
 * Heights are estimated until a row has been rendered.
 */
export function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly number[],
  focused: number,
  estimate: (index: number) => number,
): RowsInView {
  const [view, setView] = useState({ top: 0, height: 800 });
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        setHeights((former) => {
          const next = new Map(former);
          for (const { target } of entries) {
            const line = Number((target as HTMLElement).dataset.line);
            const { height } = target.getBoundingClientRect();
            if (target.isConnected && height > 0) next.set(line, height);
          }
          return next;
        });
      }),
  );
  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const top = Math.floor(element.scrollTop / scrollStep) * scrollStep;
    const height = Math.ceil(element.clientHeight / scrollStep) * scrollStep;
    setView((former) => (former.top === top && former.height === height ? former : { top, height }));
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const resize = new ResizeObserver(onScroll);
    resize.observe(element);
    return () => resize.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- onScroll reads the element alone
  }, [scroller]);

  const slices: Slice[] = [];
  let offset = 0;
  let left = 0;
  for (const [index, line] of lines.entries()) {
    const height = heights.get(line) ?? estimate(index);
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
    onScroll,
  };
}
