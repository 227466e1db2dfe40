import { expect, test } from "vitest";
import { formatBytes, formatDecimal, formatMoment, formatNumber } from "./formats";

test.each([
  [14200, "de-DE", "14\u00a0200"],
  [1240, "en-US", "1,240"],
  [999, "fr-FR", "999"],
  [-1234567.5, "de-DE", "\u22121\u00a0234\u00a0567,5"],
  [0.2, "it-IT", "0,2"],
  [14200.5, "ar-SA", "14,200.5"],
] as const)("%d in %s is %s", (value, language, text) => {
  expect(formatNumber(value, language)).toBe(text);
});

test.each([
  [2_600_000, "2,6\u00a0MB"],
  [340_200, "340\u00a0kB"],
  [12, "1\u00a0kB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatBytes(bytes, "de-DE")).toBe(text);
});

test.each([
  ["1.5", "de-DE", "1,5"],
  ["M20×1,5", "en-US", "M20×1.5"],
  ["M20×1,5", "ar-SA", "M20×1.5"],
  ["ISO 8434-1.2", "fr-FR", "ISO 8434-1.2"],
])("the decimal %s in %s is %s", (text, language, written) => {
  expect(formatDecimal(text, language)).toBe(written);
});

test.each([
  ["de-DE", "01.02.2026, 09:05"],
  ["en-US", "Feb 1, 2026, 9:05\u00a0AM"],
  ["fr-FR", "01/02/2026, 09:05"],
  ["it-IT", "01/02/2026, 09:05"],
])("a moment in %s is %s", (language, text) => {
  expect(formatMoment("2026-02-01T09:05:00+01:00", language)).toBe(text);
});
