import { expect, test } from "vitest";
import "./server";
import { languages } from "../i18n/languages";
import type { PageContext } from "../router/page-context";

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

/** Renders the imprint with a given record. */
function render(block: object): string {
  const { queries } = JSON.parse(ferrule.plan(JSON.stringify(imprint))) as { queries: string[] };
  const data = Object.fromEntries(queries.filter((query) => query.includes("/pages")).map((query) => [query, [block]]));
  return ferrule.page(JSON.stringify({ ...imprint, data }));
}

test("a page is rendered within a Suspense boundary, which the browser hydrates separately", () => {
  expect(render({ translations: [{ languages_code: "en-US", content: "<p>Text</p>" }] })).toMatch(
    /<main[^>]*><!--\$-->.*<p>Text<\/p>.*<!--\/\$--><\/main>/s,
  );
});

test("an error thrown by a page propagates out of its Suspense boundary", () => {
  expect(() => render({ translations: [{ title: { de: "Impressum" } }] })).toThrow("not valid as a React child");
});
