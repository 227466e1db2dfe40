import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import "./server";
import { ContentCache } from "../content/cache";
import { footerBlock } from "../content/shell-blocks";
import { languages } from "../i18n/languages";
import type { PageContext } from "../router/page-context";
import { App } from "./app";
import * as lateParts from "./late-parts";

declare const ferrule: Record<"plan" | "page", (input: string) => string>;

const imprint: PageContext = {
  route: "imprint",
  path: "/imprint",
  params: {},
  search: {},
  language: "en-US",
  prefix: "/en",
  languages: languages.map((language) => ({ ...language, available: true })),
  plain: [],
};

/** Renders the imprint with given records of the page and the footer. */
function render(block: object, footer: object = {}): string {
  const { queries } = JSON.parse(ferrule.plan(JSON.stringify(imprint))) as { queries: string[] };
  const data = Object.fromEntries(
    queries.flatMap((query) =>
      query.includes("/pages") ? [[query, [block]]] : query.includes("/footer") ? [[query, [footer]]] : [],
    ),
  );
  return ferrule.page(JSON.stringify({ ...imprint, data }));
}

const footerOf = (html: string) => /<div><!--\$--><footer.*<\/footer><!--\/\$--><\/div>/s.exec(html)?.[0];
const copyright = (text: string) => ({
  phone_links: [{ text: "+41 52 555 01 20" }],
  translations: [{ languages_code: "en-US", copyright: text }],
});

test("a page is rendered within a Suspense boundary, which the browser hydrates separately", () => {
  expect(render({ translations: [{ languages_code: "en-US", content: "<p>Text</p>" }] })).toMatch(
    /<main[^>]*><!--\$-->.*<p>Text<\/p>.*<!--\/\$--><\/main>/s,
  );
});

test("an error thrown by a page propagates out of its Suspense boundary", () => {
  expect(() => render({ translations: [{ title: { de: "Impressum" } }] })).toThrow("not valid as a React child");
});

test("the cached footer has the HTML that React renders within the page", () => {
  const cached = footerOf(render({}, copyright("Ferrule AG")));
  const data = { [footerBlock(imprint.language)]: [copyright("Ferrule AG")] };
  const cache = new ContentCache((query) => data[query]);
  const whole = renderToString(
    <App
      first={{ page: imprint, pathname: "/en/imprint", search: "" }}
      cache={cache}
      loaded={() => undefined}
      parts={() => lateParts}
    />,
  );
  expect(cached).toContain("Ferrule AG");
  expect(cached).toBe(footerOf(whole));
});

test("a change of the footer's content shows on the next page", () => {
  expect(footerOf(render({}, copyright("Ferrule AG")))).toContain("Ferrule AG");
  expect(footerOf(render({}, copyright("Ferrule SA")))).toContain("Ferrule SA");
});
