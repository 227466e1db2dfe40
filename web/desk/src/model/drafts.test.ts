import { beforeEach, expect, test, vi } from "vitest";
import { countDrafts, readDraft, writeDraft } from "./drafts";

beforeEach(() => localStorage.clear());

test("a draft belongs to one person and one request", () => {
  writeDraft("anna", "F-1", { text: "text", at: 5 });
  expect(readDraft("anna", "F-1")).toEqual({ text: "text", at: 5 });
  expect(readDraft("ben", "F-1")).toBeNull();
  expect(readDraft("anna", "F-2")).toBeNull();
  expect(countDrafts("anna")).toBe(1);
  expect(countDrafts("ben")).toBe(0);
});

test("an empty draft is none", () => {
  writeDraft("anna", "F-1", { text: "text", at: 5 });
  writeDraft("anna", "F-1", { text: "  ", at: 6 });
  expect(countDrafts("anna")).toBe(0);
});

test("a full device is reported", () => {
  const full = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(writeDraft("anna", "F-1", { text: "text", at: 5 })).toBe(false);
  full.mockRestore();
});

test("what is no draft is not shown", () => {
  localStorage.setItem("ferrule:desk:draft:anna:F-1", "{");
  expect(readDraft("anna", "F-1")).toBeNull();
});
