import { describe, expect, it } from "vitest";
import { fieldText, formatAmount, minorUnits, readDecimal } from "./decimal";

describe("readDecimal", () => {
  it.each([
    ["14,60", "14.6"],
    ["14.60", "14.6"],
    ["0,3345", "0.3345"],
    [".5", "0.5"],
    ["1 240,50", "1240.5"],
    ["1’240.50", "1240.5"],
    ["1.240,50", "1240.5"],
    ["1,240.50", "1240.5"],
    ["1.240.500", "1240500"],
    ["1,250", "1.25"],
    ["0.125", "0.125"],
    ["007", "7"],
    ["12.3456", "12.3456"],
    ["", "0"],
  ])("reads %s as %s", (text, value) => expect(readDecimal(text, "de-DE")).toEqual({ value }));

  it.each(["abc", "12,x", "1,2,3", "-5", "1.2.3,4", "12..5", "1e9", ","])("refuses %s", (text) =>
    expect(readDecimal(text, "de-DE")).toEqual({ problem: "number" }),
  );

  it("does not guess what a thousand or a fraction is", () => {
    expect(readDecimal("1.250", "de-DE")).toEqual({ problem: "ambiguous" });
    expect(readDecimal("1,250", "en-US")).toEqual({ problem: "ambiguous" });
    expect(readDecimal("1.250", "en-US")).toEqual({ value: "1.25" });
  });
});

it("formats amounts of the server", () => {
  expect(formatAmount("2187.6", "it-IT", 2)).toBe("2\u00a0187,60");
  expect(formatAmount("-0.02", "en-US", 2)).toBe("\u22120.02");
  expect(formatAmount("0.3345", "de-DE", 2)).toBe("0,3345");
  expect(formatAmount("1001", "en-US", 0)).toBe("1,001");
});

it("fills fields so that they are read as the same number", () => {
  expect(fieldText("14.6", "de-DE", 2)).toBe("14,60");
  expect(fieldText("1240.5", "en-US", 2)).toBe("1240.50");
  expect(fieldText("0", "de-DE", 2)).toBe("");
  expect(fieldText("1.25", "de-DE", 3)).toBe("1,250");
});

it("knows the minor units of currencies", () => {
  expect(["CHF", "JPY", "KWD", "Fr."].map(minorUnits)).toEqual([2, 0, 3, 2]);
});
