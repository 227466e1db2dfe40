import { expect, test } from "vitest";
import { cellOf, familyNumber, listColumns, prefixOf, shortValue, widthOf } from "./list-columns";

const value = (texts: string[], range = false, unit = "") => ({ texts, range, unit });
const item = (...slugs: string[]) => ({ values: Object.fromEntries(slugs.map((slug) => [slug, value([slug])])) });
const slugsOf = (...items: ReturnType<typeof item>[]) => listColumns(items).map(({ slugs }) => slugs);

test("a list has the columns that some article has a value for", () => {
  expect(slugsOf(item("tube-od", "pn"), item("material", "approval"))).toEqual([["tube-od"], ["pn"], ["material"]]);
  expect(slugsOf(item())).toEqual([]);
});

test("sizes are in one column: the tube's diameter first, of pipes the nominal one", () => {
  expect(slugsOf(item("tube-od"), item("dn"))).toEqual([["tube-od", "dn"]]);
  expect(slugsOf(item("tube-od", "dn"), item("dn"))).toEqual([["dn", "tube-od"]]);
  const [column] = listColumns([item("tube-od"), item("dn")]);
  expect(column && cellOf(item("dn"), column)?.slug).toBe("dn");
  expect(column && cellOf(item("pn"), column)).toBeUndefined();
  expect(column && [prefixOf("tube-od", column), prefixOf("dn", column)]).toEqual(["", "DN\u00a0"]);
});

test("values are shortened to one that fits a narrow column", () => {
  expect(shortValue("pn", value(["160", "315"], false, "bar"))).toEqual(value(["160", "315"], true, "bar"));
  expect(shortValue("tube-od", value(["17.2"]))).toEqual(value(["17.2"]));
  expect(shortValue("thread", value(["M14×1,5", "M52×2"], true)).texts).toEqual(["M14", "M52"]);
  expect(shortValue("thread", value(["G 1/4", "G 1"], true)).texts).toEqual(["G\u00a01/4", "G\u00a01"]);
  expect(shortValue("thread", value(["M14×1,5"])).texts, "one thread has its pitch").toEqual(["M14×1,5"]);
});

test("a series is shortened to its letter", () => {
  const series = (text: string) => shortValue("series", value([text])).texts;
  expect(["S, schwer", "L/S, leicht und schwer", "A, DIN", "3000 psi", "LL"].flatMap(series)).toEqual([
    "S",
    "L/S",
    "A",
    "3000",
    "LL",
  ]);
});

test("columns of numbers have three widths", () => {
  expect(["6–38", "10–300", "315–630", "17,2–323,9"].map(({ length }) => widthOf(length))).toEqual([
    "k-s",
    "k-s",
    "k-m",
    "k-l",
  ]);
});

test.each([
  ["FR-GV-16S-71", "frgv", "FR-GV"],
  ["FR-GV-16S-71", "frgv1", "FR-GV"],
  ["FR-VF-080-040-04", "frvf0", "FR-VF"],
  ["FR-GV", "frgv", "FR-GV"],
  ["AX100-2", "ax100", "AX100"],
  ["AX100", "ax1", ""],
  ["FR-GV-16S", "", ""],
])("the beginning of %s and %s is %s", (number, beginning, common) => {
  expect(familyNumber(number, beginning)).toBe(common);
});
