import type { Variations } from "../content/model.gen";
import { languageOf, translation } from "../i18n/translation";
import { type Column, cellText, type ValueFormat, valuesOf } from "./facts";

/** Row is a variation as text cells. */
export interface Row {
  variation: Variations;
  title: string;
  /** The text of the first column: the title, or the value of the attribute that names the sizes. */
  size: string;
  lang: string | undefined;
  /** One per column. */
  cells: readonly string[];
}

/** Sorting names the sort key ("size", "sku", "stock" or a column's index) and the direction. */
export interface Sorting {
  by: "size" | "sku" | "stock" | number;
  descending: boolean;
}

/** rowsOf returns one row per variation; `first` is the attribute that names the sizes. */
export function rowsOf(
  variations: readonly Variations[],
  columns: readonly Column[],
  format: ValueFormat,
  first?: Column,
): readonly Row[] {
  return variations.map((variation) => {
    const text = translation(variation, format.language);
    const values = valuesOf(variation);
    const title = text?.title || variation.sku || "";
    return {
      variation,
      title,
      size: (first && cellText(values.get(first.id), first, format.language)) || title,
      lang: languageOf(text, format.language),
      cells: columns.map((column) => cellText(values.get(column.id), column, format.language)),
    };
  });
}

/** filterRows returns the rows that contain every word of the text in some cell, ignoring case and decimal separator. */
export function filterRows(rows: readonly Row[], text: string): readonly Row[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ title, variation, cells }) => {
    const all = [title, variation.sku ?? "", ...cells].map(folded);
    return words.every((word) => all.some((cell) => cell.includes(word)));
  });
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll(",", ".").replaceAll("×", "x");
}

/** sortRows sorts stably, with empty cells last; without sorting the rows keep the content's order. */
export function sortRows(rows: readonly Row[], sorting: Sorting | null): readonly Row[] {
  if (!sorting) return rows;
  const { by, descending } = sorting;
  const keyed = rows.map((row) => ({ row, key: keyOf(row, by) }));
  keyed.sort(({ key: a }, { key: b }) => {
    if (a === "" || b === "") return Number(a === "") - Number(b === "");
    return compareNaturally(a, b) * (descending ? -1 : 1);
  });
  return keyed.map(({ row }) => row);
}

function keyOf({ variation, title, cells }: Row, by: Sorting["by"]): string {
  if (by === "size") return title;
  if (by === "sku") return variation.sku ?? "";
  if (by === "stock") return String(Math.max(0, variation.stock ?? 0));
  return cells[by] ?? "";
}

/** compareNaturally compares numbers within texts by value: 6S before 10S, M14 before M100, 1/2 before 1 1/4. */
function compareNaturally(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [l = "", r = ""] = [left[at], right[at]];
    if (l === r) continue;
    if (typeof l === "number" && typeof r === "number") return l - r;
    return String(l) < String(r) ? -1 : 1;
  }
  return left.length - right.length;
}

const number = /(?:(\d+) )?(\d+)\/(\d+)|\d+(?:[.,]\d+)?/g;

function partsOf(text: string): readonly (string | number)[] {
  const parts: (string | number)[] = [];
  let end = 0;
  for (const match of text.matchAll(number)) {
    if (match.index > end) parts.push(text.slice(end, match.index).toLowerCase());
    const [whole, ones, above, below] = match;
    parts.push(below ? Number(ones ?? 0) + Number(above) / Number(below) : Number(whole.replace(",", ".")));
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end).toLowerCase());
  return parts;
}

/** isNumeric reports whether all of a column's cells are numbers, which are aligned at their end. */
export function isNumeric(cells: readonly string[]): boolean {
  return cells.every((cell) => /^[\d.,\s/–−-]*$/.test(cell));
}
