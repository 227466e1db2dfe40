import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as constants from "./constants";
import * as lazyConstants from "./lazy-constants";

const tables = { ...constants, ...lazyConstants };
const root = join(import.meta.dirname, "../..");

/** The comment of each entry, by "table.entry". */
function comments(): Map<string, string> {
  const source = ["constants.ts", "lazy-constants.ts"]
    .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
    .join("\n");
  const found = new Map<string, string>();
  for (const [, table = "", body = ""] of source.matchAll(/export const (\w+) = \{\n(.*?)\n\} as const;/gs)) {
    for (const [, comment = "", entry = ""] of body.matchAll(/\/\*\* (.*?) \*\/\n {2}(\w+):/gs)) {
      found.set(`${table}.${entry}`, comment.replace(/\s*\n\s*\*\s*/g, " "));
    }
  }
  return found;
}

/** The text of all test files, where the titles stand. */
function testSources(): string {
  const tests = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), "utf8"));
  return [...tests("web/src"), ...tests("e2e")].join("\n");
}

test("every constant says what it means, who uses it and which test holds it, or why nothing does", () => {
  const said = comments();
  const sources = testSources();
  const titles = Object.entries(tables).flatMap(([table, entries]) =>
    Object.keys(entries).map((entry) => `${table}.${entry}`),
  );
  expect([...said.keys()].sort()).toEqual(titles.sort());
  for (const [entry, comment] of said) {
    if (/\bUnused: \S/.test(comment)) continue;
    expect(comment, entry).toMatch(/\bUse: [\w./-]+/);
    const named = /\bTest: (.+)$/.exec(comment)?.[1]?.split("; ") ?? [];
    expect(named, entry).not.toEqual([]);
    for (const title of named) expect(sources.includes(title), `${entry}: no test is called “${title}”`).toBe(true);
  }
});

test("every file that a constant names as its user exists and mentions it", () => {
  for (const [entry, comment] of comments()) {
    const [, name = ""] = entry.split(".");
    const files = /\bUse: ([\w./, ()-]+?)\. Test:/.exec(comment)?.[1]?.split(", ") ?? [];
    for (const file of files) {
      const [path = "", property] = file.split(" (");
      const text = readFileSync(join(root, "web/src", path), "utf8");
      if (/\.tsx?$/.test(path)) expect(text, `${entry} in ${path}`).toMatch(new RegExp(`\\b${name}\\b`));
      if (property) expect(text, `${entry} in ${path}`).toContain(property.replace(")", ""));
    }
  }
});
