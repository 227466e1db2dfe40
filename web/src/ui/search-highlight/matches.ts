// Highlights search matches in texts. Texts and marks are normalised in the same
// way as in the catalogue's index (internal/catalogue/fold.go).

/** A part of a text; `hit`: it matches the search. */
export interface Piece {
  text: string;
  hit: boolean;
}

/** Characters without a base letter, with their transliteration. */
const spelled: Readonly<Record<string, string>> = { ß: "ss", "×": "x", ø: "o", æ: "ae", œ: "oe", "\u00ad": "" };

/** The smallest length of a mark that matches within words; a shorter one must be a whole word. */
const shortest = 3;

/** The largest number of letters in which endings may differ: Flansche matches Flansch. */
const longestEnding = 2;

/** A folded text, with the start and end of each of its characters in the original text. */
interface Folded {
  text: string;
  begins: number[];
  ends: number[];
}

/** Normalises a text for comparison: without case, accents and soft hyphens, ß as ss, × as x, a decimal comma as a point. */
export function fold(text: string): string {
  return folded(text).text;
}

/** Normalises a part number or technical value for comparison: folded letters and digits only. */
export function foldNumber(text: string): string {
  return withoutSigns(folded(text)).text;
}

/**
 * Splits a text at the matches of the marks, which are folded. `number`: the text
 * is a part number, in which hyphens, points and spaces are ignored.
 */
export function splitAtMatches(text: string, marks: readonly string[], number = false): readonly Piece[] {
  const words = folded(text);
  const signless = withoutSigns(words);
  const hits = Array.from({ length: text.length }, () => false);
  for (const mark of marks) {
    let ranges = number ? [] : foundWord(words, mark, text);
    // DN 25 and DN25 are the same value.
    if (ranges.length === 0 && (number || /\d/.test(mark))) ranges = foundNumber(signless, foldNumber(mark));
    for (const [from, to] of ranges) hits.fill(true, from, to);
  }
  const cut: Piece[] = [];
  for (const [index, hit] of hits.entries()) {
    const last = cut.at(-1);
    if (last?.hit === hit) last.text += text[index];
    else cut.push({ text: text[index] ?? "", hit });
  }
  return cut;
}

function folded(text: string): Folded {
  const result: Folded = { text: "", begins: [], ends: [] };
  let offset = 0;
  for (const character of text) {
    const from = offset;
    offset += character.length;
    const comma = character === "," && /\d$/.test(result.text) && /^\d/.test(text.slice(offset));
    const plain = comma ? "." : foldCharacter(character);
    // A combining accent belongs to the letter before it.
    if (plain === "" && character !== "\u00ad" && result.ends.length > 0) result.ends[result.ends.length - 1] = offset;
    for (const unit of plain) {
      result.text += unit;
      for (let count = 0; count < unit.length; count++) {
        result.begins.push(from);
        result.ends.push(offset);
      }
    }
  }
  return result;
}

function foldCharacter(character: string): string {
  const plain = character
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
  return spelled[plain] ?? plain;
}

function withoutSigns({ text, begins, ends }: Folded): Folded {
  const kept = [...text.matchAll(/[\p{L}\p{N}]/gu)].flatMap(({ 0: unit, index }) =>
    Array.from(unit, (_, half) => index + half),
  );
  return {
    text: kept.map((index) => text[index]).join(""),
    begins: kept.map((index) => begins[index] ?? 0),
    ends: kept.map((index) => ends[index] ?? 0),
  };
}

type Range = [from: number, to: number];

/** Returns the ranges of the original text that match a mark. */
function found({ text, begins, ends }: Folded, mark: string): Range[] {
  const ranges: Range[] = [];
  if (mark === "") return ranges;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    const from = begins[at] ?? 0;
    ranges.push([from, ends[at + mark.length - 1] ?? from]);
  }
  return ranges;
}

function foundNumber(signless: Folded, mark: string): Range[] {
  return mark.length < shortest ? [] : found(signless, mark);
}

/** Returns the ranges that match a word, else those that match it with another ending. */
function foundWord(words: Folded, mark: string, source: string): Range[] {
  const begins = ([from]: Range) => !/[\p{L}\p{N}]$/u.test(source.slice(0, from));
  const ends = ([, to]: Range) => !/^[\p{L}\p{N}]/u.test(source.slice(to));
  if (mark.length < shortest) return found(words, mark).filter((range) => begins(range) && ends(range));
  for (let cut = 0; cut === 0 || (cut <= longestEnding && mark.length - cut > shortest); cut++) {
    const ranges = found(words, mark.slice(0, mark.length - cut)).filter((range) => cut === 0 || ends(range));
    if (ranges.length > 0) return ranges;
  }
  return [];
}
