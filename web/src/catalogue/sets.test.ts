import { expect, test } from "vitest";
import type { Products, Variations } from "../content/model.gen";
import { setLabels, setsLike, setsWith } from "./sets";

/** A set of parts, each a product and its size. */
const setOf = (id: number, ...parts: readonly (readonly [product: number, size?: number])[]) =>
  ({
    id,
    bundle: parts.map(([product, size]) => ({
      related_products_id: { id: product },
      related_variations_id: size === undefined ? null : { id: size },
    })),
  }) as unknown as Products;

const product = (id: number) => ({ id }) as Products;
const size = (id: number) => ({ id }) as Variations;
const ids = (sets: readonly Products[]) => sets.map(({ id }) => id);

test("a product belongs to the sets with its chosen size", () => {
  const sets = [setOf(10, [1, 12], [21, 112]), setOf(11, [1, 16], [21, 116]), setOf(12, [21, 116])];
  expect(ids(setsWith(sets, product(1), size(12)))).toEqual([10]);
  expect(ids(setsWith(sets, product(21), size(116)))).toEqual([11, 12]);
  expect(setsWith(sets, product(1), size(20))).toEqual([]);
});

test("a product without sizes belongs to the sets with it, a family without a size to none", () => {
  const sets = [setOf(10, [30], [1, 12])];
  expect(ids(setsWith(sets, product(30), undefined))).toEqual([10]);
  expect(setsWith(sets, product(30), size(1))).toEqual([]);
});

test("sets are of one kind if they share the product of a part", () => {
  const straight = setOf(10, [1, 12], [21, 112]);
  const elbow = setOf(11, [2, 16], [21, 116]);
  const gauge = setOf(12, [75, 3]);
  expect(ids(setsLike([straight, elbow, gauge], straight))).toEqual([10, 11]);
  expect(setsLike([straight, elbow, gauge], gauge), "the only one of its kind").toEqual([]);
  expect(setsLike([straight, setOf(13, [10], [21, 112])], straight), "a set that contains it").toEqual([]);
});

test("too many sets of one kind are chosen from their category", () => {
  const sets = Array.from({ length: 41 }, (_, at) => setOf(100 + at, [1, at]));
  expect(setsLike(sets.slice(0, 40), setOf(100, [1, 0]))).toHaveLength(40);
  expect(setsLike(sets, setOf(100, [1, 0]))).toEqual([]);
});

test.each([
  [
    ["Montagesatz 12S", "Montagesatz 16S", "Montagesatz Winkel 16S", "Montagesatz T 16S"],
    ["12S", "16S", "Winkel 16S", "T 16S"],
  ],
  [
    ["Assembly set 12S", "Assembly set, elbow 16S"],
    ["12S", "elbow 16S"],
  ],
  [
    ["Clamp set DN 25", "Clamp set DN 50"],
    ["DN 25", "DN 50"],
  ],
  [
    ["Gauge set", "Hose set"],
    ["Gauge set", "Hose set"],
  ],
  [
    ["Gauge set", "Gauge set NG 100"],
    ["set", "set NG 100"],
  ],
  [
    ["Set 1", "Set 1"],
    ["1", "1"],
  ],
])("the labels of %j are %j", (names, labels) => expect(setLabels(names)).toEqual(labels));
