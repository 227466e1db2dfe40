import { expect, test } from "vitest";
import { freeItem } from "../domain/cart-item";
import {
  canMerge,
  type Changes,
  changed,
  choose,
  countsOf,
  free,
  isReady,
  itemsOf,
  merge,
  type Row,
  separate,
  takenOver,
} from "./line-choices";
import type { Part, PartLine } from "./look-up";

const part = (sku: string) => ({ product: { sku }, variation: null }) as unknown as Part;

function line(number: number, state: PartLine["state"], more: Partial<PartLine> = {}): PartLine {
  const text = `${number} x ABC`;
  return {
    id: number,
    line: number,
    text,
    part: "ABC",
    description: "",
    quantity: 5,
    state,
    all: 0,
    items: [],
    ...more,
  };
}

const decide = (lines: readonly PartLine[], changes: Changes = {}, exact = false) =>
  choose(lines, changes, "de-DE", ({ product }) => ({ ...freeItem(`article ${product.sku}`), meta: {} }), exact);

const states = (rows: readonly Row[]) => rows.map(({ state }) => state);

/** Returns a row that must exist. */
function at(rows: readonly Row[], index: number): Row {
  const row = rows[index];
  if (!row) throw new Error(`no row ${index}`);
  return row;
}

const list = [
  line(1, "heading", { text: "Bestellung", reason: "reference", quantity: 0 }),
  line(2, "resolved", { items: [part("A")], position: "10" }),
  line(3, "ambiguous", { items: [part("B"), part("C")], position: "20" }),
  line(4, "unknown", { description: "Rohr", note: "blau", position: "30" }),
];

test("each line is counted in one state: all are sure, to choose, free text or no position", () => {
  const rows = decide(list);
  expect(states(rows)).toEqual(["none", "sure", "ask", "free"]);
  expect(countsOf(rows)).toEqual({ sure: 1, ask: 1, free: 1, none: 1 });
  expect(rows.filter(isReady)).toHaveLength(2);
});

test("positions and remarks are kept with the item; a line that waits for a choice is not requested", () => {
  expect(itemsOf(decide(list)).map(({ sku, quantity, meta }) => [sku, quantity, meta])).toEqual([
    ["article A", 5, { position: "10" }],
    ["ABC Rohr", 5, { free: true, position: "30", note: "blau" }],
  ]);
});

test("a choice makes a line sure, or free text", () => {
  const rows = decide(list);
  const ask = at(rows, 2);
  expect(at(decide(list, changed({}, ask, { choice: 1 })), 2)).toMatchObject({
    state: "sure",
    item: { sku: "article C" },
  });
  expect(at(decide(list, changed({}, ask, { choice: free })), 2)).toMatchObject({
    state: "free",
    item: { sku: "ABC" },
  });
});

test("a line that is no position becomes free text, and the other way round", () => {
  const rows = decide(list);
  const changes = changed(changed({}, at(rows, 0), { taken: true, choice: free }), at(rows, 1), { taken: false });
  const after = decide(list, changes);
  expect(states(after)).toEqual(["free", "none", "ask", "free"]);
  expect(at(after, 0).quantity).toBe(1);
  expect(at(after, 1).left).toBe(true);
});

test("a line with quantity 0 is no position until the visitor takes it", () => {
  expect(states(decide([line(1, "resolved", { hint: "zero", items: [part("A")] })]))).toEqual(["none"]);
});

test("choices follow the text of a line, also when other lines come before it", () => {
  const changes = changed({}, at(decide(list), 2), { choice: 0, quantity: "7" });
  const moved = list.map((each) => ({ ...each, line: each.line + 3 })).toSpliced(0, 1);
  expect(at(decide(moved, changes), 1)).toMatchObject({ state: "sure", quantity: 7 });
  // A second line with the same text has choices of its own.
  const twice = [...list, { ...at(decide(list), 2).line, line: 9 }];
  expect(states(decide(twice, changes))).toEqual(["none", "sure", "sure", "free", "ask"]);
});

test("a quantity is read as it is typed; other text is none and stays", () => {
  const row = at(decide(list), 1);
  expect(at(decide(list, changed({}, row, { quantity: "1.000" })), 1).quantity).toBe(1000);
  for (const typed of ["", "0", "viel", "1,5", "9999999"]) {
    expect(at(decide(list, changed({}, row, { quantity: typed })), 1)).toMatchObject({ typed, quantity: null });
  }
});

const repeated = [
  line(1, "resolved", { items: [part("A")], position: "10", quantity: 8 }),
  line(2, "resolved", { items: [part("A")], position: "90", quantity: 2, note: "KW 50" }),
  line(3, "unknown", { description: "Rohr" }),
  line(4, "unknown", { description: "Rohr", text: "4 x Rohr" }),
];

test("a repeated article is marked and stays apart until it is merged", () => {
  const rows = decide(repeated);
  expect(rows.map(({ like }) => like?.line.line)).toEqual([undefined, 1, undefined, 3]);
  expect(itemsOf(rows)).toHaveLength(4);
  const merged = decide(repeated, merge({}, at(rows, 1)));
  expect(states(merged)).toEqual(["sure", "none", "free", "free"]);
  expect(at(merged, 1).into?.line.line).toBe(1);
  expect(itemsOf(merged)[0]).toMatchObject({ quantity: 10, meta: { position: "10, 90", note: "KW 50" } });
});

test("several articles of one line that wait for a choice do not repeat each other", () => {
  const both = [3, 4].map((id) => line(id, "ambiguous", { line: 3, items: [part("B"), part("C")] }));
  expect(decide(both).map(({ like }) => like)).toEqual([undefined, undefined]);
  const again = [...both, line(5, "ambiguous", { items: [part("B"), part("C")], duplicateOf: 4 })];
  expect(at(decide(again), 2).like?.line.id).toBe(4);
});

test("a merged line can be separated; a quantity typed since stays as far as it can", () => {
  const first = merge({}, at(decide(repeated), 1));
  const back = decide(repeated, separate(first, at(decide(repeated, first), 1)));
  expect(itemsOf(back).map(({ quantity, meta }) => [quantity, meta.position, meta.note])).toEqual([
    [8, "10", undefined],
    [2, "90", "KW 50"],
    [5, undefined, undefined],
    [5, undefined, undefined],
  ]);
  const typed = changed(first, at(decide(repeated), 0), { quantity: "1" });
  expect(at(decide(repeated, separate(typed, at(decide(repeated, typed), 1))), 0).quantity).toBe(1);
});

test("lines are not merged if a quantity is none or the sum is too large", () => {
  const rows = decide(repeated);
  for (const quantity of ["", "999999"]) {
    const changes = changed({}, at(rows, 0), { quantity });
    const row = at(decide(repeated, changes), 1);
    expect(canMerge(row)).toBe(false);
    expect(merge(changes, row)).toBe(changes);
  }
});

test("lines that are in the cart, and those merged into them, are no longer shown", () => {
  const changes = merge({}, at(decide(repeated), 1));
  const rows = decide(repeated, changes);
  const left = decide(repeated, takenOver(changes, rows, new Set([at(rows, 0)])));
  expect(left.map(({ line: { line: number } }) => number)).toEqual([3, 4]);
});

test("in a shared cart an equal part number is the article; other lines are free text, as they were", () => {
  const family = line(1, "ambiguous", { part: "article B", items: [part("A"), part("B")] });
  const words = line(2, "ambiguous", { items: [part("A"), part("B")] });
  expect(decide([family, words], {}, true)).toMatchObject([{ state: "sure", choice: 1 }, { state: "free" }]);
});
