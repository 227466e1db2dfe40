import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const promise =
  /24(?: |\u00a0|\\u00a0|\u202f)(?:Stunden( \(an Arbeitstagen\))?|hours( \(on working days\))?|heures( \(jours ouvrés\))?|ore\b( \(nei giorni lavorativi\))?)/g;

function promises(files: string): { file: string; text: string }[] {
  return globSync(files)
    .filter((file) => !/test\.|_test|lazy-constants/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(promise)].map(([text]) => ({ file: file.replaceAll("\\", "/"), text })),
    );
}

// The demo supplier has working days (internal/app/calendar.go).
test("every text of the demo that promises an answer within 24 hours says that they count on working days", () => {
  const found = promises("demo/pages/*.json");
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter(({ text }) => !text.endsWith(")"))).toEqual([]);
});

// Whether they count on working days depends on the site, so no other text may contain the promised time.
test("the built-in texts take the promised time of an answer from one place", () => {
  const web = promises("web/src/**/*.{ts,tsx}");
  const mails = promises("internal/rfq/{delivery,document,rfqapi}/*.go");
  expect(new Set([...web, ...mails].map(({ file }) => file))).toEqual(
    new Set(["web/src/i18n/answer-time.ts", "internal/rfq/delivery/languages.go"]),
  );
  expect(new Set(mails.map(({ text }) => text))).toEqual(new Set(web.map(({ text }) => text)));
  expect(new Set(mails.map(({ text }) => text)).size).toBe(8);
});
