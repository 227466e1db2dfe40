import fc from "fast-check";
import { expect, test } from "vitest";
import { SearchParams } from "./server-polyfill";

const text = fc.string({ unit: "binary" });

test("parameters are serialised as browsers do, and parse to the same values", () => {
  fc.assert(
    fc.property(fc.dictionary(text, text, { noNullPrototype: true }), (record) => {
      const written = new SearchParams(record).toString();
      expect(written).toBe(new URLSearchParams(record).toString());
      expect([...new SearchParams(`?${written}`)]).toEqual([...new URLSearchParams(written)]);
    }),
  );
});

test("parameters are parsed as browsers do", () => {
  const query = "a=1&b&&a=2&q=dn+25%2B=x&%E0=%C3%BC";
  const [ours, theirs] = [new SearchParams(query), new URLSearchParams(query)];
  expect([...ours].slice(0, 4)).toEqual([...theirs].slice(0, 4));
  for (const name of ["a", "b", "q", "absent"]) expect(ours.get(name)).toBe(theirs.get(name));
});
