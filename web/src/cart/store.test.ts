import { beforeEach, expect, test } from "vitest";
import type { NewCartItem } from "../lib/cart-item";
import { limits, storageKeys } from "../lib/constants";
import { readCart, useCart } from "./store";

const union: NewCartItem = {
  uid: "product:1:variation:4",
  productId: 1,
  slug: "straight-union-s",
  sku: "FR-GV-12S-71",
  type: "variation",
  price: null,
  currency: "CHF",
  image: "/fitting.png",
  translations: { "de-DE": { name: "Gerade Verschraubung 12S" } },
  variation: { id: 4, title: "12S", attributes: [{ attrId: 2, valueId: 9, value: "12" }] },
  bundle: null,
  meta: {},
};

beforeEach(() => useCart.getState().clear());

test("each addition is told with the number of lines before and after, details that follow are none", () => {
  const { add } = useCart.getState();
  add(union);
  const first = useCart.getState().addition;
  expect(first).toMatchObject({ item: { uid: union.uid }, before: 0, after: 1 });
  add({ ...union, translations: { "fr-FR": { name: "Union double 12S" } } }, 0);
  expect(useCart.getState().addition).toBe(first);
  add(union, 3);
  expect(useCart.getState().addition).toMatchObject({ before: 1, after: 1 });
  expect(useCart.getState().addition?.number).not.toBe(first?.number);
});

test("adding a line that is there raises its quantity and merges its details", () => {
  const { add } = useCart.getState();
  add(union, 10);
  add({ ...union, translations: { "fr-FR": { name: "Union double 12S" } } }, 5);
  const { items } = useCart.getState();
  expect(items).toHaveLength(1);
  expect(items[0]?.quantity).toBe(15);
  expect(Object.keys(items[0]?.translations ?? {})).toEqual(["de-DE", "fr-FR"]);
});

test("a quantity of 0 or less removes the line, and the last line the stored cart", () => {
  const { add, setQuantity } = useCart.getState();
  add(union);
  expect(localStorage.getItem(storageKeys.cart)).not.toBeNull();
  setQuantity(union.uid, 0);
  expect(useCart.getState().items).toEqual([]);
  expect(localStorage.getItem(storageKeys.cart)).toBeNull();
});

test("a stored cart is taken over until 36 hours after its last change", () => {
  useCart.getState().add(union, 3);
  const stored = JSON.parse(localStorage.getItem(storageKeys.cart) ?? "") as { items: unknown; updated: number };
  const minute = 60_000;
  localStorage.setItem(
    storageKeys.cart,
    JSON.stringify({ ...stored, updated: Date.now() - (limits.cartExpiry - 1) * minute }),
  );
  readCart();
  expect(useCart.getState().items[0]?.quantity).toBe(3);
  localStorage.setItem(
    storageKeys.cart,
    JSON.stringify({ ...stored, updated: Date.now() - (limits.cartExpiry + 1) * minute }),
  );
  readCart();
  expect(useCart.getState().items).toEqual([]);
  expect(localStorage.getItem(storageKeys.cart)).toBeNull();
});

test.each([
  ["no JSON"],
  ["null"],
  ["[]"],
  ['{"items":[{}],"updated":1}'],
  ['{"items":[null],"updated":9999999999999}'],
])("a broken stored cart is dropped: %s", (text) => {
  localStorage.setItem(storageKeys.cart, text);
  readCart();
  expect(useCart.getState().items).toEqual([]);
  expect(localStorage.getItem(storageKeys.cart)).toBeNull();
});
