/** A slider's track and cards as measured, in px from the window's left edge. */
export interface Measures {
  /** The visible width of the track, and that of all its cards. */
  visible: number;
  content: number;
  cards: readonly { left: number; right: number }[];
  rtl: boolean;
}

/**
 * Returns the stops of a slider by index, in px scrolled from the first card: one
 * per card until the last card is completely visible. The largest index is their
 * number minus one.
 */
export function stopsOf({ visible, content, cards, rtl }: Measures): readonly number[] {
  const end = Math.max(0, content - visible);
  const [first] = cards;
  if (!first || end < 1) return [0];
  const starts = cards.map((card) => (rtl ? first.right - card.right : card.left - first.left));
  // A stop within a pixel of the end counts as the end: browsers round scroll positions.
  return [...starts.filter((start) => start <= end - 1), end];
}

/** Returns the index of the stop nearest to a scroll position; positions are negative from right to left. */
export function indexAt(scrollLeft: number, stops: readonly number[]): number {
  const position = Math.abs(scrollLeft);
  let nearest = 0;
  for (const [index, stop] of stops.entries()) {
    if (Math.abs(stop - position) < Math.abs((stops[nearest] ?? 0) - position)) nearest = index;
  }
  return nearest;
}

/** Returns the index a number of cards from another, clamped to the ends. */
export function stepFrom(index: number, cards: number, stops: readonly number[]): number {
  return Math.min(stops.length - 1, Math.max(0, index + cards));
}

/**
 * Returns the index nearest to another at which a card is completely visible.
 * `start` and `end` are its edges in px from the first card; a card wider than the
 * track shows its start.
 */
export function indexShowing(
  card: { start: number; end: number },
  index: number,
  stops: readonly number[],
  visible: number,
): number {
  const seen = (stop: number) => stop <= card.start + 1 && (card.end <= stop + visible + 1 || stop >= card.start - 1);
  const candidates = stops.flatMap((stop, candidate) => (seen(stop) ? [candidate] : []));
  return candidates.reduce(
    (best, candidate) => (Math.abs(candidate - index) < Math.abs(best - index) ? candidate : best),
    candidates[0] ?? index,
  );
}

/** Returns the scrollLeft of an index, negative from right to left. */
export function scrollLeftOf(index: number, stops: readonly number[], rtl: boolean): number {
  const stop = stops[index] ?? 0;
  return rtl && stop > 0 ? -stop : stop;
}

/** Returns which width of a slider is missing, "" if all are measured. */
export function missingIn(track: number | null, cards: readonly number[]): string {
  if (track === null) return "no track";
  if (track === 0) return "the track has no width";
  if (cards.length === 0) return "no cards";
  return cards.some((width) => width === 0) ? "a card has no width" : "";
}
