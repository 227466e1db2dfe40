import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

// WCAG 2.2: text 4.5 (1.4.3), lines of controls, icons and focus 3 (1.4.11).
// Browser tests measure the light theme; this table holds for every theme.
const pairs: [foreground: string, backgrounds: string[], least: number][] = [
  ["fg", ["bg", "bg-sunk", "bg-raise"], 4.5],
  ["fg-2", ["bg", "bg-sunk", "bg-raise"], 4.5],
  ["fg-3", ["bg", "bg-sunk", "bg-raise"], 4.5],
  ["accent-text", ["bg", "bg-sunk", "bg-raise"], 4.5],
  ["alert", ["bg", "bg-raise"], 4.5],
  ["on-accent", ["accent", "accent-hover", "accent-press"], 4.5],
  ["on-alert", ["alert"], 4.5],
  ["accent-on-tint", ["accent-tint"], 4.5],
  ["on-band", ["bg-band"], 4.5],
  ["on-band-2", ["bg-band"], 4.5],
  ["bg", ["fg"], 4.5], // inverted labels
  ["warn", ["bg", "bg-sunk"], 4.5],
  ["accent", ["bg", "bg-raise"], 3],
  ["line-strong", ["bg"], 3],
  ["line-field", ["bg", "bg-raise"], 3],
  ["focus", ["focus-gap"], 3],
];

const sheet = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8").replace(/\/\*.*?\*\//gs, "");

/** The custom properties of every rule for a theme, those of :root included. */
function tokensOf(theme: string): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const [, selectors = "", body = ""] of sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const applies = selectors.split(",").some((one) => [":root", `[data-theme="${theme}"]`].includes(one.trim()));
    if (!applies) continue;
    for (const [, name = "", value = ""] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) tokens.set(name, value.trim());
  }
  return tokens;
}

type Color = [red: number, green: number, blue: number, alpha: number];

/** A token's colour, each part from 0 to 1, as #rgb, #rrggbb or #rrggbbaa gives it. */
function color(tokens: Map<string, string>, name: string): Color {
  const value = tokens.get(name) ?? "";
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (reference) return color(tokens, reference);
  const digits = /^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.exec(value)?.[1];
  if (!digits) throw new Error(`--${name} is no colour: ${value}`);
  const long = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16) / 255;
  return [part(0), part(2), part(4), long.length === 8 ? part(6) : 1];
}

function over([r, g, b, alpha]: Color, [br, bg, bb]: Color): Color {
  const mix = (top: number, below: number) => top * alpha + below * (1 - alpha);
  return [mix(r, br), mix(g, bg), mix(b, bb), 1];
}

/** Relative luminance of an opaque colour (WCAG 2.2). */
function luminance([red, green, blue]: Color): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(tokens: Map<string, string>, foreground: string, background: string): number {
  const page = color(tokens, "bg");
  const below = over(color(tokens, background), page);
  const [light = 0, dark = 0] = [luminance(over(color(tokens, foreground), below)), luminance(below)].sort(
    (a, b) => b - a,
  );
  return (light + 0.05) / (dark + 0.05);
}

describe.each(["light", "dark", "red"])("in the %s theme", (theme) => {
  const tokens = tokensOf(theme);
  test.each(pairs)("--%s can be told from %s", (foreground, backgrounds, least) => {
    for (const background of backgrounds) {
      const ratio = contrast(tokens, foreground, background);
      expect(ratio, `--${foreground} on --${background}: ${ratio.toFixed(2)}`).toBeGreaterThanOrEqual(least);
    }
  });
});
