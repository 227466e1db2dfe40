import { expect, test } from "vitest";
import { findCategory } from "./category-tree";
import type { Categories } from "./model.gen";

function node(id: number, childrens: Categories[] = []): Categories {
  return {
    id,
    slug: `c-${id}`,
    status: "published",
    sort: id,
    parent: null,
    thumbnail: null,
    standard: null,
    pressure_range: null,
    childrens,
  };
}

const tree = [node(1, [node(3, [node(4)])]), node(2)];

test("a category is found on every level", () => {
  expect([1, 3, 4, 2].map((id) => findCategory(tree, id)?.slug)).toEqual(["c-1", "c-3", "c-4", "c-2"]);
  expect(findCategory(tree, 9)).toBeUndefined();
});
