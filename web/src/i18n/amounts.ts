import { decimalSign, formatNumber } from "./formats";

/** Formats an exact number, given with a decimal point, with at least `decimals` places: 2 187,60 (de). */
export function formatAmount(amount: string, decimals: number, language: string): string {
  const [, sign, whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const places = fraction.padEnd(decimals, "0");
  return (sign ? "\u2212" : "") + formatNumber(Number(whole), language) + (places && decimalSign(language) + places);
}
