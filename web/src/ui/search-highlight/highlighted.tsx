import { splitAtMatches } from "./matches";

/** A text with highlighted search matches. `marks`: the folded strings to highlight; `number`: the text is a part number. */
export function Highlighted({
  text,
  marks,
  number = false,
}: {
  text: string;
  marks: readonly string[];
  number?: boolean;
}) {
  // oxlint-disable-next-line react/no-array-index-key -- pieces have no identity besides their position
  return splitAtMatches(text, marks, number).map((piece, index) =>
    piece.hit ? <mark key={index}>{piece.text}</mark> : piece.text,
  );
}
