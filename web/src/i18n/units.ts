// Metric and imperial units. Content stores each value in one of the two systems;
// the other is always converted from the content's number.

export type UnitSystem = "metric" | "imperial";

/** A value as text with decimal points, and its unit's symbol ("" if it has none). */
export interface Measure {
  value: string;
  unit: string;
}

/** The counterpart of each unit in the other system; `decimals`: the smallest number of decimals. */
const counterparts: Readonly<Record<string, { system: UnitSystem; unit: string; factor: number; decimals: number }>> = {
  mm: { system: "imperial", unit: "in", factor: 1 / 25.4, decimals: 3 },
  bar: { system: "imperial", unit: "psi", factor: 14.503_773_773, decimals: 0 },
  in: { system: "metric", unit: "mm", factor: 25.4, decimals: 1 },
  psi: { system: "metric", unit: "bar", factor: 1 / 14.503_773_773, decimals: 0 },
};

/** One number or several: 12, 0.5, 0–1.6, 10/16. Anything else (M20×1.5, G 1/2 B) is a designation. */
const numbers = /^[−-]?\d+(?:[.,]\d+)?(?:\s*[–/,]\s*[−-]?\d+(?:[.,]\d+)?)*$/;
const fraction = /^\d+\/\d+$/;
const withUnit = /^(\S+)\s(mm|bar|in|psi)$/;

/** Converts a value to a system of units. Units without a counterpart and designations stay unchanged. */
export function measureIn(system: UnitSystem, value: string, unit: string): Measure {
  const own = unit === "" ? withUnit.exec(value) : null;
  if (own) {
    const shown = measureIn(system, own[1] ?? "", own[2] ?? "");
    return { value: shown.unit === own[2] ? value : `${shown.value}\u00a0${shown.unit}`, unit: "" };
  }
  const counterpart = Object.hasOwn(counterparts, unit) ? counterparts[unit] : undefined;
  if (counterpart?.system !== system || !numbers.test(value) || fraction.test(value)) return { value, unit };
  const { factor, decimals } = counterpart;
  return {
    value: value.replace(/\d+(?:[.,]\d+)?/g, (number) => converted(number.replace(",", "."), factor, decimals)),
    unit: counterpart.unit,
  };
}

/** Converts a number with as few decimals as convert back to it: at least `least`, and at least three significant digits. */
function converted(number: string, factor: number, least: number): string {
  const exact = Number(number) * factor;
  if (exact === 0) return "0";
  const givenDecimals = decimalsOf(number);
  let decimals = Math.max(least, 2 - Math.floor(Math.log10(exact)));
  // 0.49, not 0.5: a value halfway between two numbers converts back to neither.
  const error = () => Math.abs(Number(exact.toFixed(decimals)) / factor - Number(number)) * 10 ** givenDecimals;
  while (error() > 0.49) decimals += 1;
  return String(Number(exact.toFixed(decimals)));
}

function decimalsOf(number: string): number {
  return number.split(".")[1]?.length ?? 0;
}

/** Nominal diameters (EN ISO 6708) and their corresponding nominal pipe sizes (ASME B36.10M). */
const nominalSizes: Readonly<Record<string, string>> = {
  6: "1/8",
  8: "1/4",
  10: "3/8",
  15: "1/2",
  20: "3/4",
  25: "1",
  32: "1 1/4",
  40: "1 1/2",
  50: "2",
  65: "2 1/2",
  80: "3",
  90: "3 1/2",
  100: "4",
  125: "5",
  150: "6",
  200: "8",
  250: "10",
  300: "12",
  350: "14",
  400: "16",
  450: "18",
  500: "20",
  550: "22",
  600: "24",
  650: "26",
  700: "28",
  750: "30",
  800: "32",
  850: "34",
  900: "36",
  950: "38",
  1000: "40",
  1050: "42",
  1100: "44",
  1150: "46",
  1200: "48",
};

/** Returns the nominal pipe size of a nominal diameter; undefined if the standards have none. */
export function pipeSizeOf(diameter: string): string | undefined {
  return Object.hasOwn(nominalSizes, diameter) ? nominalSizes[diameter] : undefined;
}

/**
 * Converts an attribute's value to a system of units. Nominal diameters become
 * pipe sizes by the table only; one without a counterpart keeps its name ("DN 12").
 */
export function attributeIn(system: UnitSystem, slug: string, value: string, unit: string): Measure {
  if (slug !== "dn" || system === "metric") return measureIn(system, value, unit);
  return { value: pipeSizeOf(value) ?? `DN\u00a0${value}`, unit };
}

/** Returns the slug of the attribute whose name labels a value: that of pipe sizes for converted nominal diameters. */
export function attributeNamed(system: UnitSystem, slug: string): string {
  return system === "imperial" && slug === "dn" ? "nps" : slug;
}
