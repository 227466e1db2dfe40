import { expect, test } from "vitest";
import { limits } from "../constants";
import type { Forms } from "../content/model.gen";
import { languages } from "../i18n/languages";
import { formContent } from "./form-content";
import { chooseForm, pageFormId, positive, requestFormId } from "./form-id";

const form = (id: number): Forms => ({ id, slug: null, sort: null, status: "published" });
const forms = [form(7), form(3), form(12)];

test.each([
  ["the given id", 3, 5, forms, 3],
  ["the home page's form where none is given", undefined, 5, forms, 5],
  ["the home page's form where what is given is no positive number", -1, form(5), forms, 5],
  ["the first form without either", "3", null, forms, 7],
  ["number 12 without any", 0, Number.NaN, [], limits.defaultForm],
])("the request form is %s", (_, given, home, all, id) => {
  expect(requestFormId(given, home, all)).toBe(id);
});

const named = { home: 1, contacts: 2, support: 3, catalog: 4 };

test.each([
  ["the home page's", named, 1],
  ["that of contacts", { ...named, home: null }, 2],
  ["that of support", { ...named, home: 0, contacts: undefined }, 3],
  ["that of the catalogue page", { ...named, home: null, contacts: null, support: -3 }, 4],
  ["the first there is", { home: null, contacts: null, support: null, catalog: null }, 7],
])("a page without a form of its own shows %s", (_, pages, id) => {
  expect(pageFormId(pages, forms)).toBe(id);
});

test("an unpublished form is replaced by the first, and a relation may be a record", () => {
  expect(chooseForm(3, forms)?.id).toBe(3);
  expect(chooseForm(99, forms)?.id).toBe(7);
  expect(chooseForm(undefined, [])).toBeUndefined();
  expect(positive({ id: 4 })).toBe(4);
  expect(positive({ id: "4" })).toBeUndefined();
});

test("No translation found: a form is empty form data, in every language", () => {
  for (const { code } of languages) {
    for (const missing of [[], [form(9)], [{ ...form(9), translations: [] }]]) {
      const { id, key, language, ...texts } = formContent(9, missing, code);
      expect([id, key, language]).toEqual([9, "", undefined]);
      expect(new Set(Object.values(texts))).toEqual(new Set([""]));
    }
  }
});

test("without published forms a request names the chosen form, else form 12", () => {
  expect(formContent(1, [], "de-DE").id).toBe(1);
  expect(formContent(undefined, [], "de-DE").id).toBe(limits.defaultForm);
  expect(formContent(99, forms, "de-DE").id).toBe(7);
});
