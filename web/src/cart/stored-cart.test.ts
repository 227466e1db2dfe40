import fc from "fast-check";
import { expect, test } from "vitest";
import { freeItem, maxLines } from "../domain/cart-item";
import { formatStoredCart, parseStoredCart } from "./stored-cart";

const line = { uid: "product:1", productId: 1, sku: "FR-GV-12S-71", slug: "straight-union-s", quantity: 3 };
const cartOf = (...items: unknown[]) => JSON.stringify({ items, updated: 1 });
const only = (item: unknown) => parseStoredCart(cartOf(item))?.items[0];

test.each([
  ["no JSON"],
  [""],
  ["null"],
  ["[]"],
  ['"cart"'],
  ['{"items":{},"updated":1}'],
  ['{"items":[],"updated":"yesterday"}'],
  ['{"items":[{}],"updated":1}'],
  ['{"items":[null,1,"x",[]],"updated":9999999999999}'],
])("text that is not a cart, or has no valid line, is rejected: %s", (text) => {
  expect(parseStoredCart(text)).toBeNull();
});

test("a complete line is unchanged", () => {
  const whole = {
    ...line,
    type: "variation",
    price: 12.5,
    currency: "EUR",
    image: "/assets/7",
    translations: { "de-DE": { name: "Gerade Verschraubung", title: "12S" }, "fr-FR": { name: "Union double" } },
    variation: { id: 4, title: "12S", attributes: [{ attrId: 2, valueId: 9, value: "12" }] },
    bundle: null,
    meta: { chips: [{ code: "PN", value: "630" }], note: "3.1", later: { unknown: true } },
  };
  expect(only(whole)).toEqual(whole);
  const free = { ...freeItem("Kugelhahn wie 2019"), quantity: 2 };
  expect(only(free)).toEqual(free);
});

test("missing fields get their defaults: CHF, the fitting, one piece", () => {
  expect(only({ ...line, quantity: undefined })).toEqual({
    ...line,
    quantity: 1,
    type: "simple",
    price: null,
    currency: "CHF",
    image: "/fitting.png",
    translations: {},
    variation: null,
    bundle: null,
    meta: {},
  });
});

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ["a quantity with a fraction", { quantity: 2.7 }, { quantity: 2 }],
  ["a quantity above the maximum", { quantity: 1e12 }, { quantity: 999_999 }],
  ["a quantity that is text", { quantity: "7" }, { quantity: 1 }],
  ["an unknown type", { type: "gift" }, { type: "simple" }],
  ["a picture of another site", { image: "https://example.com/x.png" }, { image: "/fitting.png" }],
  ["a picture of another site, without its scheme", { image: "//example.com/x.png" }, { image: "/fitting.png" }],
  ["a picture that is a script", { image: "javascript:alert(1)" }, { image: "/fitting.png" }],
  [
    "names of which one is broken",
    { translations: { de: { name: 1 }, fr: { name: "U" } } },
    { translations: { fr: { name: "U" } } },
  ],
  ["a variation that is text", { variation: "12S" }, { variation: null }],
  [
    "chips of which one is broken",
    { meta: { chips: [1, { code: "PN", value: "40" }] } },
    { meta: { chips: [{ code: "PN", value: "40" }] } },
  ],
  ["a note that is too long", { meta: { note: "x".repeat(501) } }, { meta: { note: "x".repeat(500) } }],
  ["a note that is a number", { meta: { note: 1 } }, { meta: {} }],
  ["meta that is a list", { meta: [] }, { meta: {} }],
])("%s is corrected", (_, wrong, right) => {
  expect(only({ ...line, ...wrong })).toMatchObject(right);
});

test.each<[string, Record<string, unknown>]>([
  ["without an uid", { uid: "" }],
  ["that names no article", { productId: 0, sku: "", slug: "" }],
  ["with quantity 0", { quantity: 0 }],
  ["with a negative quantity", { quantity: -1 }],
])("a line %s is dropped, and the other lines are kept", (_, wrong) => {
  const items = parseStoredCart(cartOf(line, { ...line, uid: "x", ...wrong }, { ...line, uid: "z" }))?.items;
  expect(items?.map(({ uid }) => uid)).toEqual(["product:1", "z"]);
});

test("of two lines with the same uid the first is kept, and at most those of one request", () => {
  const same = parseStoredCart(cartOf(line, { ...line, quantity: 9 }))?.items;
  expect(same?.map(({ quantity }) => quantity)).toEqual([3]);
  const many = Array.from({ length: maxLines + 1 }, (_, index) => ({ ...line, uid: `u${index}` }));
  expect(parseStoredCart(cartOf(...many))?.items).toHaveLength(maxLines);
});

test("a cart of as many lines as a request may have takes less than half of local storage", () => {
  const cart = {
    updated: 1,
    cart: "a",
    changes: ["b"],
    items: Array.from({ length: maxLines }, (_, index) => ({
      ...freeItem(`Kugelhahn ${index} „Ü“`),
      quantity: index + 1,
      translations: { "de-DE": { name: "Gerade Verschraubung".repeat(10), title: `${index}S` } },
    })),
  };
  const stored = formatStoredCart(cart);
  expect(JSON.stringify(cart).length).toBeGreaterThan(2_000_000);
  expect(stored.length).toBeLessThan(1_000_000);
  expect(parseStoredCart(stored)).toEqual(cart);
});

test("a damaged compressed cart is rejected", () => {
  const stored = formatStoredCart({
    updated: 1,
    cart: "",
    changes: [],
    items: [{ ...freeItem("a"), quantity: 1, image: `/${"a".repeat(600_000)}` }],
  });
  expect(stored).toMatch(/^deflate:/);
  for (const damaged of [stored.slice(0, -20), `${stored}!`, "deflate:", "deflate:AAAA"]) {
    expect(parseStoredCart(damaged)).toBeNull();
  }
});

test("parsing never throws, and parsing its own output changes nothing", () => {
  const lines = fc.record(
    Object.fromEntries(Object.keys({ ...freeItem("x"), quantity: 1 }).map((key) => [key, fc.jsonValue()])),
    { requiredKeys: [] },
  );
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .array(fc.oneof(lines, fc.record({ uid: fc.string(), sku: fc.string(), quantity: fc.double() })))
      .map((items) => cartOf(...items)),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const cart = parseStoredCart(text);
      if (cart) expect(parseStoredCart(JSON.stringify(cart))).toEqual(JSON.parse(JSON.stringify(cart)));
    }),
  );
});
