import { expect, test } from "vitest";
import type { Products, Variations } from "../content/model.gen";
import { bundleCartItem, productCartItem, simpleCartItem, variationCartItem } from "./create-cart-item";

const product = {
  id: 12,
  slug: "straight-union-s",
  sku: "FR-GV",
  thumbnail: { id: "0a", width: 1000, height: 1000 },
  translations: [{ languages_code: "fr-FR", name: "Union double" }],
  bundle: [{ id: 1, related_products_id: { id: 7 } }],
} as unknown as Products;

const variation = {
  id: 45,
  sku: "FR-GV-12S-71",
  translations: [{ languages_code: "fr-FR", title: "12S" }],
  attributes: [
    { attribute: { id: 3 }, value: { id: 9, value: "12", translations: [] } },
    { attribute: { id: 5, slug: "thread" }, value: { id: 10, value: "M20×1.5", translations: [] } },
    { attribute: { id: 6, slug: "pn" }, value: { id: 11, value: "630", translations: [] } },
    { attribute: 4, value: null },
  ],
} as unknown as Variations;

test("a simple product becomes a cart item with its number, picture and names", () => {
  expect(simpleCartItem(product)).toMatchObject({
    uid: "product:12",
    type: "simple",
    sku: "FR-GV",
    currency: "CHF",
    image: "/assets/0a",
    translations: { "fr-FR": { name: "Union double" } },
  });
});

test("a variation has its own number, title and attributes", () => {
  expect(variationCartItem(product, variation, "fr-FR")).toMatchObject({
    uid: "product:12:variation:45",
    type: "variation",
    sku: "FR-GV-12S-71",
    variation: {
      id: 45,
      title: "12S",
      attributes: [
        { attrId: 3, valueId: 9, value: "12" },
        { attrId: 5, valueId: 10, value: "M20×1.5" },
        { attrId: 6, valueId: 11, value: "630" },
      ],
    },
    meta: {
      chips: [
        { code: "PN", value: "630" },
        { code: "M", value: "20×1.5" },
      ],
    },
  });
});

test("a bundle names its main product and its first part", () => {
  expect(bundleCartItem(product)).toMatchObject({
    uid: "bundle:12",
    type: "bundle",
    bundle: { mainProductId: 12, relatedProductId: 7 },
  });
});

test("a bundle lists the part numbers of all its parts, or of none", () => {
  const nut = { id: 7, sku: "FR-UM-6S-71", product_type: "variation" };
  const size = { sku: "FR-UM-12S-71" };
  const gasket = { id: 8, sku: "FR-FD", product_type: "simple", variations_count: "0" };
  const parts = (...bundle: unknown[]) => bundleCartItem({ ...product, bundle } as unknown as Products).meta.parts;
  const whole = { related_products_id: gasket, related_variations_id: null, quantity: null };
  expect(parts({ related_products_id: nut, related_variations_id: size, quantity: 2 }, whole)).toEqual([
    { sku: "FR-UM-12S-71", quantity: 2 },
    { sku: "FR-FD", quantity: 1 },
  ]);
  // A family's own number belongs to one of its other sizes.
  expect(parts({ related_products_id: nut, related_variations_id: null, quantity: 2 }, whole)).toBeUndefined();
  const sized = { ...gasket, variations_count: "3" };
  expect(parts({ related_products_id: sized, related_variations_id: null, quantity: 2 })).toBeUndefined();
});

test("a list offers a bundle as one item, also if only the key of its part was loaded", () => {
  const set = {
    ...product,
    product_type: "bundle",
    bundle: [{ id: 1, related_products_id: 7 }],
  } as unknown as Products;
  expect(productCartItem(set)).toEqual(bundleCartItem({ ...product, product_type: "bundle" }));
  expect(productCartItem(product)).toEqual(simpleCartItem(product));
});

test("a product without picture and name gets the default picture and no names", () => {
  expect(simpleCartItem({ ...product, thumbnail: null, translations: [] } as Products)).toMatchObject({
    image: "/fitting.png",
    translations: {},
  });
});
