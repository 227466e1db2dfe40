import { expect, test } from "vitest";
import { readQuantity } from "./read-quantity";

test.each([
  ["de-DE", "12", 12],
  ["de-DE", " 12 ", 12],
  ["de-DE", "0", 0],
  ["de-DE", "007", 7],
  ["de-DE", "1.000", 1000],
  ["de-DE", "1.000,00", 1000],
  ["de-DE", "1’000", 1000],
  ["de-DE", "1'000", 1000],
  ["de-DE", "14\u00a0200", 14_200],
  ["de-DE", "14 200", 14_200],
  ["de-DE", "2,0", 2],
  ["de-DE", "2,", 2],
  ["de-DE", "2.0", 2],
  ["de-DE", "10 Stk.", 10],
  ["de-DE", "25 Stück", 25],
  ["de-DE", "1.000 Stk", 1000],
  ["en-US", "1.000", 1],
  ["en-US", "1,000", 1000],
  ["en-US", "1,000.00", 1000],
  ["en-US", "1’000", 1000],
  ["en-US", "10pcs", 10],
  ["fr-FR", "1\u202f000", 1000],
  ["fr-FR", "1 000,0", 1000],
  ["fr-FR", "10 pièces", 10],
  ["it-IT", "1.000", 1000],
  ["it-IT", "10 pz.", 10],
  ["ja-JP", "1,000", 1000],
  ["en-US", "１２", 12],
  ["en-US", "1 000", 1000],
  ["de-DE", "999.999", 999_999],
])("%s reads “%s” as %d", (language, text, quantity) => {
  expect(readQuantity(text, language)).toBe(quantity);
});

test.each([
  ["de-DE", ""],
  ["de-DE", "Stück"],
  ["de-DE", "-5"],
  ["de-DE", "2,5"],
  ["en-US", "2.5"],
  ["de-DE", "1.00.000"],
  ["de-DE", "1,000.5"],
  ["de-DE", "1e3"],
  ["de-DE", "12-14"],
  ["de-DE", "NaN"],
  ["de-DE", "0x10"],
  ["de-DE", "1.000.000"],
  ["de-DE", "99999999999999999999999"],
])("%s finds no quantity in “%s”", (language, text) => {
  expect(readQuantity(text, language)).toBeNull();
});
