import { marked } from "marked";
import type { Plugin } from "vite";

/** Turns an imported Markdown file of docs/desk into a module whose default export is its HTML. */
export function markdown(): Plugin {
  return {
    name: "ferrule-markdown",
    transform(source, id) {
      if (!id.endsWith(".md")) return null;
      return { code: `export default ${JSON.stringify(marked.parse(source, { async: false }))};`, map: null };
    },
  };
}
