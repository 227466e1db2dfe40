import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rowsOf } from "./columns";

interface Case {
  name: string;
  reply: unknown;
  column: unknown;
}

// The server reads the same file (internal/page/columns_test.go).
const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../internal/page/testdata/columns.json"), "utf8"),
) as Case[];

test.each(cases)("a column is read as the reply it was made of: $name", ({ reply, column }) => {
  expect(rowsOf(column, 1)).toEqual([reply]);
});
