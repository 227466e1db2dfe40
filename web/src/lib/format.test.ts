import { expect, test } from "vitest";
import { formatBytes, formatNumber } from "./format";

test.each([
  [14200, "de-DE", "14\u00a0200"],
  [1240, "en-US", "1,240"],
  [999, "fr-FR", "999"],
  [-1234567.5, "de-DE", "\u22121\u00a0234\u00a0567,5"],
  [0.2, "it-IT", "0,2"],
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
