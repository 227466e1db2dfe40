import { splitAtMatches } from "./matches";

/** A text in which what was searched for is marked. `marks`: folded; `number`: it is a part number. */
export function Highlighted({
  text,
  marks,
  number = false,
}: {
  text: string;
  marks: readonly string[];
  number?: boolean;
}) {
  // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity than their place
  return splitAtMatches(text, marks, number).map((piece, index) =>
    piece.hit ? <mark key={index}>{piece.text}</mark> : piece.text,
  );
}
