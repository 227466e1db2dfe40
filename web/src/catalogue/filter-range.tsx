import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Facet } from "../content/listing";
import type { Choice } from "./filter-facets";
import { useFilterNames, useListingTexts } from "./listing-texts";
import { rangeOf, withRange } from "./selection";

/** Height of the histogram in view box units; each bar is one unit wide. */
const height = 44;

/**
 * RangeControl selects a range between two of a facet's numbers, over a
 * histogram of products per number. The handles step through the numbers that
 * occur; the range applies when a handle is released.
 */
export function RangeControl({ facet, selection, choose }: { facet: Facet } & Choice) {
  const texts = useListingTexts();
  const { facetName, numberName, measured } = useFilterNames();
  const numbers = facet.values.flatMap(({ number }) => number ?? []);
  const last = numbers.length - 1;
  const { from, to } = rangeOf(selection, facet.slug);
  const chosen = {
    low: from === null ? 0 : numbers.filter((number) => number < from).length,
    high: to === null ? last : numbers.filter((number) => number <= to).length - 1,
  };
  const [dragged, setDragged] = useState<typeof chosen>();
  const { low, high } = dragged ?? chosen;
  const control = useRef<HTMLDivElement>(null);
  const apply = (range: typeof chosen) =>
    choose(
      withRange(selection, facet.slug, {
        from: range.low > 0 ? (numbers[range.low] ?? null) : null,
        to: range.high < last ? (numbers[range.high] ?? null) : null,
      }),
    );

  // React keeps handles that were moved before hydration, but fires no event for them (facebook/react#33129).
  useLayoutEffect(() => {
    const [from = low, to = high + 1] = [...(control.current?.querySelectorAll("input") ?? [])].map(
      ({ valueAsNumber }) => valueAsNumber,
    );
    if (from !== low || to !== high + 1) apply({ low: Math.min(from, high), high: Math.max(to - 1, from) });
    // oxlint-disable-next-line react/exhaustive-deps -- the values can differ only at hydration
  }, []);

  // React's onChange is the browser's `input` event, which fires on every step of a drag.
  useEffect(() => {
    const element = control.current;
    const settle = () => {
      if (!dragged) return;
      setDragged(undefined);
      apply(dragged);
    };
    element?.addEventListener("change", settle);
    return () => element?.removeEventListener("change", settle);
  });

  const most = Math.max(1, ...facet.values.map(({ count }) => count));
  const text = (index: number) => measured(facet, numberName(facet, numbers[index] ?? 0));
  // The handles are at the outer edges of the bars: the upper handle is one bar past its number.
  const handle = (end: string, index: number, edge: 0 | 1, move: (to: number) => void) => (
    <input
      type="range"
      min={0}
      max={last + 1}
      value={index + edge}
      aria-label={`${facetName(facet)} ${end}`}
      aria-valuetext={text(index)}
      onChange={(event) => move(event.target.valueAsNumber - edge)}
    />
  );
  return (
    <div className="range" ref={control}>
      <svg
        className="hist"
        viewBox={`0 0 ${numbers.length} ${height + 2}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {facet.values.map(({ key, count }, index) => {
          const bar = Math.max(2, Math.round((count / most) * height));
          return (
            <rect
              key={key}
              className={index >= low && index <= high ? "on" : undefined}
              x={index + 0.04}
              y={height - bar}
              width={0.92}
              height={bar}
            />
          );
        })}
        <rect className="track" y={height} width={numbers.length} height={2} />
        <rect className="on" x={low} y={height} width={Math.max(0, high - low + 1)} height={2} />
      </svg>
      <div className="handles">
        {handle(texts.from, low, 0, (index) => setDragged({ low: Math.min(index, high), high }))}
        {handle(texts.to, high, 1, (index) => setDragged({ low, high: Math.max(index, low) }))}
      </div>
      <p className="mono">
        <span>{text(low)}</span>
        <span>{text(high)}</span>
      </p>
    </div>
  );
}
