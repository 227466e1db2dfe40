import { expect, test } from "vitest";
import { scenesOf } from "./scenes";

const file = (id: string, filename_download: string | null = `${id}.webp`) => ({ id, filename_download });

function ids(...files: ReturnType<typeof file>[]): string[] {
  return scenesOf(files).map(({ picture, dark }) => (dark ? `${picture.id}|${dark.id}` : picture.id));
}

test("a light and a dark picture with the same name form one scene, in either order", () => {
  expect(ids(file("hero-light"), file("hero-dark"), file("row"))).toEqual(["hero-light|hero-dark", "row"]);
  expect(ids(file("hero-dark"), file("hero-light"))).toEqual(["hero-light|hero-dark"]);
});

test("pictures that are not a light and dark pair remain separate scenes", () => {
  expect(ids(file("a-light"), file("b-dark"))).toEqual(["a-light", "b-dark"]);
  expect(ids(file("a-light"), file("c"), file("a-dark"))).toEqual(["a-light", "c", "a-dark"]);
  expect(ids(file("x", null), file("y", null))).toEqual(["x", "y"]);
});
