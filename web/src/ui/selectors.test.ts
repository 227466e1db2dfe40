import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What stands before + or ~ in the selectors of a style sheet, up to the space or combinator before it. */
function precedents(css: string): string[] {
  const selectors = css.replaceAll(/\/\*.*?\*\//gs, "").match(/[^{};]+(?=\{)/g) ?? [];
  return selectors.flatMap((selector) =>
    [...selector.replaceAll(/\([^()]*n [+-] \d+\)/g, "").matchAll(/([^\s>]+)\s*[+~](?!=)/g)].map(
      ([, before = ""]) => before,
    ),
  );
}

test("what a selector finds by what stands before it stands behind a class, an id or an attribute", () => {
  expect(precedents("li:nth-child(2n + 1), .a :is(b, i) + i {}")).toEqual(["i)"]);
  const files = globSync("web/src/**/*.css");
  expect(files).toContain("web/src/ui/controls.css");
  for (const file of files) {
    // Behind a tag or a state alone, everything with the subject's tag is styled anew whenever an element is put in.
    const bare = precedents(readFileSync(file, "utf8")).filter((before) => !/[.#[\]]/.test(before));
    expect(bare, file).toEqual([]);
  }
});
