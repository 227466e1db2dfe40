import { expect, test } from "vitest";
import { longTime, shortTime } from "./dates";

const now = new Date(2026, 10, 23, 10, 42).getTime();
const at = (day: number, month = 10) => new Date(2026, month, day, 7, 36).toISOString();

test("lists name the time, the weekday or the date", () => {
  expect(shortTime(at(23), now, "de-DE")).toBe("07:36");
  expect(shortTime(at(22), now, "de-DE")).toBe("So 07:36");
  expect(shortTime(at(11), now, "de-DE")).toBe("11.11.");
  expect(shortTime(at(22), now, "en-US")).toBe("Sun 07:36");
});

test("facts name weekday, date and time", () => {
  expect(longTime(at(22), now, "de-DE")).toBe("So 22.11., 07:36");
  expect(longTime(at(22), now, "en-US")).toBe("Sun Nov 22, 07:36");
});
