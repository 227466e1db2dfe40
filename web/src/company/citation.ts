/** A citation as the content holds it: the words, then on further lines who said them and in what office. */
export interface Citation {
  words: string;
  author: string;
  office: string;
}

/** Reads a citation's text; undefined where there are no words. */
export function citationOf(text: string | null | undefined): Citation | undefined {
  const [words, author = "", ...office] = (text ?? "")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return words ? { words, author, office: office.join(", ") } : undefined;
}
