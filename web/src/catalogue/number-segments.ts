/** Segment is a part of an article number; `varies`: it differs between the numbers of the family. */
export interface Segment {
  text: string;
  varies: boolean;
}

/**
 * segmentsOf splits a number at its hyphens and compares it with the family's:
 * parts that all numbers share at the same distance from the start or from the
 * end do not vary. The texts of the segments, with hyphens between them, are the number.
 */
export function segmentsOf(number: string, family: readonly string[]): readonly Segment[] {
  const parts = number.split("-");
  const all = family.map((each) => each.split("-"));
  const even = all.every(({ length }) => length === parts.length);
  const fromStart = (at: number) => all.every((other) => other[at] === parts[at]);
  const fromEnd = (at: number) => all.every((other) => other.at(at - parts.length) === parts[at]);
  const start = parts.findIndex((_, at) => !fromStart(at));
  const end = parts.findLastIndex((_, at) => !fromEnd(at));
  return parts.map((text, at) => ({
    text,
    varies: even ? !fromStart(at) : start >= 0 && at >= start && at <= end,
  }));
}
