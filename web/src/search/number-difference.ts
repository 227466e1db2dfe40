import { foldNumber, type Piece } from "../ui/search-highlight/matches";

/** The difference between a typed number and one of the catalogue. */
interface NumberDifference {
  /** The catalogue's number; a `hit` is what differs. */
  pieces: readonly Piece[];
  /** Whether the two differ in the order of two neighbouring characters only. */
  swapped: "digits" | "characters" | "";
}

/**
 * numberDifference compares a typed number with one of the catalogue. Case and
 * separators do not count, and a typed number may lack the first parts of the
 * catalogue's, such as the supplier's prefix.
 */
export function numberDifference(typed: string, number: string): NumberDifference {
  const given = foldNumber(typed);
  const units = Array.from(number).flatMap((character, at) =>
    foldNumber(character) === "" ? [] : [{ character, at }],
  );
  const plain = units.map(({ character }) => foldNumber(character));
  // The typed number may begin at any part of the catalogue's.
  const starts = units.flatMap(({ at }, index) =>
    index === 0 || foldNumber(number[at - 1] ?? "") === "" ? [index] : [],
  );
  let best = { start: 0, before: 0, after: 0 };
  for (const start of starts) {
    const rest = plain.slice(start);
    const before = common(given, rest);
    const most = Math.min(given.length, rest.length) - before;
    const after = Math.min(most, common(Array.from(given).toReversed(), rest.toReversed()));
    if (before + after > best.before + best.after) best = { start, before, after };
  }
  const from = best.start + best.before;
  const to = plain.length - best.after;
  const changed = plain.slice(from, to).join("");
  const wrong = given.slice(best.before, given.length - best.after);
  const isSwapped = changed.length === 2 && wrong === `${changed[1]}${changed[0]}`;
  const [begin, end] = [units[from]?.at ?? number.length, (units[to - 1]?.at ?? -1) + 1];
  const pieces = [
    { text: number.slice(0, begin), hit: false },
    { text: number.slice(begin, Math.max(begin, end)), hit: true },
    { text: number.slice(Math.max(begin, end)), hit: false },
  ].filter(({ text }) => text !== "");
  return { pieces, swapped: isSwapped ? (/^\d+$/.test(changed) ? "digits" : "characters") : "" };
}

/** common returns the number of equal characters at the start of two numbers. */
function common(a: ArrayLike<string>, b: ArrayLike<string>): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}
