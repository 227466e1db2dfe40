import { beforeEach, expect, test, vi } from "vitest";
import { storageKeys } from "../constants";
import { expiry } from "../lazy-constants";
import type { NewCartItem } from "../domain/cart-item";
import {
  add,
  append,
  clear,
  followCart,
  put,
  remove,
  setNote,
  setQuantity,
  subtract,
  undo,
  undoAppend,
} from "./actions";
import { useCart } from "./store";

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
const elbow: NewCartItem = { ...union, uid: "product:2", sku: "FR-WV-12S-71", type: "simple", variation: null };
const tee: NewCartItem = { ...elbow, uid: "product:3", sku: "FR-TV-12S-71" };

/** Uids and quantities, in their order. */
const lines = () => useCart.getState().items.map(({ uid, quantity }) => [uid, quantity]);
const stored = () => localStorage.getItem(storageKeys.cart);

/** Loads the stored cart as a new tab does. */
function readCart(): void {
  followCart()();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  clear();
  delete document.documentElement.dataset.cartHours;
});

test("each addition has the number of lines before and after; later details are no addition", () => {
  add(union);
  const first = useCart.getState().addition;
  expect(first).toMatchObject({ item: { uid: union.uid }, before: 0, after: 1 });
  add({ ...union, translations: { "fr-FR": { name: "Union double 12S" } } }, 0);
  expect(useCart.getState().addition).toBe(first);
  add(union, 3);
  expect(useCart.getState().addition).toMatchObject({ before: 1, after: 1 });
  expect(useCart.getState().addition?.number).not.toBe(first?.number);
});

test("adding an existing line raises its quantity and merges its details", () => {
  add(union, 10);
  setNote(union.uid, "3.1");
  add({ ...union, translations: { "fr-FR": { name: "Union double 12S" } } }, 5);
  const { items } = useCart.getState();
  expect(items).toHaveLength(1);
  expect(items[0]?.quantity).toBe(15);
  expect(Object.keys(items[0]?.translations ?? {})).toEqual(["de-DE", "fr-FR"]);
  expect(items[0]?.meta.note).toBe("3.1");
});

test("a line added without a quantity has one piece, and no line exceeds the maximum", () => {
  add(union);
  expect(lines()).toEqual([[union.uid, 1]]);
  add(union, 2_000_000);
  expect(lines()).toEqual([[union.uid, 999_999]]);
});

test("details of a missing line add nothing", () => {
  add(union, 0);
  expect(lines()).toEqual([]);
  expect(stored()).toBeNull();
});

test("a quantity of 0 or less removes the line, and the last line the stored cart", () => {
  for (const quantity of [0, -3]) {
    add(union);
    expect(stored()).not.toBeNull();
    setQuantity(union.uid, quantity);
    expect(lines()).toEqual([]);
    expect(stored()).toBeNull();
  }
});

test("clear empties the cart and its storage", () => {
  add(union);
  add(elbow);
  clear();
  expect(lines()).toEqual([]);
  expect(stored()).toBeNull();
});

test("undo restores a removed line at its position with its quantity, until the next change", () => {
  add(union, 2);
  add(elbow, 3);
  add(tee, 4);
  remove(elbow.uid);
  expect(useCart.getState().removed).toMatchObject({ lines: [{ at: 1 }], all: false });
  undo();
  expect(lines()).toEqual([
    [union.uid, 2],
    [elbow.uid, 3],
    [tee.uid, 4],
  ]);
  expect(useCart.getState().removed).toBeNull();
  setQuantity(tee.uid, 0);
  setQuantity(union.uid, 9);
  expect(useCart.getState().removed).toBeNull();
});

test("later details keep the removal that undo restores", () => {
  add(union);
  add(elbow);
  remove(elbow.uid);
  add({ ...union, translations: { "fr-FR": { name: "Union double 12S" } } }, 0);
  expect(useCart.getState().removed).not.toBeNull();
});

test("undo restores an emptied cart with all its lines", () => {
  add(union, 2);
  add(elbow, 3);
  clear();
  expect(useCart.getState().removed).toMatchObject({ all: true });
  undo();
  expect(lines()).toEqual([
    [union.uid, 2],
    [elbow.uid, 3],
  ]);
});

test("sent lines are removed without undo, and quantities added since remain", () => {
  add(union, 2);
  add(elbow, 3);
  const sent = useCart.getState().items;
  add(elbow, 1);
  add(tee, 4);
  subtract(sent);
  expect(lines()).toEqual([
    [elbow.uid, 1],
    [tee.uid, 4],
  ]);
  expect(useCart.getState().removed).toBeNull();
});

test("a note is stored with its line, cut to 500 characters, and removed by an empty one", () => {
  add(union);
  setNote(union.uid, "x".repeat(600));
  readCart();
  expect(useCart.getState().items[0]?.meta.note).toHaveLength(500);
  setNote(union.uid, "");
  expect(useCart.getState().items[0]?.meta).not.toHaveProperty("note");
});

const minute = 60_000;

test("a stored cart is loaded until 36 hours after its last change", () => {
  add(union, 3);
  vi.setSystemTime(Date.now() + (expiry.cart - 1) * minute);
  readCart();
  expect(lines()).toEqual([[union.uid, 3]]);
  vi.setSystemTime(Date.now() + 2 * minute);
  readCart();
  expect(lines()).toEqual([]);
  expect(stored()).toBeNull();
});

test("the operator sets the cart's expiry in hours", () => {
  document.documentElement.dataset.cartHours = "720";
  add(union, 3);
  vi.setSystemTime(Date.now() + (720 * 60 - 1) * minute);
  readCart();
  expect(lines()).toEqual([[union.uid, 3]]);
  vi.setSystemTime(Date.now() + 2 * minute);
  readCart();
  expect(lines()).toEqual([]);
});

test("a cart works without browser storage, and is marked as not persisted", () => {
  const forbidden = vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("forbidden", "SecurityError");
  });
  try {
    add(union, 3);
    add(elbow);
    setQuantity(union.uid, 4);
    remove(elbow.uid);
    expect(lines()).toEqual([[union.uid, 4]]);
    expect(useCart.getState().persisted).toBe(false);
  } finally {
    forbidden.mockRestore();
  }
  add(tee);
  expect(useCart.getState().persisted).toBe(true);
  expect(stored()).toContain(union.uid);
});

test("the lines of a list stay lines of their own, also those of an article that the cart has", () => {
  add(union, 10);
  append(
    [
      { ...union, quantity: 8, meta: { position: "10" } },
      { ...union, quantity: 2, meta: { position: "20" } },
      { ...union, quantity: 3, meta: { position: "10" } },
      { ...elbow, quantity: 1, meta: { note: "3.1" } },
      { ...tee, quantity: 5 },
    ],
    () => undefined,
  );
  expect(lines()).toEqual([
    [union.uid, 10],
    [`${union.uid}#2`, 8],
    [`${union.uid}#3`, 2],
    [`${union.uid}#4`, 3],
    [`${elbow.uid}#2`, 1],
    [tee.uid, 5],
  ]);
  // Neither the position nor the note is that of an article added from its page.
  add(elbow, 4);
  add(tee, 1);
  expect(lines().slice(4)).toEqual([
    [`${elbow.uid}#2`, 1],
    [tee.uid, 6],
    [elbow.uid, 4],
  ]);
});

test("taking a list over can be undone until the next change of the cart", () => {
  const restore = vi.fn<() => void>();
  add(union, 1);
  append(
    [
      { ...union, quantity: 7 },
      { ...tee, quantity: 2 },
    ],
    restore,
  );
  expect(useCart.getState().taken?.uids).toHaveLength(2);
  undoAppend();
  expect(lines()).toEqual([[union.uid, 1]]);
  expect(restore).toHaveBeenCalledOnce();
  append([{ ...tee, quantity: 2 }], restore);
  setQuantity(union.uid, 3);
  undoAppend();
  expect(lines()).toEqual([
    [union.uid, 3],
    [tee.uid, 2],
  ]);
  expect(restore).toHaveBeenCalledOnce();
});

test("a sent request that is put back replaces the quantity of the lines that the cart has", () => {
  add(union, 4);
  put([
    { ...union, quantity: 9 },
    { ...union, uid: "product:2", quantity: 1 },
  ]);
  expect(useCart.getState().items.map(({ uid, quantity }) => [uid, quantity])).toEqual([
    [union.uid, 9],
    ["product:2", 1],
  ]);
});
