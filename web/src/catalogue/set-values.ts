import type { Products, ProductsBundle } from "../content/model.gen";
import { related } from "../content/relation";
import { partNumber } from "./bundle-part";
import { type Column, cellText, columnsOf, type Fact, type ValueFormat, valuesOf } from "./facts";

/** The attributes by which the parts of a set fit each other; a set's table has a column for each that a part has. */
const fitting = ["tube-od", "dn", "nps", "pn", "class", "thread", "bolt"];

/** PartValues is a part of a set with its texts in the columns. */
interface PartValues {
  row: ProductsBundle;
  cells: readonly string[];
}

/** SetValues are the parts of a set as rows, and what all of them have in common. */
export interface SetValues {
  columns: readonly Column[];
  parts: readonly PartValues[];
  /** The values that every part has and that are the same in all, at least two parts. */
  common: readonly Fact[];
  /** The number of pieces in one set. */
  pieces: number;
}

/** partLabels returns the short numbers of a set's parts by their keys in its drawing, "part-1" and so on: without the segments that all begin or end with. */
export function partLabels(rows: readonly ProductsBundle[]): ReadonlyMap<string, string> {
  const numbers = rows.map((row) => partNumber(row).split("-"));
  const shared = (at: number) => numbers.every((parts) => parts.length > 2 && parts.at(at) === numbers[0]?.at(at));
  const [start, end] = [shared(0) ? 1 : 0, shared(-1) ? -1 : undefined];
  return new Map(numbers.map((parts, at) => [`part-${at + 1}`, parts.slice(start, end).join("-")]));
}

/** setValues compares the sizes of a set's parts. */
export function setValues({ bundle = [] }: Pick<Products, "bundle">, format: ValueFormat): SetValues {
  const rows = bundle.filter((row) => related(row.related_products_id));
  const sizes = rows.map((row) => related(row.related_variations_id));
  const all = columnsOf(
    sizes.flatMap((size) => size ?? []),
    format,
  );
  const columns = fitting.flatMap((slug) => all.find((column) => column.slug === slug) ?? []);
  const values = sizes.map((size) => (size ? valuesOf(size) : undefined));
  const parts = rows.map((row, at) => ({
    row,
    cells: columns.map((column) => cellText(values[at]?.get(column.id), column, format.language)),
  }));
  const common = columns.flatMap(({ slug, label, unit }, at) => {
    const [first = "", ...others] = parts.map(({ cells }) => cells[at] ?? "");
    if (!first || others.length === 0 || others.some((other) => other !== first)) return [];
    return [{ slug, label, value: unit ? `${first}\u00a0${unit}` : first }];
  });
  return { columns, parts, common, pieces: rows.reduce((sum, { quantity }) => sum + (quantity ?? 1), 0) };
}
