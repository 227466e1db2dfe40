import { expect, test } from "vitest";
import { freeItem } from "../domain/cart-item";
import { changeKey, choose, countsOf, free, itemsOf } from "./line-choices";
import type { Part, PartLine } from "./look-up";

const part = (sku: string) => ({ product: { sku }, variation: null }) as unknown as Part;

function line(state: PartLine["state"], more: Partial<PartLine> = {}): PartLine {
  return { line: 1, text: "5 x ABC", part: "ABC", description: "", quantity: 5, state, all: 0, items: [], ...more };
}

const decide = (lines: readonly PartLine[], changes = {}, exact = false) =>
  choose(lines, changes, "de-DE", ({ product }) => freeItem(`article ${product.sku}`), exact);

test("a part number selects its article; ambiguous and unknown lines are free text", () => {
  const lines = [
    line("resolved", { items: [part("ABC")] }),
    line("ambiguous", { line: 2, items: [part("ABC-1"), part("ABC-2")], description: "Rohr" }),
    line("unknown", { line: 3, note: "blau" }),
    line("heading", { line: 4 }),
  ];
  const chosen = decide(lines);
  expect(itemsOf(chosen).map(({ sku, quantity, meta }) => [sku, quantity, meta])).toEqual([
    ["article ABC", 5, { free: true }],
    ["ABC Rohr", 5, { free: true }],
    ["ABC", 5, { free: true, note: "blau" }],
  ]);
  expect(countsOf(chosen)).toEqual({ recognised: 1, open: 1, free: 1, left: 1 });
});

test("the visitor's choice applies until the line's text changes", () => {
  const several = line("ambiguous", { items: [part("ABC-1"), part("ABC-2")] });
  const changes = { [changeKey(several)]: { choice: 1, quantity: 7 } };
  expect(itemsOf(decide([several], changes))).toMatchObject([{ sku: "article ABC-2", quantity: 7 }]);
  expect(decide([{ ...several, text: "6 x ABC" }], changes)[0]?.choice).toBe(free);
  const heading = line("heading", { part: "", text: "\tBaugruppe\t 7 " });
  expect(itemsOf(decide([heading], { [changeKey(heading)]: { taken: true } }))).toMatchObject([{ sku: "Baugruppe 7" }]);
});

test("a line with quantity 0 is excluded unless the visitor includes it", () => {
  expect(decide([line("resolved", { hint: "zero", items: [part("ABC")] })])[0]?.taken).toBe(false);
});

test("in a shared cart a family's own number selects the family", () => {
  const family = line("ambiguous", { part: "article ABC", items: [part("ABC-1"), part("ABC")] });
  expect(decide([family])[0]?.choice).toBe(free);
  expect(decide([family], {}, true)[0]?.choice).toBe(1);
});
