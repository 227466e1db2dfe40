/** A slider's track and cards as measured, in px from the window's left edge. */
export interface Measures {
  /** The visible width of the track, and that of all its cards. */
  visible: number;
  content: number;
  cards: readonly { left: number; right: number }[];
  rtl: boolean;
}

/**
 * The positions at which a slider comes to rest, by index: one for each card,
 * in px scrolled from the first, until the last card is seen whole. Their
 * number less one is the maximum index.
 */
export function stopsOf({ visible, content, cards, rtl }: Measures): readonly number[] {
  const end = Math.max(0, content - visible);
  const [first] = cards;
  if (!first || end < 1) return [0];
  const starts = cards.map((card) => (rtl ? first.right - card.right : card.left - first.left));
  // Less than a pixel from the end is the end: browsers round what they scroll to.
  return [...starts.filter((start) => start <= end - 1), end];
}

/** The index of the stop nearest to a scroll position; from right to left positions are negative. */
export function indexAt(scrollLeft: number, stops: readonly number[]): number {
  const position = Math.abs(scrollLeft);
  let nearest = 0;
  for (const [index, stop] of stops.entries()) {
    if (Math.abs(stop - position) < Math.abs((stops[nearest] ?? 0) - position)) nearest = index;
  }
  return nearest;
}

/** The index that lies so many cards from another, within the ends. */
export function stepFrom(index: number, cards: number, stops: readonly number[]): number {
  return Math.min(stops.length - 1, Math.max(0, index + cards));
}

/**
 * The index nearest to another at which a card is seen whole. `start` and `end`
 * are its edges in px from the first card; a card wider than the track shows
 * its start.
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

/** Where to scroll for an index. */
export function scrollLeftOf(index: number, stops: readonly number[], rtl: boolean): number {
  const stop = stops[index] ?? 0;
  return rtl && stop > 0 ? -stop : stop;
}

/** What of a slider cannot be measured yet, "" if nothing. */
export function missingIn(track: number | null, cards: readonly number[]): string {
  if (track === null) return "no track";
  if (track === 0) return "the track has no width";
  if (cards.length === 0) return "no cards";
  return cards.some((width) => width === 0) ? "a card has no width" : "";
}
