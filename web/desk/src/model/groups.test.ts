import { expect, test } from "vitest";
import type { Row } from "../api/schemas";
import { groupOf, groupRows } from "./groups";

const now = new Date(2026, 10, 23, 10, 42).getTime();
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
const row = (reference: string, deadline: string | null, answered: string | null = null) =>
  ({ reference, deadline, answered }) as Row;

test("a deadline belongs to the day on this device", () => {
  expect(groupOf(row("a", at(23, 9)), now)).toBe("overdue");
  expect(groupOf(row("a", at(23, 23)), now)).toBe("today");
  expect(groupOf(row("a", at(24, 0)), now)).toBe("tomorrow");
  expect(groupOf(row("a", at(24, 23)), now)).toBe("tomorrow");
  expect(groupOf(row("a", at(25, 0)), now)).toBe("later");
  expect(groupOf(row("a", null, at(22, 9)), now)).toBe("answered");
  expect(groupOf(row("a", null), now)).toBe("none");
});

test("each group has a heading with its count", () => {
  const items = groupRows([row("a", at(23, 8)), row("b", at(23, 9)), row("c", at(23, 18))], now, true);
  expect(items.map((item) => (item.type === "group" ? `${item.group} ${item.count}` : item.row.reference))).toEqual([
    "overdue 2",
    "a",
    "b",
    "today 1",
    "c",
  ]);
});

test("a group that may go on has no count", () => {
  const items = groupRows([row("a", at(23, 8)), row("c", at(23, 18))], now, false);
  expect(items.flatMap((item) => (item.type === "group" ? [item.count] : []))).toEqual([1, null]);
});
