import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Forms } from "../content/model.gen";
import { placeholders } from "../lazy-constants";
import { formContent, meaningful } from "./form-content";
import { chooseForm, pageFormId, requestFormId } from "./form-id";
import { cartFormProblems, type FormValues, menuFormProblems } from "./rules";

// The server's rules are tested with the same cases (internal/rfq/parse_test.go).
interface Case {
  about: string;
  name: string;
  phone: string;
  email: string;
  agree: boolean;
  menu: string[];
  cart: string[];
}

const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../internal/rfq/testdata/rules.json"), "utf8"),
) as Case[];

test.each(cases)("the rules of the forms: $about", ({ name, phone, email, agree, menu, cart }) => {
  const values: FormValues = { name, tel: phone, email, message: "", agree };
  const fields = (problems: object) => Object.keys(problems).map((field) => (field === "tel" ? "phone" : field));
  expect(fields(menuFormProblems(values)).sort()).toEqual([...menu].sort());
  expect(fields(cartFormProblems(values)).sort()).toEqual([...cart].sort());
});

test("a missing name is reported as required, not as too short", () => {
  const values: FormValues = { name: "", tel: "1", email: "", message: "", agree: true };
  expect(cartFormProblems(values)).toEqual({ name: "required", tel: "tenDigits" });
});

const form = (id: number) => ({ id, slug: `form-${id}`, sort: id, status: "published" }) as Forms;

test.each([
  ["the given id", 3, 5, [form(1)], 3],
  ["the home page's form", 0, 5, [form(1)], 5],
  ["the first form", null, null, [form(7), form(8)], 7],
  ["12", "x", undefined, [], 12],
])("the request form is %s", (_, given, home, forms, id) => {
  expect(requestFormId(given, home, forms)).toBe(id);
});

test.each([
  ["the home page's", { home: 1, contacts: 2, support: 3, catalog: 4 }, 1],
  ["that of contacts", { home: null, contacts: 2, support: 3, catalog: 4 }, 2],
  ["that of support", { home: 0, contacts: "2", support: 3, catalog: 4 }, 3],
  ["that of the catalogue page", { home: -1, contacts: undefined, support: null, catalog: 4 }, 4],
  ["the first form", { home: null, contacts: null, support: null, catalog: null }, 7],
])("a page's form is %s", (_, pages, id) => {
  expect(pageFormId(pages, [form(7), form(8)])).toBe(id);
});

test("an unpublished form is replaced by the first one", () => {
  expect(chooseForm(99, [form(1), form(2)])?.id).toBe(1);
});

test("empty fields fall back to their older prefixed names, and placeholders count as empty", () => {
  const record = {
    ...form(1),
    translations: [
      {
        languages_code: "de-DE",
        name: "",
        form_name: "Ihr Name",
        send: "Senden",
        form_send: "Alt",
        first_line: "Submit a request",
      },
    ],
  } as unknown as Forms;
  const content = formContent(1, [record], "de-DE");
  expect(content.name).toBe("Ihr Name");
  expect(content.send).toBe("Senden");
  expect(content.first_line).toBe("");
});

test.each(Object.entries(placeholders))("a text that is the default %s counts as empty", (_, text) => {
  expect(meaningful(text)).toBe("");
  expect(meaningful(` ${text}\n`)).toBe("");
  expect(meaningful(`${text}!`)).toBe(`${text}!`);
  expect(meaningful(text.toUpperCase())).not.toBe("");
});
