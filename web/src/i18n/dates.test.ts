import { expect, test } from "vitest";
import { formatAmount } from "./amounts";
import { formatDay, formatDayAndTime, formatLongDay, formatLongDayAndTime } from "./dates";

test.each([
  ["de-DE", "Fr 04.12.2026", "Freitag, 4. Dezember 2026"],
  ["en-US", "Fri, Dec 4, 2026", "Friday, December 4, 2026"],
  ["fr-FR", "ven. 04/12/2026", "vendredi 4 décembre 2026"],
  ["it-IT", "ven 04/12/2026", "venerdì 4 dicembre 2026"],
  ["ar-SA", "Fri, Dec 4, 2026", "Friday, December 4, 2026"],
])("a day in %s is %s, in words %s", (language, short, long) => {
  expect(formatDay("2026-12-04", language)).toBe(short);
  expect(formatLongDay("2026-12-04", language)).toBe(long);
});

test("the first of a month has its ordinal in French and Italian", () => {
  expect(formatLongDay("2027-01-01", "fr-FR")).toBe("vendredi 1er janvier 2027");
  expect(formatLongDay("2027-01-01", "it-IT")).toBe("venerdì 1º gennaio 2027");
});

// The local time that the timestamp states, which is on another day in UTC.
test.each([
  ["de-DE", "Di 01.12., 00:30", "Dienstag, 1. Dezember 2026, 00:30"],
  ["en-US", "Tue, Dec 1, 12:30\u00a0AM", "Tuesday, December 1, 2026, 12:30\u00a0AM"],
])("a time in %s is %s, in words %s", (language, short, long) => {
  expect(formatDayAndTime("2026-12-01T00:30:00+01:00", language)).toBe(short);
  expect(formatLongDayAndTime("2026-12-01T00:30:00+01:00", language)).toBe(long);
});

test.each([
  ["2187.6", 2, "de-DE", "2\u00a0187,60"],
  ["2187.6", 2, "en-US", "2,187.60"],
  ["0.3345", 2, "it-IT", "0,3345"],
  ["1001", 0, "fr-FR", "1\u00a0001"],
  ["-13.34", 2, "de-DE", "\u221213,34"],
  ["12", 3, "en-US", "12.000"],
] as const)("the amount %s with %d places in %s is %s", (amount, places, language, text) => {
  expect(formatAmount(amount, places, language)).toBe(text);
});
