import { expect, test } from "vitest";
import { type CategoryNode, findCategory, productCount } from "./category-tree";

function node(id: number, products_count: number, childrens: CategoryNode[] = []): CategoryNode {
  return {
    id,
    slug: `c-${id}`,
    status: "published",
    sort: id,
    parent: null,
    thumbnail: null,
    standard: null,
    pressure_range: null,
    products_count,
    childrens,
  };
}

const tree = [node(1, 2, [node(3, 5, [node(4, 7)])]), node(2, 11)];

test("a category counts what is below it", () => {
  expect(tree.map(productCount)).toEqual([14, 11]);
});

test("a category is found on every level", () => {
  expect([1, 3, 4, 2].map((id) => findCategory(tree, id)?.slug)).toEqual(["c-1", "c-3", "c-4", "c-2"]);
  expect(findCategory(tree, 9)).toBeUndefined();
});
