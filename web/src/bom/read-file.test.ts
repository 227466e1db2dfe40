import { expect, test } from "vitest";
import { readFile } from "./read-file";

test.each([
  ["UTF-8", new TextEncoder().encode("Stück;10")],
  ["UTF-8 with its mark", new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode("Stück;10")])],
  ["Windows-1252", Uint8Array.from("Stück;10", (letter) => letter.charCodeAt(0))],
  ["UTF-16", new Uint8Array([0xff, 0xfe, ...Array.from("Stück;10").flatMap((letter) => [letter.charCodeAt(0), 0])])],
  [
    "UTF-16, the other way round",
    new Uint8Array([0xfe, 0xff, ...Array.from("Stück;10").flatMap((letter) => [0, letter.charCodeAt(0)])]),
  ],
])("a file in %s is read", async (_, bytes) => {
  expect(await readFile(new Blob([bytes]))).toEqual({ text: "Stück;10" });
});

test("a binary spreadsheet and a large file are rejected", async () => {
  expect(await readFile(new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 8])]))).toEqual({ problem: "binary" });
  expect(await readFile(new Blob(["x".repeat(131_073)]))).toEqual({ problem: "long" });
});
