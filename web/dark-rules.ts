/**
 * darkRules returns the rules of a style sheet, minified and without comments, that
 * concern the dark theme, with their layers and media queries, as rules for a light
 * document: without scripts a document keeps the theme that the server wrote.
 */
export function darkRules(css: string): string {
  let out = "";
  for (let at = 0, end = 0; at < css.length; at = end) {
    const open = css.indexOf("{", at);
    if (open < 0) break;
    end = blockEnd(css, open);
    // Statements, such as @layer, may stand before the block's own words.
    const prelude = css.slice(Math.max(at, css.lastIndexOf(";", open) + 1), open).trim();
    const body = css.slice(open + 1, end - 1);
    if (/^@(media|layer|supports)/.test(prelude)) {
      const inner = darkRules(body);
      if (inner) out += `${prelude}{${inner}}`;
    } else if (prelude.includes("[data-theme=dark]")) {
      out += `${prelude.replaceAll("[data-theme=dark]", ":root[data-theme=light]")}{${body}}`;
    }
  }
  return out;
}

/** Returns the offset behind the block that opens at an offset. */
function blockEnd(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === "{") depth += 1;
    if (css[at] === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error("darkRules: a block of the style sheet has no end");
}
