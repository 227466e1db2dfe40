import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expandColumn, queryHash } from "./columns";

interface Case {
  name: string;
  reply: unknown;
  column: unknown;
}

// The server reads the same file (internal/page/columns_test.go).
const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../internal/page/testdata/columns.json"), "utf8"),
) as Case[];

test.each(cases)("a column expands to the reply it was encoded from: $name", ({ reply, column }) => {
  expect(expandColumn(column, 1)).toEqual([reply]);
});

test("a query has the same hash as on the server", () => {
  expect(queryHash("")).toBe("0");
  expect(queryHash("/items/products?filter[slug][_eq]=für")).toBe("1t6m0e8");
});
