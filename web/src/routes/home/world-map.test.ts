import { expect, test } from "vitest";
import { placeNames, placesOf, project } from "./world-map";

// The cells of web/public/drawings/world.svg.
test.each([
  ["Winterthur", 47.5, 8.72, 54.5, 10.5],
  ["Houston", 29.76, -95.37, 22.5, 16.5],
  ["Dubai", 25.2, 55.27, 68.5, 18.5],
  ["Singapore", 1.35, 103.82, 83.5, 26.5],
  ["São Paulo", -23.55, -46.63, 37.5, 34.5],
])("%s is projected to the centre of its cell", (_, latitude, longitude, x, y) => {
  expect(project(latitude, longitude)).toEqual({ x, y });
});

const winterthur = { title: "Winterthur", latitude: 47.5, longitude: 8.72 };
const vienna = { title: "Vienna", latitude: 48.21, longitude: 16.37 };
const perth = { title: "Perth", latitude: -31.95, longitude: 115.86 };

function names(list: unknown): [string, boolean][] {
  return placesOf(list).map(({ title, named }) => [title, named]);
}

test("the seat is named, and a place under its name is omitted", () => {
  expect(names([winterthur, vienna, perth])).toEqual([
    ["Winterthur", true],
    ["Perth", true],
  ]);
});

test("another name that would overlap a place is omitted, its place is kept", () => {
  expect(names([perth, winterthur, vienna])).toEqual([
    ["Perth", true],
    ["Winterthur", false],
    ["Vienna", true],
  ]);
});

test("phones omit names outside their part of the map and names close to another", () => {
  const istanbul = { title: "Istanbul", latitude: 41.01, longitude: 28.98 };
  const houston = { title: "Houston", latitude: 29.76, longitude: -95.37 };
  const phones = placesOf([winterthur, istanbul, houston]).map(({ title, named, edge }) => [title, named, edge]);
  expect(phones).toEqual([
    ["Winterthur", true, false],
    ["Istanbul", true, true],
    ["Houston", true, true],
  ]);
});

test("two places in one cell are shown as one, and entries without coordinates are dropped", () => {
  const list = [
    { title: "A", latitude: 47.5, longitude: 8.72 },
    { title: "B", latitude: 47.4, longitude: 8.7 },
    { title: "C" },
    null,
  ];
  expect(placesOf(JSON.stringify(list)).map(({ title }) => title)).toEqual(["A"]);
  expect(placesOf("no list")).toEqual([]);
});

test("placeNames includes places without room for their cross or name", () => {
  const list = [
    { title: "Winterthur", latitude: 47.5, longitude: 8.72 },
    { title: "Wien", latitude: 48.2, longitude: 16.37 },
    { title: "", latitude: 1, longitude: 1 },
    null,
  ];
  expect(placesOf(list).map(({ title }) => title)).not.toContain("Wien");
  expect(placeNames(JSON.stringify(list))).toEqual(["Winterthur", "Wien"]);
});
