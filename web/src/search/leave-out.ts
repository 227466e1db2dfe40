import type { SearchReading } from "../content/listing";
import { foldNumber } from "../lib/mark";

/** What was typed without one of its words, as the index names it: folded, corrected, DN 25 as one word. */
export function leaveOut(q: string, word: string, { corrected }: Pick<SearchReading, "corrected">): string {
  const wanted = foldNumber(corrected.find(({ to }) => to === word)?.from ?? word);
  const tokens = q.split(/\s+/);
  for (const size of [1, 2]) {
    const at = tokens.findIndex((_, index) => foldNumber(tokens.slice(index, index + size).join("")) === wanted);
    if (at >= 0) return tokens.toSpliced(at, size).join(" ");
  }
  return q;
}
