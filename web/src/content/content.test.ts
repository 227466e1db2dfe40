import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inLanguage, languageOf, translation } from "../i18n/translation";
import { items } from "./query";
import { parseList, textEntries } from "./text-list";

const record = {
  translations: [
    { languages_code: "de-DE", name: "Flansch" },
    { languages_code: "fr-FR", name: "Bride" },
  ],
};

test("the current language's translation, else the first available, else none", () => {
  expect(translation(record, "fr-FR")?.name).toBe("Bride");
  expect(translation(record, "it-IT")?.name).toBe("Flansch");
  expect(translation({ translations: [] }, "it-IT")).toBeUndefined();
  expect(translation(undefined, "it-IT")).toBeUndefined();
});

test("No translation found: the built-in default content is used", () => {
  const builtIn = { name: "Ring" };
  expect(translation({ translations: [] }, "it-IT", builtIn)).toBe(builtIn);
  expect(translation(null, "it-IT", builtIn)).toBe(builtIn);
  expect(translation(record, "it-IT", builtIn)).toBe(record.translations[0]);
});

test("no other module implements the choice of a translation", () => {
  const source = join(import.meta.dirname, "..");
  const others = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file) && file !== join("i18n", "translation.ts"),
  );
  expect(others.length).toBeGreaterThan(100);
  const ownImplementation =
    /translations(\?\.)?\[[^\]]*\](?!\s*=[^=])|translations\??\.(at|find|filter)\(|languages_code\s*[!=]==(?!\s*"string")/;
  expect(others.filter((file) => ownImplementation.test(readFileSync(join(source, file), "utf8")))).toEqual([]);
});

test("a text in another language than the page's has a lang attribute", () => {
  expect(languageOf(translation(record, "it-IT"), "it-IT")).toBe("de-DE");
  expect(languageOf(translation(record, "fr-FR"), "fr-FR")).toBeUndefined();
  expect(languageOf({ languages_code: "ar-SA" }, "ar-SA"), "among English interface texts").toBe("ar-SA");
});

test.each([
  [
    [1, 2],
    [1, 2],
  ],
  ["[1,2]", [1, 2]],
  ["[1,", [9]],
  ['{"a":1}', [9]],
  ["", [9]],
  [null, [9]],
])("a list held as %j is %j", (value, list) => {
  expect(parseList(value, [9])).toEqual(list);
});

test("entries of another language are dropped, entries without one are kept", () => {
  const entries = [
    { text: "8404 Winterthur" },
    { text: "Suisse", languages_code: "fr-FR" },
    { text: "Schweiz", languages_code: "de-DE" },
  ];
  expect(inLanguage(entries, "fr-FR").map(({ text }) => text)).toEqual(["8404 Winterthur", "Suisse"]);
  // As for a record's translations, the first available language is used.
  expect(inLanguage(entries, "ar-SA").map(({ text }) => text)).toEqual(["8404 Winterthur", "Suisse"]);
});

test("entries of the first available language are used if the language has none", () => {
  const entries = [
    { text: "8404 Winterthur" },
    { text: "Suisse", languages_code: "fr-FR" },
    { text: "Schweiz", languages_code: "de-DE" },
  ];
  expect(inLanguage(entries, "it-IT").map(({ text }) => text)).toEqual(["8404 Winterthur", "Suisse"]);
});

test.each([
  ["entries", [{ text: "Ferrule AG" }, { text: "Winterthur" }], ["Ferrule AG", "Winterthur"]],
  ["their JSON text", '[{"text":"Ferrule AG"},{"text":"Winterthur"}]', ["Ferrule AG", "Winterthur"]],
  ["plain texts", ["Ferrule AG", " Winterthur "], ["Ferrule AG", "Winterthur"]],
  ["their JSON text", '["Ferrule AG","Winterthur"]', ["Ferrule AG", "Winterthur"]],
  ["a text of several lines", "Ferrule AG\n\nWinterthur\n", ["Ferrule AG", "Winterthur"]],
  ["values of a list", [{ value: "Ferrule AG" }, { value: "Winterthur" }], ["Ferrule AG", "Winterthur"]],
  ["a link without a text", [{ link: "mailto:a@ferrule.example" }], ["a@ferrule.example"]],
  ["empty entries", [{ text: " " }, {}, null, ""], []],
  ["nothing", null, []],
  ["broken JSON", '[{"text":', []],
])("a list of texts may be held as %s: %j", (_, value, lines) => {
  expect(textEntries(value, "de-DE").map(({ text }) => text)).toEqual(lines);
});

test("equal options give the same query string", () => {
  expect(
    items("products", {
      fields: ["id", "slug"],
      filter: { slug: { _eq: "a b" } },
      sort: ["-id"],
      limit: 3,
      offset: 24,
      language: "fr-FR",
    }),
  ).toBe(
    "/items/products?fields=id,slug&filter=%7B%22slug%22%3A%7B%22_eq%22%3A%22a%20b%22%7D%7D&sort=-id&limit=3&offset=24&language=fr-FR",
  );
});
