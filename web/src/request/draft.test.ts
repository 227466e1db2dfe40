import { expect, test } from "vitest";
import { expiry } from "../lazy-constants";
import { applyEdit, type Draft, newDraft, parseDraft } from "./draft";

const now = 1_800_000_000_000;
const values = { name: "Zoë", tel: "044", email: "", message: "DN 80" };
const draft: Draft = { ...newDraft(now), values };
const payload = { idempotencyKey: draft.key } as NonNullable<Draft["queued"]>["payload"];
const waiting: Draft = { ...draft, queued: { payload, tries: 1 } };

test("a draft expires 36 hours after its last change, a queued request does not expire", () => {
  const kept = expiry.draft * 60_000;
  expect(parseDraft(JSON.stringify(draft), now + kept)).toEqual(draft);
  expect(parseDraft(JSON.stringify(draft), now + kept + 1)).toBeNull();
  expect(parseDraft(JSON.stringify(waiting), now + 100 * kept)).toEqual(waiting);
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["null", "null"],
  ["a list", "[]"],
  ["the reference of one that was sent", '{"sent":{"reference":"F-000-000","link":""}}'],
  ["values that are no texts", JSON.stringify({ ...draft, values: { ...values, name: {} } })],
  ["a missing value", JSON.stringify({ ...draft, values: { name: "Zoë" } })],
  ["files that are none", JSON.stringify({ ...draft, files: [null] })],
  ["a key that is none", JSON.stringify({ ...draft, key: 1 })],
  ["a request without a key", JSON.stringify({ ...draft, queued: { payload: {}, tries: 1 } })],
])("a stored draft that is %s is dropped", (_, text) => {
  expect(parseDraft(text, now)).toBeNull();
});

test("the key changes only if an attempt ended without a reply and the draft is edited afterwards", () => {
  const edited = { values: { ...values, message: "DN 100" } };
  expect(applyEdit(draft, edited, now + 1)).toMatchObject({ key: draft.key, updated: now + 1, ...edited });
  const unsure = { ...draft, unsure: true };
  const next = applyEdit(unsure, edited, now + 1);
  expect(next.key).not.toBe(draft.key);
  expect(next.unsure).toBe(false);
  expect(applyEdit(next, {}, now + 2).key).toBe(next.key);
});

test("two drafts have different keys", () => {
  expect(newDraft(now).key).toMatch(/^[0-9a-f]{32}$/);
  expect(newDraft(now).key).not.toBe(newDraft(now).key);
});
