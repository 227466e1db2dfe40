import { expect, test } from "vitest";
import { type CartItem, freeItem } from "../domain/cart-item";
import { applyChange } from "./changes";

const line = (sku: string, quantity: number, meta: CartItem["meta"] = {}): CartItem => {
  const item = freeItem(sku);
  return { ...item, quantity, meta: { ...item.meta, ...meta } };
};
const summary = (items: readonly CartItem[]) => items.map(({ uid, quantity }) => `${quantity} ${uid}`);

test("an appended list keeps a line for each of its lines, under uids of their own", () => {
  const items = applyChange([line("a", 1), line("a#2", 1)], {
    kind: "append",
    lines: [line("a", 2), line("a", 3), line("b", 4, { position: "10" }), line("b", 5), line("b", 6)],
  });
  expect(summary(items)).toEqual([
    "1 free:a",
    "1 free:a#2",
    "2 free:a#3",
    "3 free:a#4",
    "4 free:b#2",
    "5 free:b",
    "6 free:b#3",
  ]);
});

test("lines that are put set the quantities of those that the cart has, and add the others", () => {
  const items = applyChange([line("a", 1), line("b", 2)], { kind: "put", lines: [line("b", 7), line("c", 3)] });
  expect(summary(items)).toEqual(["1 free:a", "7 free:b", "3 free:c"]);
});

test("sent lines are subtracted in one pass, and what was added since remains", () => {
  const sent = [line("a", 2), line("b", 2)].map(({ uid, quantity }) => ({ uid, quantity }));
  const items = applyChange([line("a", 5), line("b", 2), line("c", 1)], { kind: "subtract", lines: sent });
  expect(summary(items)).toEqual(["3 free:a", "1 free:c"]);
});
