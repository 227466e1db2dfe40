import { foldNumber } from "./matches";

/** The correction of a typing error in a search. */
interface Correction {
  from: string;
  to: string;
}

/** Returns the typed text without one word, given as the index returns it: folded, corrected, DN 25 as one word. */
export function leaveOut(q: string, word: string, corrected: readonly Correction[] = []): string {
  const wanted = foldNumber(corrected.find(({ to }) => to === word)?.from ?? word);
  const tokens = q.split(/\s+/);
  for (const size of [1, 2]) {
    const at = tokens.findIndex((_, index) => foldNumber(tokens.slice(index, index + size).join("")) === wanted);
    if (at >= 0) return tokens.toSpliced(at, size).join(" ");
  }
  return q;
}
