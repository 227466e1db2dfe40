import { type Texts, textsIn } from "./texts";

// Pure replacements for Intl: the server's JavaScript engine has none, and the
// server's HTML must be identical to the browser's.

const NO_BREAK = "\u00a0";

const separators: Texts<{ group: string; decimal: "," | "."; from: number }> = {
  // `from`: the number of digits from which groups of three are separated.
  "de-DE": { group: NO_BREAK, decimal: ",", from: 4 },
  "en-US": { group: ",", decimal: ".", from: 4 },
  "fr-FR": { group: NO_BREAK, decimal: ",", from: 4 },
  "it-IT": { group: NO_BREAK, decimal: ",", from: 4 },
};

/** Returns the decimal separator of a language: a comma or a point. */
export function decimalSign(language: string): "," | "." {
  return textsIn(separators, language).decimal;
}

/** Formats a number: 14 200 (de), 14,200 (en), 14 200 (fr), 14 200 (it). */
export function formatNumber(value: number, language: string): string {
  const { group, decimal, from } = textsIn(separators, language);
  const [whole = "0", fraction] = Math.abs(value).toString().split(".");
  const grouped = whole.length >= from ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
  return (value < 0 ? "\u2212" : "") + grouped + (fraction ? decimal + fraction : "");
}

/** Formats a number given as text with a decimal point or comma. */
export function formatDecimal(text: string, language: string): string {
  return textsIn(separators, language).decimal === "."
    ? text.replace(/(\d),(\d)/g, "$1.$2")
    : text.replace(/^(-?\d+)\.(\d+)$/, "$1,$2");
}

/** Formats every number with a decimal point in a text: M20×1,5 (de). */
export function formatDecimals(text: string, language: string): string {
  return text.replace(/\d+\.\d+/g, (number) => formatDecimal(number, language));
}

/** Formats a file size in kB or MB (powers of 1000). */
export function formatBytes(bytes: number, language: string): string {
  const megabytes = bytes / 1e6;
  return megabytes >= 0.95
    ? `${formatNumber(Math.round(megabytes * 10) / 10, language)}${NO_BREAK}MB`
    : `${formatNumber(Math.max(1, Math.round(bytes / 1000)), language)}${NO_BREAK}kB`;
}

const monthsOfYear = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats an ISO 8601 timestamp with an offset as the local time that it states: 21.11.2026, 18:40 (de). */
export function formatMoment(moment: string, language: string): string {
  const time = new Date(moment.replace(/(Z|[+-]\d{2}:\d{2})$/, "Z"));
  const two = (n: number) => String(n).padStart(2, "0");
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()];
  const [hour, minute] = [time.getUTCHours(), two(time.getUTCMinutes())];
  if (language === "de-DE") return `${two(day)}.${two(month + 1)}.${year}, ${two(hour)}:${minute}`;
  if (language === "fr-FR" || language === "it-IT")
    return `${two(day)}/${two(month + 1)}/${year}, ${two(hour)}:${minute}`;
  return `${monthsOfYear[month]} ${day}, ${year}, ${hour % 12 || 12}:${minute}${NO_BREAK}${hour < 12 ? "AM" : "PM"}`;
}
