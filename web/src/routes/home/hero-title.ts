const softHyphen = /\u00ad/g;

function length(line: string): number {
  return line.replace(softHyphen, "").length;
}

/**
 * The lines of the offer title: as the editor broke them, otherwise broken at
 * the blank that leaves the shorter longest line.
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
 * The class that makes the longest line fit beside the drawing. Editors should
 * stay within 12 characters; the last steps only keep longer lines on the page.
 */
export function fitClass(lines: readonly string[]): string {
  const characters = longest(lines);
  if (characters <= 9) return "";
  if (characters <= 10) return "fit-92";
  if (characters <= 12) return "fit-80";
  if (characters <= 15) return "fit-64";
  return "fit-48";
}
