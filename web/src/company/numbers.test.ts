import { expect, test } from "vitest";
import { languages } from "../i18n/languages";
import { defaultFigures, figuresOf } from "./numbers";

test("a list is read as an array or as JSON text", () => {
  const list = [{ id: 1, value: "12+", subtitle: "Werke" }];
  const expected = [{ value: "12+", subtitle: "Werke" }];
  expect(figuresOf(list, "de-DE")).toEqual(expected);
  expect(figuresOf(JSON.stringify(list), "de-DE")).toEqual(expected);
});

test.each([null, undefined, "", "[{", "{}", 7])("%j falls back to the default numbers", (list) => {
  expect(figuresOf(list, "fr-FR").map(({ value }) => value)).toEqual(["25+", "1000+", "500+", "50+", "100+"]);
});

test("the default numbers have their labels in every language", () => {
  for (const { code } of languages) {
    for (const { subtitle } of defaultFigures(code)) expect(subtitle).not.toBe("");
  }
});

test("an empty list stays empty, and entries without a value are omitted", () => {
  expect(figuresOf([], "de-DE")).toEqual([]);
  expect(figuresOf([{ subtitle: "?" }, null, "5", { value: 5 }], "de-DE")).toEqual([{ value: "5", subtitle: "" }]);
});
