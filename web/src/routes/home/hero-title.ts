const softHyphen = /\u00ad/g;

function length(line: string): number {
  return line.replace(softHyphen, "").length;
}

/**
 * titleLines returns the lines of the offer title: the editor's line breaks, else
 * two lines, broken at the space that minimises the longest line.
 */
export function titleLines(title: string): readonly string[] {
  const lines = title
    .split(/\r?\n|<br\s*\/?>/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const [only] = lines;
  if (lines.length !== 1 || only === undefined || length(only) <= 9) return lines;
  const words = only.split(" ");
  let best = [only];
  for (let cut = 1; cut < words.length; cut++) {
    const pair = [words.slice(0, cut).join(" "), words.slice(cut).join(" ")];
    if (longest(pair) < longest(best)) best = pair;
  }
  return best;
}

function longest(lines: readonly string[]): number {
  return Math.max(0, ...lines.map(length));
}

/**
 * fitClass returns the class of the font size at which the longest line fits beside
 * the drawing. Lines should have at most 12 characters; the smallest sizes only
 * prevent overflow.
 */
export function fitClass(lines: readonly string[]): string {
  const characters = longest(lines);
  if (characters <= 9) return "";
  if (characters <= 10) return "fit-92";
  if (characters <= 12) return "fit-80";
  if (characters <= 15) return "fit-64";
  return "fit-48";
}
