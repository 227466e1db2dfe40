import { expect, test } from "vitest";
import { citationOf } from "./citation";

test.each([
  [null, undefined],
  ["  \n ", undefined],
  ["“Words.”", { words: "“Words.”", author: "", office: "" }],
  [
    "“Words.”\nRegula Ammann\nHead of Quality",
    { words: "“Words.”", author: "Regula Ammann", office: "Head of Quality" },
  ],
  ["“Words.”\r\n\r\nR. A.\nQuality\nWinterthur", { words: "“Words.”", author: "R. A.", office: "Quality, Winterthur" }],
])("%j is parsed into words, author and office", (text, expected) => {
  expect(citationOf(text)).toEqual(expected);
});
