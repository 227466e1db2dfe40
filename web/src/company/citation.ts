/** Citation is a citation with its author and the author's office. */
export interface Citation {
  words: string;
  author: string;
  office: string;
}

/** citationOf parses a citation's text: words, author and office on separate lines; undefined without words. */
export function citationOf(text: string | null | undefined): Citation | undefined {
  const [words, author = "", ...office] = (text ?? "")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return words ? { words, author, office: office.join(", ") } : undefined;
}
