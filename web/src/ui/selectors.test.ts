import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Returns the compound selectors before + or ~ in a style sheet. */
function precedents(css: string): string[] {
  const selectors = css.replaceAll(/\/\*.*?\*\//gs, "").match(/[^{};]+(?=\{)/g) ?? [];
  return selectors.flatMap((selector) =>
    [...selector.replaceAll(/\([^()]*n [+-] \d+\)/g, "").matchAll(/([^\s>]+)\s*[+~](?!=)/g)].map(
      ([, before = ""]) => before,
    ),
  );
}

test("a sibling combinator follows a class, an id or an attribute", () => {
  expect(precedents("li:nth-child(2n + 1), .a :is(b, i) + i {}")).toEqual(["i)"]);
  const files = globSync("web/src/**/*.css");
  expect(files).toContain("web/src/ui/button.css");
  for (const file of files) {
    // After a type selector or a pseudo-class alone, every inserted element restyles all elements of the subject's type.
    const bare = precedents(readFileSync(file, "utf8")).filter((before) => !/[.#[\]]/.test(before));
    expect(bare, file).toEqual([]);
  }
});

test("no rule concerns all elements below an attribute", () => {
  // A change of the attribute would restyle all of them (ARCHITECTURE.md, "Rules that are easy to break").
  const concernsAll = (css: string) => /\][^\s,{}>+~]*(?:\s+|\s*>\s*)\*/.test(css.replaceAll(/\/\*.*?\*\//gs, ""));
  expect(concernsAll("[data-pressed] * {}")).toBe(true);
  for (const file of globSync("web/src/**/*.css")) expect(concernsAll(readFileSync(file, "utf8")), file).toBe(false);
});
