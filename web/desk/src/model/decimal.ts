import { decimalSign, formatNumber } from "../../../src/i18n/formats";
import type { Language } from "../texts/language";

/** What a typed text is: a number in the form that the server reads, or why it is none. */
export type Decimal = { value: string } | { problem: "number" | "ambiguous" };

/**
 * Reads a number with a decimal comma or point: "14,60", "14.60", "1 240,5", "1'240.50".
 * "1.250" may be a thousand and more in German, or one and a quarter: it is ambiguous.
 * An empty text is 0.
 */
export function readDecimal(text: string, language: Language): Decimal {
  const typed = text.normalize("NFKC").replaceAll(/[\s'’ʼ]/gu, "");
  if (typed === "") return { value: "0" };
  const sign = Math.max(typed.lastIndexOf(","), typed.lastIndexOf("."));
  const signs = typed.replaceAll(/[^.,]/g, "");
  const repeated = signs.length > 1 && new Set(signs).size === 1;
  const [whole, fraction] =
    sign < 0 ? [typed, ""] : repeated ? [typed, ""] : [typed.slice(0, sign), typed.slice(sign + 1)];
  // Groups of three digits before the decimal sign.
  if (!/^\d*$/.test(fraction) || !/^(\d+|\d{1,3}([.,])\d{3}(\2\d{3})*|)$/.test(whole) || whole + fraction === "")
    return { problem: "number" };
  if (signs.length === 1 && signs !== decimalSign(language) && /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3)
    return { problem: "ambiguous" };
  return { value: plain(whole.replaceAll(/[.,]/g, ""), fraction) };
}

/** Returns the shortest text of a number. */
function plain(whole: string, fraction: string): string {
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const rest = fraction.replace(/0+$/, "");
  return rest === "" ? digits : `${digits}.${rest}`;
}

/** Formats a number of the server with at least `places` decimal places: "1 240,50". */
export function formatAmount(value: string, language: string, places: number): string {
  const [whole = "0", fraction = ""] = value.replace(/^-/, "").split(".");
  const grouped = formatNumber(Number(whole), language);
  const padded = fraction.padEnd(places, "0");
  const amount = padded === "" ? grouped : grouped + decimalSign(language) + padded;
  return value.startsWith("-") ? `\u2212${amount}` : amount;
}

/** Formats a number for a field: without groups, "" for 0. */
export function fieldText(value: string, language: Language, places = 0): string {
  if (Number(value) === 0) return "";
  const [whole = "0", fraction = ""] = value.split(".");
  const padded = fraction.padEnd(places, "0");
  return padded === "" ? whole : whole + decimalSign(language) + padded;
}

/** Decimal places of amounts in a currency. */
export function minorUnits(currency: string): number {
  try {
    return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2; // no currency: the server says so
  }
}
