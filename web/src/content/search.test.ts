import { expect, test } from "vitest";
import { searchBlock } from "./search";

test("a search has one query: sorted parameters, without those of default value", () => {
  expect(searchBlock("Flansch & DN 80", "de-DE")).toBe("/search?language=de-DE&q=Flansch%20%26%20DN%2080");
  expect(searchBlock("a", "de-DE", 2)).toBe("/search?language=de-DE&page=2&q=a");
  expect(searchBlock("a", "de-DE", 1, 8)).toBe("/search?language=de-DE&limit=8&q=a");
});
