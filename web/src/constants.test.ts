import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as constants from "./constants";
import * as lazyConstants from "./lazy-constants";

const tables = { ...constants, ...lazyConstants };
const root = join(import.meta.dirname, "../..");

interface Row {
  constant: string;
  /** Paths under web/src, a style sheet with the custom property in parentheses; empty for an unused constant. */
  files: string[];
  /** Titles of tests. */
  tests: string[];
}

/** Returns the rows of the table in docs/constants.md. */
function documented(): Row[] {
  const text = readFileSync(join(root, "docs/constants.md"), "utf8");
  return [...text.matchAll(/^\| `([\w.]+)` \| (.*?) \| (.*?) ?\|$/gm)].map(
    ([, constant = "", files = "", tests = ""]) => ({
      constant,
      files: files === "unused" ? [] : files.replaceAll("`", "").split("<br>"),
      tests: tests === "" ? [] : tests.split("<br>"),
    }),
  );
}

/** Returns the text of all test files. */
function testSources(): string {
  const tests = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), "utf8"));
  return [...tests("web/src"), ...tests("e2e")].join("\n");
}

test("docs/constants.md lists every constant, with existing tests for each that is used", () => {
  const rows = documented();
  const sources = testSources();
  const names = Object.entries(tables).flatMap(([table, entries]) =>
    Object.keys(entries).map((entry) => `${table}.${entry}`),
  );
  expect(rows.map(({ constant }) => constant).sort()).toEqual(names.sort());
  for (const { constant, files, tests } of rows) {
    if (files.length > 0) expect(tests, constant).not.toEqual([]);
    for (const title of tests) expect(sources.includes(title), `${constant}: no test is called “${title}”`).toBe(true);
  }
});

test("every file that docs/constants.md names for a constant exists and mentions it", () => {
  for (const { constant, files } of documented()) {
    const [, name = ""] = constant.split(".");
    for (const file of files) {
      const [path = "", property] = file.split(" (");
      const text = readFileSync(join(root, "web/src", path), "utf8");
      if (/\.tsx?$/.test(path)) expect(text, `${constant} in ${path}`).toMatch(new RegExp(`\\b${name}\\b`));
      if (property) expect(text, `${constant} in ${path}`).toContain(property.replace(")", ""));
    }
  }
});
