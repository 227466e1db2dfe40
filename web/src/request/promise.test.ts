import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The deadline is computed on working days (internal/rfq/answer_time.go).
test("every text that promises an answer within 24 hours says that they count on working days", () => {
  const files = globSync([
    "web/src/**/*.{ts,tsx}",
    "demo/pages/*.json",
    "internal/rfq/{delivery,document}/*.go",
  ]).filter((file) => !/test\.|_test|lazy-constants/.test(file));
  const promise =
    /24(?: |\u00a0|\\u00a0|\u202f)(?:Stunden( \(an Arbeitstagen\))?|hours( \(on working days\))?|heures( \(jours ouvrés\))?|ore\b( \(nei giorni lavorativi\))?)/g;
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(promise)].map(([text]) => ({ file, text })),
  );
  expect(found.length).toBeGreaterThan(60);
  expect(found.filter(({ text }) => !text.endsWith(")"))).toEqual([]);
});
