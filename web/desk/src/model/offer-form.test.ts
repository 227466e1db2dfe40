import { expect, it } from "vitest";
import type { Offer } from "../api/reply-schemas";
import { addedLine, type OfferForm, placeholders, toForm, toOffer } from "./offer-form";

const offer: Offer = {
  number: "A-4M8-21R",
  version: 1,
  language: "it-IT",
  currency: "CHF",
  date: "2026-11-23",
  validUntil: "2026-12-07",
  recipient: ["Officine Valgrande S.r.l.", "Giulia Ferrante"],
  contact: { name: "Jonas Brunner", phone: "" },
  intro: "",
  lines: [
    {
      position: "1",
      name: "Giunzione",
      sku: "FR-GV-12S-71",
      replaces: "",
      quantity: "1240.5",
      unit: "m",
      price: "14.6",
      per: 100,
      discount: "2.5",
      vatRate: "8.1",
      deliveries: [{ quantity: "1240.5", date: "", days: 3 }],
      certificate: "3.1",
      note: "",
      notOffered: "",
    },
  ],
  discount: "0",
  charges: [{ text: "Trasporto", amount: "64", vatRate: "8.1" }],
  vat: true,
  round5: false,
  notes: "",
  terms: "",
};

const changed = (part: Partial<OfferForm["lines"][number]>): OfferForm => {
  const form = toForm(offer, "de-DE");
  return { ...form, lines: form.lines.map((line) => ({ ...line, ...part })) };
};

it("returns the same offer from its fields, in both languages", () => {
  for (const language of ["de-DE", "en-US"] as const) {
    expect(toOffer(toForm(offer, language), language)).toEqual({ offer, problems: [] });
  }
});

it("fills fields with the decimal sign of the person", () => {
  expect(toForm(offer, "de-DE").lines[0]).toMatchObject({ price: "14,60", quantity: "1240,5" });
  expect(toForm(offer, "en-US").lines[0]).toMatchObject({ price: "14.60", quantity: "1240.5" });
});

it("names the field of a text that is no number, and goes on with 0", () => {
  const { offer: read, problems } = toOffer(changed({ price: "12,x" }), "de-DE");
  expect(problems).toEqual([{ field: "lines.0.price", code: "number", message: "12,x" }]);
  expect(read.lines[0]?.price).toBe("0");
});

it("gives a single delivery the quantity of its line, and parts their own", () => {
  expect(toOffer(changed({ quantity: "7" }), "de-DE").offer.lines[0]?.deliveries).toEqual([
    { quantity: "7", date: "", days: 3 },
  ]);
  const parts = [
    { quantity: "4", when: "now", days: "9", date: "" },
    { quantity: "3", when: "date", days: "", date: "2026-12-02" },
  ] as const;
  expect(toOffer(changed({ quantity: "7", deliveries: [...parts] }), "de-DE").offer.lines[0]?.deliveries).toEqual([
    { quantity: "4", date: "", days: 0 },
    { quantity: "3", date: "2026-12-02", days: 0 },
  ]);
});

it("asks for the reason of a line that is not offered", () => {
  const without = toOffer(changed({ offered: false }), "de-DE");
  expect(without.problems).toMatchObject([{ field: "lines.0.notOffered", code: "reason" }]);
  expect(without.offer.lines[0]?.notOffered).not.toBe("");
  const { offer: read, problems } = toOffer(changed({ offered: false, notOffered: "ausgelaufen" }), "de-DE");
  expect([problems, read.lines[0]?.notOffered, read.lines[0]?.price]).toEqual([[], "ausgelaufen", "0"]);
});

it("numbers an added line after the last one", () => {
  const { lines } = toForm(offer, "de-DE");
  expect(addedLine(lines, "8,1").position).toBe("2");
  expect(addedLine([{ ...addedLine(lines, ""), position: "070" }], "").position).toBe("71");
});

it("finds what a template could not fill in", () => {
  expect(placeholders("Guten Tag {{name}}, {{ question }} und {{name}}")).toEqual(["name", "question"]);
  expect(placeholders("{ name }")).toEqual([]);
});
