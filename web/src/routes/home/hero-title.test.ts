import { expect, test } from "vitest";
import { fitClass, titleLines } from "./hero-title";

test.each([
  ["Dicht bis\n630 bar.", ["Dicht bis", "630 bar."]],
  ["Dicht bis 630 bar.", ["Dicht bis", "630 bar."]],
  ["Étanche<br>à 630 bar.", ["Étanche", "à 630 bar."]],
  ["Dicht.", ["Dicht."]],
  ["Unverwechselbar", ["Unverwechselbar"]],
  [" \n ", []],
])("%j is split into lines", (title, lines) => {
  expect(titleLines(title)).toEqual(lines);
});

test.each([
  ["Dicht bis\n630 bar.", ""],
  ["Étanche\nà 630 bar.", "fit-92"],
  ["Tight up to\n630 bar.", "fit-80"],
  ["Tenuta fino\na 630 bar.", "fit-80"],
  ["Kugel\u00adhahn", ""],
  ["Verschraubungen", "fit-64"],
  ["Rohrverschraubungen", "fit-48"],
])("%j gets the size class %j of its longest line", (title, expected) => {
  expect(fitClass(titleLines(title))).toBe(expected);
});
