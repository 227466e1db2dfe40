import { expect, test } from "vitest";
import { de } from "../texts/de";
import { en } from "../texts/en";
import { clockState, clockWords } from "./clock";

const now = Date.parse("2026-11-23T10:42:00Z");
const created = "2026-11-22T14:34:00Z";
const running = (deadline: string) => clockState({ created, deadline, answered: null }, now);

test("below four hours the clock is amber and says what is left", () => {
  const state = running("2026-11-23T14:34:00Z");
  expect(state).toMatchObject({ kind: "soon", hours: 3, minutes: 52 });
  expect(state.gone).toBeCloseTo(1 - (3 + 52 / 60) / 24);
  expect(clockWords(state, de, false)).toBe("3 h 52");
  expect(clockWords(state, de, true)).toBe("noch 3 h 52");
  expect(clockWords(state, en, true)).toBe("3 h 52 left");
});

test("exactly four hours before its end the clock is not amber yet", () => {
  expect(running("2026-11-23T14:42:00Z").kind).toBe("running");
  expect(running("2026-11-23T14:41:59Z").kind).toBe("soon");
});

test("an overdue clock is full and says by how much", () => {
  const state = running("2026-11-23T07:36:00Z");
  expect(state).toMatchObject({ kind: "late", gone: 1, hours: 3, minutes: 6 });
  expect(clockWords(state, de, false)).toBe("− 3 h 06");
  expect(clockWords(state, de, true)).toBe("überfällig seit 3 h 06");
});

test("at its deadline a clock is overdue", () => {
  expect(running("2026-11-23T10:42:00Z").kind).toBe("late");
});

test("an answered clock stands still at the time that was needed", () => {
  const state = clockState({ created, deadline: null, answered: "2026-11-22T20:46:00Z" }, now);
  expect(state).toMatchObject({ kind: "done", hours: 6, minutes: 12 });
  expect(clockWords(state, de, false)).toBe("nach 6 h 12");
  expect(clockWords(state, en, true)).toBe("answered after 6 h 12");
});

test("a reopened request has the clock of its new deadline", () => {
  const state = clockState({ created, deadline: "2026-11-24T09:00:00Z", answered: "2026-11-22T20:46:00Z" }, now);
  expect(state).toMatchObject({ kind: "running", hours: 22, minutes: 18 });
});

test("spam has no clock", () => {
  const state = clockState({ created, deadline: null, answered: null }, now);
  expect(clockWords(state, de, true)).toBe("läuft nicht");
});
