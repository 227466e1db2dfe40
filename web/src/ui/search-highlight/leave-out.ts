import { foldNumber } from "./matches";

/** A word of a search that was read as another, for a typing error. */
interface Correction {
  from: string;
  to: string;
}

/** What was typed without one of its words, as the index names it: folded, corrected, DN 25 as one word. */
export function leaveOut(q: string, word: string, corrected: readonly Correction[] = []): string {
  const wanted = foldNumber(corrected.find(({ to }) => to === word)?.from ?? word);
  const tokens = q.split(/\s+/);
  for (const size of [1, 2]) {
    const at = tokens.findIndex((_, index) => foldNumber(tokens.slice(index, index + size).join("")) === wanted);
    if (at >= 0) return tokens.toSpliced(at, size).join(" ");
  }
  return q;
}
