import { expect, test } from "vitest";
import { type CartItem, freeItem } from "../domain/cart-item";
import { fragmentOf, sharedIn } from "./share-link";

function line(sku: string, quantity: number, note?: string, position?: string): CartItem {
  return { ...freeItem(sku), quantity, meta: { ...(note ? { note } : {}), ...(position ? { position } : {}) } };
}

test("opening a link restores the cart: part numbers, free text, special characters, notes and positions", () => {
  const items = [
    line("FR-GV-12S-71", 10),
    line('Blech 2=3 & ~4 mm, 1/2" #7 % ü 漢', 1),
    line("FR-MS-12S-71", 999_999, "in Kisten ~ bitte = & #", "A-3 ~ &"),
    line("FR-MS-12S-71", 1, undefined, "20"),
  ];
  const fragment = fragmentOf(items);
  expect(fragment).toMatch(/^FR-GV-12S-71=10&[^#\s"]+$/);
  expect(sharedIn(`#${fragment}`)).toEqual({
    lines: [
      { part: "FR-GV-12S-71", quantity: 10 },
      { part: items[1]?.sku, quantity: 1 },
      { part: "FR-MS-12S-71", quantity: 999_999, note: "in Kisten ~ bitte = & #", position: "A-3 ~ &" },
      { part: "FR-MS-12S-71", quantity: 1, position: "20" },
    ],
  });
});

test("an unpaired surrogate does not break a link", () => {
  expect(fragmentOf([line("a\ud800b", 1)])).toBe("a%EF%BF%BDb=1");
});

test.each([
  ["", null],
  ["#main", null],
  ["#=", { lines: [] }],
  ["#a=", { lines: [{ part: "a", quantity: 1 }] }],
  ["#a=0&b=-5&c=1e9&d=9999999999&e=12x", { lines: ["a", "b", "c", "d", "e"].map((part) => ({ part, quantity: 1 })) }],
  ["#a=99999999", { lines: [{ part: "a", quantity: 999_999 }] }],
  ["#%E4%ZZ=2", { lines: [{ part: "%E4%ZZ", quantity: 2 }] }],
  ["#%00%1b%E2%80%AEa=2~%00", { lines: [{ part: "a", quantity: 2 }] }],
  ["#%3Cimg%20src=x onerror=1~2", { lines: [{ part: "<img src", quantity: 1, note: "2" }] }],
  [`#${"x".repeat(300)}=1`, { lines: [{ part: "x".repeat(200), quantity: 1 }] }],
  [`#a=${"1".repeat(9000)}`, "too-large"],
])("an untrusted link yields only plain text: %s", (fragment, shared) => {
  expect(sharedIn(fragment)).toEqual(shared);
});

test("a cart that is too large has no link", () => {
  expect(fragmentOf(Array.from({ length: 1001 }, (_, i) => line(`FR-${i}`, 1)))).toBeNull();
  expect(fragmentOf(Array.from({ length: 50 }, () => line("ü".repeat(190), 1)))).toBeNull();
  expect(fragmentOf(Array.from({ length: 500 }, (_, i) => line(`FR-${i}`, 1)))).not.toBeNull();
});
