/** PdfText is a piece of text of a PDF page, as pdfjs-dist returns it; lengths in points, y upwards. */
export interface PdfText {
  str: string;
  /** a, b, c, d, x, y of its matrix. */
  transform: readonly number[];
  width: number;
  height: number;
}

/** The width of a space, in heights of the text; a gap of less than half of it is none. */
const space = 0.25;

/** Two pieces whose baselines differ by less than this are on one line, in heights of the text. */
const sameLine = 0.4;

/**
 * linesOfPage returns the lines of a page, from top to bottom. A gap that is wider
 * than two spaces is a tab, as between the cells of a spreadsheet.
 */
export function linesOfPage(texts: readonly PdfText[]): readonly string[] {
  const pieces = texts
    .filter(({ str }) => str.trim() !== "")
    .map(({ str, transform, width, height }) => ({
      text: str.trim(),
      x: transform[4] ?? 0,
      y: transform[5] ?? 0,
      width,
      height: height || Math.abs(transform[3] ?? 0) || 1,
    }))
    .toSorted((a, b) => b.y - a.y || a.x - b.x);
  const lines: (typeof pieces)[] = [];
  for (const piece of pieces) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && first.y - piece.y < sameLine * Math.min(first.height, piece.height)) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => {
    let end: number | undefined;
    let joined = "";
    for (const { text, x, width, height } of line.toSorted((a, b) => a.x - b.x)) {
      const gap = end === undefined ? 0 : (x - end) / (space * height);
      joined += (gap > 2 ? "\t" : gap > 0.5 ? " " : "") + text;
      end = x + width;
    }
    return joined;
  });
}
