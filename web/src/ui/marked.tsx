import { createContext, useContext } from "react";
import { pieces } from "../lib/mark";

const Marks = createContext<readonly string[]>([]);

/** Around what a search found: its folded marks. */
export const MarksProvider = Marks.Provider;

/** A text in which what was searched for is marked. `number`: it is a part number. */
export function Marked({ text, number = false }: { text: string; number?: boolean }) {
  const marks = useContext(Marks);
  if (marks.length === 0) return text;
  // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity than their place
  return pieces(text, marks, number).map((piece, index) =>
    piece.hit ? <mark key={index}>{piece.text}</mark> : piece.text,
  );
}
