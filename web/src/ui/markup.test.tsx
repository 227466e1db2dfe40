import { globSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { RichText } from "../content/model.gen";
import { type PageContext, PageProvider } from "../router/page-context";
import { Markup } from "./markup";
import { Paragraphs } from "./paragraphs";

const sources = globSync("web/src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
const textOf = (file: string) => readFileSync(file, "utf8");

interface Model {
  collections: { collection: string; fields: { field: string; meta?: { interface?: string } }[] }[];
}

test("exactly the rich-text fields of the model are shown as markup", () => {
  const { collections } = JSON.parse(textOf("internal/content/model.json")) as Model;
  const rich = collections.flatMap(({ collection, fields }) =>
    fields
      .filter(({ meta }) => meta?.interface === "input-rich-text-html")
      .map(({ field }) => `${collection}.${field}`),
  );
  const shown = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\sof="(\w+\.(\w+))"\s+html=\{(?:\w+\??\.)?(\w+)\}/g)].map(
      ([, of = "", field, value]) => {
        // The compiler checks this too: the value's type names its field.
        expect(["markup", field], file).toContain(value);
        return of;
      },
    ),
  );
  // The drawing of a product is written by living-drawing.tsx, which decides by the same list.
  const drawing = "products.drawing";
  expect(textOf("web/src/catalogue/living-drawing.tsx")).toContain(`plain.includes("${drawing}")) return []`);
  expect(new Set([...shown, drawing])).toEqual(new Set(rich));
  const uses = sources.flatMap((file) => textOf(file).match(/<(?:Markup|Paragraphs)\s/g) ?? []);
  expect(uses).toHaveLength(shown.length + 2); // and the two in Paragraphs itself
});

test("no other module sets inner HTML", () => {
  expect(sources.filter((file) => textOf(file).includes("dangerouslySetInnerHTML")).toSorted()).toEqual([
    "web/src/app/layout.tsx", // the footer, as React rendered it
    "web/src/catalogue/living-drawing.tsx", // a drawing that the server has sanitised, with escaped values
    "web/src/catalogue/variation-table.tsx", // rows whose texts are escaped (row-html.ts)
    "web/src/company/seal-figure.tsx", // a drawing of the build
    "web/src/language/flag.tsx", // a drawing of the build
    "web/src/routes/home/hero-drawing.tsx", // a drawing of the build
    "web/src/shell/plain-menu.tsx", // the menu, as React rendered it
    "web/src/ui/content-icon/content-icon.tsx", // a drawing of an icon set
    "web/src/ui/markup.tsx",
  ]);
});

const rich = (text: string) => text as RichText<"pages_translations.content">;
const attack = '<meta http-equiv="refresh" content="0;url=//example.org">';

function shown(html: string, plain: readonly string[]) {
  const page = { plain } as PageContext;
  const common = { of: "pages_translations.content", html: rich(html) } as const;
  return renderToStaticMarkup(
    <PageProvider value={page}>
      <Markup {...common} />|<Paragraphs {...common} className="t" />
    </PageProvider>,
  );
}

test("the server's model decides whether a field is markup, not its text", () => {
  expect(shown("<p>a</p>", [])).toBe('<div><p>a</p></div>|<div class="t"><p>a</p></div>');
  expect(shown("R&amp;D\nDN &lt; 50", [])).toBe(
    '<div>R&amp;D\nDN &lt; 50</div>|<p class="t">R&amp;D</p><p class="t">DN &lt; 50</p>',
  );
  const asText = ["header.logo", "pages_translations.content"];
  const escaped = "&lt;meta http-equiv=&quot;refresh&quot; content=&quot;0;url=//example.org&quot;&gt;";
  expect(shown(`${attack}\nR&D`, asText)).toBe(
    `<div>${escaped}\nR&amp;D</div>|<p class="t">${escaped}</p><p class="t">R&amp;D</p>`,
  );
});

test("a page without the list of plain fields shows no markup", () => {
  expect(() => shown(attack, undefined as unknown as readonly string[])).toThrow(TypeError);
});
