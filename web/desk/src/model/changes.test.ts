import { expect, test } from "vitest";
import { allowed, undoOf } from "./changes";

const anna = { id: "1", name: "Anna" };
const before = [
  { reference: "a", assignee: anna, unread: true },
  { reference: "b", assignee: null, unread: false },
  { reference: "c", assignee: anna, unread: false },
];

test("an assignment is taken back to each former person", () => {
  expect(undoOf({ action: "assign", references: ["a", "b", "c"], user: "2" }, before)).toEqual([
    { action: "assign", references: ["a", "c"], user: "1" },
    { action: "assign", references: ["b"], user: null },
  ]);
});

test("only what the change touched is taken back", () => {
  expect(undoOf({ action: "answer", references: ["b"] }, before)).toEqual([{ action: "reopen", references: ["b"] }]);
  expect(undoOf({ action: "read", references: ["a", "b"] }, before)).toEqual([{ action: "unread", references: ["a"] }]);
  expect(undoOf({ action: "read", references: ["b"] }, before)).toEqual([]);
});

test("spam is released before it is answered, an answered request reopened before it is spam", () => {
  expect(allowed("answer", "spam")).toBe(false);
  expect(allowed("spam", "answered")).toBe(false);
  expect(allowed("release", "spam")).toBe(true);
  expect(allowed("reopen", "answered")).toBe(true);
});

test("a forgotten request is final", () => {
  for (const action of ["assign", "answer", "reopen", "spam", "release"] as const)
    expect(allowed(action, "forgotten")).toBe(false);
});
