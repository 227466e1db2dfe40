import { useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Item } from "../model/groups";

/** Rows beyond the window that are rendered as well. */
const overscan = 12;

/** Measured rows of lists that were open, so that Back leads to the same place. */
const measured = new Map<string, VirtualItem[]>();

interface Options {
  /** Names the list. */
  name: string;
  items: Item[];
  /** The usual height of a row, in pixels; rendered rows are measured. */
  rowHeight: number;
  more: boolean;
  loadMore: () => void;
}

/** Renders the rows of a long list that are near the window, and loads the next ones before their end is seen. */
export function useWindowRows<Body extends HTMLElement>({ name, items, rowHeight, more, loadMore }: Options) {
  const body = useRef<Body>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    if (body.current) setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY);
  }, [items.length]);

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (items[index]?.type === "group" ? 32 : rowHeight),
    getItemKey: (index) => {
      const item = items[index];
      return item?.type === "row" ? item.row.reference : `group ${item?.group ?? index}`;
    },
    initialMeasurementsCache: measured.get(name) ?? [],
    overscan,
    scrollMargin,
    // Below the bar and the head, above the foot.
    scrollPaddingStart: 120,
    scrollPaddingEnd: 80,
  });
  useEffect(
    () => () => {
      measured.set(name, virtualizer.measurementsCache);
    },
    [name, virtualizer],
  );
  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const atEnd = more && last >= items.length - overscan - 1;
  const load = useRef(loadMore);
  useEffect(() => {
    load.current = loadMore;
  });
  useEffect(() => {
    if (atEnd) load.current();
  }, [atEnd, items.length]);

  const before = (shown[0]?.start ?? scrollMargin) - scrollMargin;
  const after = Math.max(0, virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? scrollMargin) - scrollMargin));
  return { body, virtualizer, shown, before, after };
}
