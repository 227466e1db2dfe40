import { expect, test } from "vitest";
import { placeNames, placesOf, project } from "./world-map";

// Cells as in the drawing of the map.
test.each([
  ["Winterthur", 47.5, 8.72, 54.5, 10.5],
  ["Houston", 29.76, -95.37, 22.5, 16.5],
  ["Dubai", 25.2, 55.27, 68.5, 18.5],
  ["Singapore", 1.35, 103.82, 83.5, 26.5],
  ["São Paulo", -23.55, -46.63, 37.5, 34.5],
])("%s stands in the middle of its cell", (_, latitude, longitude, x, y) => {
  expect(project(latitude, longitude)).toEqual({ x, y });
});

const winterthur = { title: "Winterthur", latitude: 47.5, longitude: 8.72 };
const vienna = { title: "Vienna", latitude: 48.21, longitude: 16.37 };
const perth = { title: "Perth", latitude: -31.95, longitude: 115.86 };

function names(list: unknown): [string, boolean][] {
  return placesOf(list).map(({ title, named }) => [title, named]);
}

test("the seat is named, and what would lie under its name is left out", () => {
  expect(names([winterthur, vienna, perth])).toEqual([
    ["Winterthur", true],
    ["Perth", true],
  ]);
});

test("another name that would cross a place is left out, the place stays", () => {
  expect(names([perth, winterthur, vienna])).toEqual([
    ["Perth", true],
    ["Winterthur", false],
    ["Vienna", true],
  ]);
});

test("phones leave out names beyond their part of the map and names that stand close", () => {
  const istanbul = { title: "Istanbul", latitude: 41.01, longitude: 28.98 };
  const houston = { title: "Houston", latitude: 29.76, longitude: -95.37 };
  const phones = placesOf([winterthur, istanbul, houston]).map(({ title, named, edge }) => [title, named, edge]);
  expect(phones).toEqual([
    ["Winterthur", true, false],
    ["Istanbul", true, true],
    ["Houston", true, true],
  ]);
});

test("two places in one cell show as one, and entries without coordinates not at all", () => {
  const list = [
    { title: "A", latitude: 47.5, longitude: 8.72 },
    { title: "B", latitude: 47.4, longitude: 8.7 },
    { title: "C" },
    null,
  ];
  expect(placesOf(JSON.stringify(list)).map(({ title }) => title)).toEqual(["A"]);
  expect(placesOf("no list")).toEqual([]);
});

test("a place without room for its cross or its name is named all the same", () => {
  const list = [
    { title: "Winterthur", latitude: 47.5, longitude: 8.72 },
    { title: "Wien", latitude: 48.2, longitude: 16.37 },
    { title: "", latitude: 1, longitude: 1 },
    null,
  ];
  expect(placesOf(list).map(({ title }) => title)).not.toContain("Wien");
  expect(placeNames(JSON.stringify(list))).toEqual(["Winterthur", "Wien"]);
});
