import { expect, test } from "vitest";
import type { Products } from "../content/model.gen";
import type { ValueFormat } from "./facts";
import { partLabels, setValues } from "./set-values";

const format: ValueFormat = { language: "de-DE", units: "metric", attributes: [] };
const attributes = ["tube-od", "pn", "thread"].map((slug, at) => ({
  id: at + 1,
  slug,
  unit: { "tube-od": "mm", pn: "bar" }[slug] ?? null,
  translations: [{ languages_code: "de-DE", name: slug.toUpperCase() }],
}));

const set = (...parts: [quantity: number, ...values: string[]][]) =>
  ({
    bundle: parts.map(([quantity, ...values], at) => ({
      id: at,
      quantity,
      related_products_id: { id: at },
      related_variations_id: {
        id: at,
        attributes: values.flatMap((value, of) => (value ? [{ attribute: attributes[of], value: { value } }] : [])),
      },
    })),
  }) as unknown as Products;

test("what every part of a set has in common is listed, with its unit", () => {
  const { common, pieces, columns, parts } = setValues(
    set([1, "12", "630", "M20"], [2, "12", "630", "M20"], [2, "12", "630", ""]),
    format,
  );
  expect(common.map(({ label, value }) => `${label} ${value}`)).toEqual(["TUBE-OD 12\u00a0mm", "PN 630\u00a0bar"]);
  expect(pieces).toBe(5);
  expect(columns.map(({ slug }) => slug)).toEqual(["tube-od", "pn", "thread"]);
  expect(parts[2]?.cells).toEqual(["12", "630", ""]);
});

test("a value that one part lacks or has otherwise is not in common, nor that of a single part", () => {
  expect(setValues(set([1, "12", "630"], [1, "16", "630"]), format).common.map(({ slug }) => slug)).toEqual(["pn"]);
  expect(setValues(set([1, "12"], [1, ""]), format).common).toEqual([]);
  expect(setValues(set([1, "12", "630"]), format).common).toEqual([]);
});

test("the parts of a set are labelled by the segments of their numbers that differ", () => {
  const labels = (...numbers: string[]) => [
    ...partLabels(numbers.map((sku) => ({ related_products_id: { id: 1 }, related_variations_id: { sku } })) as never),
  ];
  expect(labels("FR-GV-12S-71", "FR-UM-12S-71", "FR-SR-12-L-S-71")).toEqual([
    ["part-1", "GV-12S"],
    ["part-2", "UM-12S"],
    ["part-3", "SR-12-L-S"],
  ]);
  expect(labels("FR-VF-080-040-71", "FR-FD-080-040")).toEqual([
    ["part-1", "VF-080-040-71"],
    ["part-2", "FD-080-040"],
  ]);
});
