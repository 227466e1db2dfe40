import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Contrast by WCAG 2.2: 4.5 for text (1.4.3), 3 for the borders of controls and the focus ring (1.4.11).
// The browser tests measure pages in the light theme only; this table holds in every theme.

const surfaces = ["bg", "bg-sunk"];

/** Text tokens, with the tokens of their backgrounds. */
const texts: Record<string, string[]> = {
  fg: [...surfaces, "accent-tint"],
  "fg-2": surfaces,
  "fg-3": surfaces,
  "accent-text": surfaces,
  alert: surfaces,
  warn: ["bg", "bg-sunk"],
  bg: ["fg"], // inverted labels
  "on-accent": ["accent", "accent-hover", "accent-press"],
  accent: ["on-accent"],
  "accent-on-tint": ["accent-tint"],
  "on-band": ["bg-band"],
  "on-band-2": ["bg-band"],
  "steel-50": ["steel-950"],
};

/** Tokens of borders, marks and the focus ring, with the tokens of the adjacent backgrounds. */
const lines: Record<string, string[]> = {
  "line-field": surfaces,
  "line-strong": surfaces,
  accent: surfaces,
  alert: surfaces,
  focus: ["focus-gap"],
};

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const withoutComments = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, "");

/** Returns the innermost rules of a style sheet, those in media queries included. */
function rulesOf(css: string): { selectors: string[]; body: string }[] {
  return [...withoutComments(css).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selectors = "", body = ""]) => ({
    selectors: selectors.split(",").map((selector) => selector.trim()),
    body,
  }));
}

/** The sheets with the tokens. */
const tokenSheets = ["tokens", "red-theme"].map((name) => readFileSync(`web/src/ui/${name}.css`, "utf8"));

/** Returns the values of all tokens in a theme. */
function tokensOf(theme: string): Map<string, string> {
  const applied = tokenSheets
    .flatMap(rulesOf)
    .filter(({ selectors }) =>
      selectors.some((selector) => selector === ":root" || selector === `[data-theme="${theme}"]`),
    );
  return new Map(
    applied.flatMap(({ body }) =>
      [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value] as const),
    ),
  );
}

/** Returns a token's colour, each component from 0 to 1. */
function colourOf(tokens: Map<string, string>, name: string): Colour {
  const value = tokens.get(name) ?? "";
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (reference) return colourOf(tokens, reference);
  const digits = /^#((?:[\da-f]{3}){1,2}|[\da-f]{8})$/.exec(value)?.[1];
  if (!digits) throw new Error(`--${name} is not a colour in hexadecimal digits: ${value}`);
  const long = digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits.padEnd(8, "f");
  const part = (index: number) => Number.parseInt(long.slice(2 * index, 2 * index + 2) || "ff", 16) / 255;
  return [part(0), part(1), part(2), part(3)];
}

/** Returns a colour composited over an opaque one. */
function over([red, green, blue, alpha]: Colour, below: Colour): Colour {
  const mix = (upper: number, lower: number) => upper * alpha + lower * (1 - alpha);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
}

/** Returns the relative luminance of an opaque colour (WCAG 2.2, section 6). */
function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Returns the contrast ratio of one token on another; both may be translucent, over the page's background. */
function contrast(tokens: Map<string, string>, foreground: string, background: string): number {
  const below = over(colourOf(tokens, background), colourOf(tokens, "bg"));
  const [darker = 0, lighter = 0] = [luminance(over(colourOf(tokens, foreground), below)), luminance(below)].toSorted(
    (one, other) => one - other,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

test("the contrast ratio is that of WCAG", () => {
  const tokens = new Map([
    ["bg", "#fff"],
    ["black", "#000"],
    ["grey", "#767676"],
    ["glass", "#00000080"],
  ]);
  expect(contrast(tokens, "black", "bg")).toBeCloseTo(21, 5);
  expect(contrast(tokens, "grey", "bg")).toBeCloseTo(4.54, 2);
  expect(contrast(tokens, "glass", "bg")).toBeCloseTo(3.98, 1);
});

test.each(["light", "dark", "red"])("text, borders and marks have the required contrast: %s theme", (theme) => {
  const tokens = tokensOf(theme);
  const pairs = (table: Record<string, string[]>, least: number) =>
    Object.entries(table).flatMap(([name, backgrounds]) =>
      backgrounds.map((background) => ({ name, background, ratio: contrast(tokens, name, background), least })),
    );
  const all = [...pairs(texts, 4.5), ...pairs(lines, 3)];
  expect(all.filter(({ ratio, least }) => ratio < least)).toEqual([]);
});

test("the table lists every pair of text and background in the style sheets", () => {
  const token = /^var\(--([\w-]+)\)$/;
  const unknown: string[] = [];
  for (const file of globSync("web/src/**/*.css").filter((name) => !/(?:tokens|print)\.css$/.test(name))) {
    for (const { selectors, body } of rulesOf(readFileSync(file, "utf8"))) {
      const value = (property: string) =>
        token.exec(new RegExp(`(?:^|[;\\s])${property}:\\s*([^;]+)`).exec(body)?.[1]?.trim() ?? "")?.[1];
      const text = value("color");
      const background = value("background(?:-color)?");
      if (!text) continue;
      // The cross grid is decoration.
      const known = texts[text] ?? (text === "xg-color" ? [] : undefined);
      if (!known || (background && !known.includes(background))) {
        unknown.push(`${file}: ${selectors.join(", ")}: ${text} on ${background}`);
      }
    }
  }
  expect(unknown).toEqual([]);
});

test("every custom property is defined, and every token is used", () => {
  const read = (files: string[]) => files.map((file) => withoutComments(readFileSync(file, "utf8"))).join("");
  const source = read(globSync("web/src/**/*.{css,ts,tsx}", { exclude: (name) => name.includes(".test.") }));
  const names = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = ""]) => name));
  const defined = names(source, /--([\w-]+)(?:"?:|",)/g);
  const used = names(source, /var\(--([\w-]+)/g);
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
  const tokens = names(tokenSheets.map(withoutComments).join(""), /--([\w-]+):/g);
  expect([...tokens].filter((name) => !used.has(name))).toEqual([]);
});
