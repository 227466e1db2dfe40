import { expect, test } from "vitest";
import { extend, keep, noSelection, selectAll, toggle } from "./selection";

const list = ["a", "b", "c", "d", "e"];
const chosen = (selection: { chosen: ReadonlySet<string> }) => [...selection.chosen].toSorted();

test("a second press removes a row", () => {
  expect(chosen(toggle(toggle(noSelection, "b"), "b"))).toEqual([]);
});

test("a range goes from the last single choice in both directions", () => {
  const start = toggle(noSelection, "c");
  expect(chosen(extend(start, list, "e"))).toEqual(["c", "d", "e"]);
  expect(chosen(extend(extend(start, list, "e"), list, "a"))).toEqual(list);
});

test("a range without a start is a single choice", () => {
  expect(chosen(extend(noSelection, list, "d"))).toEqual(["d"]);
  expect(chosen(extend({ chosen: new Set(), anchor: "gone" }, list, "d"))).toEqual(["d"]);
});

test("all rows are limited to what the server changes at once", () => {
  expect(chosen(selectAll(list, 3))).toEqual(["a", "b", "c"]);
});

test("rows that have left the list are not chosen any more", () => {
  const selection = selectAll(list, 500);
  expect(keep(selection, list)).toBeNull();
  const kept = keep(selection, ["b", "c"]);
  expect(kept && chosen(kept)).toEqual(["b", "c"]);
  expect(kept?.anchor).toBeNull();
});
