import { beforeEach, expect, it } from "vitest";
import type { Draft, Reply } from "../api/reply-schemas";
import { countPending, freshForm, keep, type Kept, readKept, startWith } from "./reply-draft";

const letter = (text: string) => ({ subject: text, text });
const reply: Reply = {
  draft: null,
  lastLetter: 3,
  to: "buyer@example.com",
  language: "it-IT",
  zone: "",
  today: "2026-11-23",
  currencies: ["CHF"],
  articles: {},
  templates: { offer: letter("offer"), question: letter("question"), decline: letter("decline") },
  offer: {
    number: "A-4M8-21R-2",
    version: 2,
    language: "it-IT",
    currency: "CHF",
    date: "2026-11-23",
    validUntil: "2026-12-07",
    recipient: ["Valgrande"],
    contact: { name: "Jonas", phone: "" },
    intro: "",
    lines: [],
    discount: "0",
    charges: [],
    vat: false,
    round5: false,
    notes: "",
    terms: "",
  },
};
const stored = (savedAt: string, text: string): Draft => ({
  kind: "question",
  subject: "stored",
  text,
  offer: null,
  lastLetter: 1,
  savedAt,
});
const typed = (text: string, part: Partial<Kept>): Kept => {
  const form = freshForm(reply, "question", "de-DE");
  form.letters = { ...form.letters, question: letter(text) };
  return { form, at: Date.parse("2026-11-23T10:00:00Z"), savedAt: "", pending: true, ...part };
};
const textOf = (kept: Kept) => kept.form.letters[kept.form.kind].text;

beforeEach(() => localStorage.clear());

it("begins with the templates of the server", () => {
  const start = startWith(reply, null, null, "de-DE");
  expect([start.form.kind, textOf(start), start.form.lastLetter, start.pending]).toEqual(["offer", "offer", 3, false]);
});

it("goes on with the draft of the server, and its last letter", () => {
  const start = startWith({ ...reply, draft: stored("2026-11-23T09:00:00Z", "mine") }, null, null, "de-DE");
  expect([start.form.kind, textOf(start), start.form.lastLetter]).toEqual(["question", "mine", 1]);
});

it("goes on with what this device alone has, unless another device has stored something newer", () => {
  const older = { ...reply, draft: stored("2026-11-23T09:00:00Z", "server") };
  expect(textOf(startWith(older, typed("device", {}), null, "de-DE"))).toBe("device");
  const newer = { ...reply, draft: stored("2026-11-23T11:00:00Z", "server") };
  expect(textOf(startWith(newer, typed("device", {}), null, "de-DE"))).toBe("server");
});

it("keeps the words of each kind that this device has of the same draft", () => {
  const savedAt = "2026-11-23T11:00:00Z";
  const kept = typed("device", { savedAt, pending: false });
  expect(textOf(startWith({ ...reply, draft: stored(savedAt, "server") }, kept, null, "de-DE"))).toBe("device");
  // It was sent or discarded on another device.
  expect(textOf(startWith(reply, kept, "question", "de-DE"))).toBe("question");
});

it("takes number and day of an offer from the server", () => {
  const kept = typed("device", {});
  kept.form.offer.fixed.number = "A-4M8-21R";
  expect(startWith(reply, kept, null, "de-DE").form.offer.fixed.number).toBe("A-4M8-21R-2");
});

it("stores answers by person and request, and counts those on the device alone", () => {
  expect(keep("anna", "F-1", typed("a", {}))).toBe(true);
  keep("anna", "F-2", typed("b", { pending: false }));
  keep("ben", "F-1", typed("c", {}));
  expect(readKept("anna", "F-1")?.form.letters.question.text).toBe("a");
  expect(readKept("anna", "F-3")).toBeNull();
  expect([countPending("anna"), countPending("ben")]).toEqual([1, 1]);
  localStorage.setItem("ferrule:desk:reply:anna:F-1", '{"form":{}}');
  expect(readKept("anna", "F-1")).toBeNull();
});
