import { expect, test } from "vitest";
import type { Attributes, Products, Variations } from "../content/model.gen";
import { columnsOf, factsOf, type ValueFormat } from "./facts";
import { filterRows, rowsOf, sortRows } from "./variation-rows";

const attributes = [
  { id: 1, slug: "dn", unit: null, kind: "number", translations: [{ languages_code: "de-DE", name: "Nennweite DN" }] },
  { id: 2, slug: "nps", unit: null, kind: "text", translations: [{ languages_code: "de-DE", name: "Nennweite NPS" }] },
  { id: 3, slug: "l1", unit: "mm", kind: "number", translations: [{ languages_code: "de-DE", name: "Länge L1" }] },
  { id: 4, slug: "thread", unit: null, kind: "text", translations: [{ languages_code: "de-DE", name: "Gewinde" }] },
] as unknown as Attributes[];

const format: ValueFormat = { language: "de-DE", units: "metric", attributes };
const imperial: ValueFormat = { ...format, units: "imperial" };

function variation(id: number, title: string, stock: number, values: Record<number, string>): Variations {
  return {
    id,
    sku: `FR-${id}`,
    stock,
    translations: [{ languages_code: "de-DE", title }],
    attributes: Object.entries(values).map(([attribute, value]) => ({
      attribute: attributes[Number(attribute) - 1],
      value: { id: 1, value, translations: [] },
    })),
  } as unknown as Variations;
}

const variations = [
  variation(1, "10S", 5, { 1: "12", 3: "49.5", 4: "M18×1.5" }),
  variation(2, "6S", 1240, { 1: "15", 3: "45", 4: "M14×1.5" }),
  variation(3, "30S", 0, { 1: "100", 4: "M100×2" }),
];
const columns = columnsOf(variations, format);
const rows = rowsOf(variations, columns, format);
const ids = (some: readonly { variation: Variations }[]) => some.map(({ variation: { id } }) => id);

test("columns and cells are in the page's language", () => {
  expect(columns.map(({ label, unit }) => [label, unit])).toEqual([
    ["Nennweite DN", ""],
    ["Länge L1", "mm"],
    ["Gewinde", ""],
  ]);
  expect(rows[0]?.cells).toEqual(["12", "49,5", "M18×1.5"]);
  expect(rows[2]?.cells).toEqual(["100", "", "M100×2"]);
});

test("in imperial units nominal diameters become pipe sizes; those without one are marked DN", () => {
  const read = columnsOf(variations, imperial);
  expect(read.map(({ label, unit }) => [label, unit])).toEqual([
    ["Nennweite NPS", ""],
    ["Länge L1", "in"],
    ["Gewinde", ""],
  ]);
  const cells = rowsOf(variations, read, imperial).map((row) => row.cells);
  expect(cells[0]).toEqual(["DN\u00a012", "1,949", "M18×1.5"]);
  expect(cells[1]?.[0]).toBe("1/2");
});

test("an article with a pipe size keeps its nominal diameter unconverted", () => {
  const both = [variation(1, "1", 0, { 1: "25", 2: "1" })];
  expect(rowsOf(both, columnsOf(both, imperial), imperial)[0]?.cells).toEqual(["25", "1"]);
});

test("the facts of a product are shown in either unit system", () => {
  const product = {
    attributes: [
      {
        attribute: attributes[2],
        values: [45, 49.5, 80].map((value) => ({ attribute_values_id: { id: 1, value: String(value) } })),
      },
    ],
  } as unknown as Products;
  expect(factsOf(product, format)).toEqual([{ slug: "l1", label: "Länge L1", value: "45–80\u00a0mm" }]);
  expect(factsOf(product, imperial)).toEqual([{ slug: "l1", label: "Länge L1", value: "1,772–3,15\u00a0in" }]);
});

test("rows sort by the numbers in their cells, empty cells last in both directions", () => {
  expect(ids(sortRows(rows, null))).toEqual([1, 2, 3]);
  expect(ids(sortRows(rows, { by: "size", descending: false }))).toEqual([2, 1, 3]);
  expect(ids(sortRows(rows, { by: "stock", descending: true }))).toEqual([2, 1, 3]);
  expect(ids(sortRows(rows, { by: 2, descending: false }))).toEqual([2, 1, 3]);
  expect(ids(sortRows(rows, { by: 1, descending: false }))).toEqual([2, 1, 3]);
  expect(ids(sortRows(rows, { by: 1, descending: true }))).toEqual([1, 2, 3]);
  const inch = ["2", "1 1/4", "1/2", "1"].map((title, id) => variation(id, title, 0, {}));
  const sorted = sortRows(rowsOf(inch, [], format), { by: "size", descending: false });
  expect(sorted.map(({ title }) => title)).toEqual(["1/2", "1", "1 1/4", "2"]);
});

test("rows are filtered by words in any cell, with either decimal separator", () => {
  expect(ids(filterRows(rows, " "))).toEqual([1, 2, 3]);
  expect(ids(filterRows(rows, "49.5"))).toEqual([1]);
  expect(ids(filterRows(rows, "49,5 m18x1,5"))).toEqual([1]);
  expect(ids(filterRows(rows, "fr-2"))).toEqual([2]);
  expect(ids(filterRows(rows, "fr-2 m18"))).toEqual([]);
});
