import { escapeHtml } from "../content/escape-html";

/** A drawing's values and names, by the slugs of attributes. */
export interface DrawnValues {
  /** Begins the ids of the view's paints: a page shows a view more than once. */
  scope: string;
  values: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
  /** The accessible name. */
  label: string;
  /** Whether the letters can have the focus: in one of the places that show the view. */
  focusable: boolean;
}

const group = /<g\s[^>]*>/g;

function attributeOf(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}

/** viewsOf returns the views of a product's drawing, each as one `svg` element. */
export function viewsOf(markup: string): readonly string[] {
  return markup.match(/<svg[\s>][\s\S]*?<\/svg>/g) ?? [];
}

/** symbolsOf returns the symbols of a drawing, by the slugs of the attributes that they stand for. */
export function symbolsOf(markup: string): ReadonlyMap<string, string> {
  const symbols = new Map<string, string>();
  for (const [tag] of markup.matchAll(group)) {
    const [slug, symbol] = [attributeOf(tag, "data-k"), attributeOf(tag, "data-s")];
    if (slug && symbol) symbols.set(slug, symbol);
  }
  return symbols;
}

/**
 * drawnView writes values into a view that the server has sanitised: texts with
 * `data-v`, repeated groups with `data-n`, and names groups with a symbol. It adds no markup of the content's.
 */
export function drawnView(view: string, { scope, values, names, label, focusable }: DrawnValues): string {
  return view
    .replaceAll(/\sid="([^"]*)"/g, (_, id: string) => ` id="${scope}${id}"`)
    .replaceAll("url(#", `url(#${scope}`)
    .replaceAll(/(<t(?:ext|span)\s[^>]*data-v="([^"]*)"[^>]*>)[^<]*/g, (_, tag: string, slug: string) => {
      return tag + escapeHtml(values.get(slug) || "–");
    })
    .replaceAll(/<g data-n="([^"]*)">([\s\S]*?)<\/g>/g, (_, slug: string, shape: string) =>
      repeated(shape, Number(values.get(slug))),
    )
    .replaceAll(group, (tag) => {
      const [slug, symbol] = [attributeOf(tag, "data-k"), attributeOf(tag, "data-s")];
      if (!slug || !symbol) return tag;
      const name = `${names.get(slug) ?? symbol} ${values.get(slug) ?? ""}`.trim();
      return `<g${focusable ? ' tabindex="0"' : ""} role="img" aria-label="${escapeHtml(name)}"${tag.slice(2)}`;
    })
    .replace("<svg", `<svg class="draw" role="group" aria-label="${escapeHtml(label)}"`);
}

/** repeated draws a shape `count` times around the origin, none of them on an axis. */
function repeated(shape: string, count: number): string {
  const turns = Number.isInteger(count) && count > 0 && count <= 96 ? count : 0;
  return Array.from({ length: turns }, (_, at) => {
    const angle = Number((((at + 0.5) * 360) / turns).toFixed(3));
    return `<g transform="rotate(${angle})">${shape}</g>`;
  }).join("");
}
