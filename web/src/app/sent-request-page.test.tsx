import { beforeEach, describe, expect, test } from "vitest";
import "./server";
import { type OfferLine, type SentOffer, type SentRequest, type Stage, sentRequest } from "../content/sent-request";
import { languages } from "../i18n/languages";
import type { PageContext } from "../router/page-context";

declare const ferrule: Record<"plan" | "page", (input: string) => string>;

const prefixes = { "de-DE": "/de", "en-US": "/en", "fr-FR": "/fr", "it-IT": "/it" } as const;
type Code = keyof typeof prefixes;

const token = "AAAABBBBCCCCDDDDEEEEFFFFGG";
const at = (time: string) => ({ time, zone: "CET" });

const line = (position: string, changes: Partial<OfferLine> = {}): OfferLine => ({
  position,
  name: "Absperrklappe DN 200 PN 16",
  sku: "FR-AK-200-016-EP",
  quantity: "4",
  price: "312",
  deliveries: [{ quantity: "4", days: 3 }],
  amount: "1248",
  ...changes,
});

const offer: SentOffer = {
  number: "A-4PL-87D",
  date: "2026-11-19",
  validUntil: "2026-12-04",
  end: at("2026-12-05T00:00:00+01:00"),
  sentAt: at("2026-11-19T13:07:00+01:00"),
  acceptable: true,
  contact: { name: "Jonas Brunner", phone: "+41 52 000 24 11" },
  currency: "CHF",
  decimals: 2,
  lines: [
    line("1"),
    line("2", {
      name: "Schraubensatz M20, A4-70",
      sku: "FR-SS-M20-470",
      quantity: "8",
      price: "38.5",
      per: 100,
      deliveries: [{ quantity: "4" }, { quantity: "4", date: "2026-12-02" }],
      certificate: "3.1",
      amount: "308",
    }),
    line("3", { name: "Dichtung", notOffered: "nicht mehr lieferbar", deliveries: null, amount: "0" }),
  ],
  lineCount: 3,
  charges: [{ text: "Fracht nach Auental, DAP", amount: "48" }],
  total: { sum: "1556", net: "1604", vat: [{ rate: "8.1", amount: "129.92" }], total: "1733.92" },
  language: "de-DE",
  words: "Ich nehme das Angebot A-4PL-87D vom 19.11.2026 über CHF 1 604,00 netto an.",
  document: `/api/requests/${token}/offers/A-4PL-87D.pdf`,
};

const bare: SentRequest = {
  reference: "F-4PL-87D",
  state: "open",
  stage: "received",
  created: at("2026-11-19T10:02:00+01:00"),
  deadline: at("2026-11-20T10:02:00+01:00"),
  language: "de-DE",
  company: "Papierfabrik Auental AG",
  name: "Silvan Roth",
  phone: "+41 52 000 00 00",
  email: "s.roth@auental.example",
  message: "Flansche bitte mit Zeugnis 3.1.",
  lines: [
    { uid: "1", slug: "valve", sku: "FR-AK-200-016-EP", quantity: 4, translations: { "de-DE": { name: "Klappe" } } },
    { uid: "2", sku: "FR-SS-M20-270", quantity: 8, meta: { note: "verzinkt" } },
    { uid: "3", sku: "Dichtung nach Zeichnung", quantity: 8, meta: { free: true } },
  ],
  lineCount: 3,
  files: [{ name: "werk2.pdf", type: "application/pdf", size: 340_000 }],
  letters: [],
};

const letter = (kind: "question" | "offer", text: string) => ({
  at: at("2026-11-19T11:20:00+01:00"),
  supplier: true,
  name: "Jonas Brunner",
  kind,
  text,
  language: "de-DE",
});

const decidedAt = at("2026-11-23T10:42:00+01:00");
const decision = { name: "Silvan Roth", orderNumber: "4500 118 207", words: offer.words };
const changes: Readonly<Record<Stage, Partial<SentRequest>>> = {
  received: {},
  work: { workSince: at("2026-11-19T10:31:00+01:00") },
  question: { letters: [letter("question", "Welches Medium?")] },
  offered: { offer, letters: [letter("offer", "Unser Angebot liegt bei.")] },
  accepted: { offer: { ...offer, acceptable: false, decidedAt, decision } },
  declined: { offer: { ...offer, decidedAt, decision: { reason: "Lieferzeit", words: "vier Wochen" } } },
  expired: { offer: { ...offer, acceptable: false } },
  answered: { answeredAt: at("2026-11-19T13:07:00+01:00"), state: "answered" },
};

/** Renders the page of a request into the document. */
function show(stage: Stage, language: Code = "de-DE", more: Partial<SentRequest> = {}): HTMLElement {
  const page: PageContext = {
    route: "request",
    path: `/request/${token}`,
    params: { token },
    search: {},
    language,
    prefix: prefixes[language],
    languages: languages.map((each) => ({ ...each, available: true })),
    plain: [],
  };
  const data = { [sentRequest(token)]: { ...bare, stage, ...changes[stage], ...more } };
  const html = ferrule.page(JSON.stringify({ ...page, data }));
  document.body.innerHTML = html.slice(html.indexOf("<a class"));
  return main();
}

const main = () => document.querySelector("main") ?? document.createElement("main");
const textOf = (selector: string) => main().querySelector(selector)?.textContent?.replaceAll("\u00a0", " ");
const fieldsOf = (form: Element | null) => Object.fromEntries(new FormData(form as HTMLFormElement));

beforeEach(() => {
  document.body.innerHTML = "";
});

const headlines: Readonly<Record<Stage, readonly [string, string, string, string]>> = {
  received: ["Angekommen.", "It arrived.", "Bien reçue.", "Ricevuta."],
  work: ["In Arbeit.", "In work.", "En cours.", "In lavorazione."],
  question: ["Eine Frage.", "One question.", "Une question.", "Una domanda."],
  offered: ["Ihr Angebot.", "Your offer.", "Votre offre.", "La Sua offerta."],
  accepted: ["Angenommen.", "Accepted.", "Acceptée.", "Accettata."],
  declined: ["Abgelehnt.", "Declined.", "Refusée.", "Rifiutata."],
  expired: ["Abgelaufen.", "Expired.", "Expirée.", "Scaduta."],
  answered: ["Beantwortet.", "Answered.", "Traitée.", "Evasa."],
};

describe.each(Object.keys(headlines) as Stage[])("the stage %s", (stage) => {
  test("is the headline, in each language, and no text is missing", () => {
    for (const [index, language] of (Object.keys(prefixes) as Code[]).entries()) {
      expect(show(stage, language).querySelector("h1")?.textContent).toBe(headlines[stage][index]);
      expect(main().innerHTML).not.toMatch(/undefined|NaN|\[object|null/);
      expect(main().querySelector("[style]")).toBeNull();
    }
  });
});

test("nobody of the supplier is named before somebody has written", () => {
  for (const stage of ["received", "work"] as const) expect(show(stage).textContent).not.toContain("Ansprechpartner");
  expect(show("question").textContent).toContain("AnsprechpartnerJonas Brunner");
});

test("the sentence says until when, and states the zone", () => {
  show("received");
  expect(textOf(".page-head .side")).toContain("bis Freitag, 20. November 2026, 10:02 CET.");
  show("offered");
  expect(textOf(".page-head .side")).toContain("3 Positionen, gültig bis Freitag, 4. Dezember 2026, 24:00 Uhr (CET).");
  show("offered", "en-US");
  expect(textOf(".page-head .side")).toContain("valid until the end of Friday, December 4, 2026 (CET)");
});

test.each([
  ["received", ["current", "open", "open", "open"]],
  ["work", ["done", "current", "open", "open"]],
  ["question", ["done", "current", "open", "open"]],
  ["offered", ["done", "done", "done", "current"]],
  ["accepted", ["done", "done", "done", "accepted"]],
  ["declined", ["done", "done", "done", "ended"]],
  ["expired", ["done", "done", "done", "ended"]],
  ["answered", ["done", "done", "ended"]],
] as const)("the steps of the stage %s are %s", (stage, states) => {
  const steps = [...show(stage).querySelectorAll(".rq-path li")];
  expect(steps.map(({ className }) => className)).toEqual(states.map((state) => `is-${state}`));
});

test("an offered line shows the price, the parts of its delivery and what was requested instead", () => {
  show("offered");
  const row = ".rq-bom tbody tr:nth-child(2)";
  expect(textOf(`${row} .rq-x`)).toBe("38,50 je 100");
  expect(textOf(`${row} .rq-t`)).toBe("308,00");
  expect(textOf(`${row} .rq-d`)).toBe("4 sofort, 4 am Mi 02.12.2026");
  expect(textOf(`${row} .rq-a`)).toContain("Statt FR-SS-M20-270");
  expect(textOf(`${row} .rq-a`)).toContain("Ihre Bemerkung: verzinkt");
  expect(textOf(".rq-bom tbody tr:nth-child(3) .rq-a")).toContain("Nicht angeboten: nicht mehr lieferbar");
  expect(textOf(".rq-sum")).toBe(
    "3 Positionen1 556,00Fracht nach Auental, DAP48,00Netto CHF1 604,00MwSt 8,1 %129,92Brutto CHF1 733,92",
  );
});

test("texts of the offer stand around its lines, in their language", () => {
  const texts = { intro: "Wie besprochen:", notes: "Ab Lager.", terms: "Es gelten unsere Verkaufsbedingungen." };
  const shown = show("offered", "fr-FR", { offer: { ...offer, ...texts } });
  for (const text of Object.values(texts)) expect(shown.textContent).toContain(text);
  expect(shown.querySelector("#terms p")?.getAttribute("lang")).toBe("de-DE");
  expect(shown.querySelector("tbody b")?.getAttribute("lang")).toBe("de-DE");
  expect(shown.querySelector(".rq-d")?.closest("[lang]")).toBeNull();
  expect(shown.querySelector(".rq-mean a")?.getAttribute("href")).toBe("#terms");
});

test("without scripts each answer is a form of its own, which posts what the server checks", () => {
  const [accept, ask, decline] = show("offered").querySelectorAll("form");
  expect([accept, ask, decline].map((form) => [form?.method, new URL(form?.action ?? "").pathname])).toEqual([
    ["post", `/api/requests/${token}/decision`],
    ["post", `/api/requests/${token}/reply`],
    ["post", `/api/requests/${token}/decision`],
  ]);
  const shown = { offer: "A-4PL-87D", total: "1733.92", currency: "CHF", language: "de-DE" };
  expect(fieldsOf(accept ?? null)).toEqual({ ...shown, accept: "true", name: "Silvan Roth", orderNumber: "" });
  accept?.querySelector<HTMLInputElement>("[name=words]")?.click();
  expect(fieldsOf(accept ?? null)).toHaveProperty("words", offer.words);
  expect(fieldsOf(ask ?? null)).toEqual({ language: "de-DE", text: "" });
  expect(fieldsOf(decline ?? null)).toEqual({ ...shown, accept: "false", words: "" });
});

test("the sentence to accept is in the language of the request, and marked as such", () => {
  const sentence = show("offered", "fr-FR").querySelector(".check span");
  expect(sentence?.textContent).toBe(offer.words);
  expect(sentence?.getAttribute("lang")).toBe("de-DE");
});

test("an accepted offer shows who accepted it, when, in which words, and takes no further answer", () => {
  const shown = show("accepted");
  expect(shown.querySelector("form")).toBeNull();
  expect(textOf(".rq-by")).toBe("Angenommen vonSilvan Rotham23.11.2026, 10:42 CETIhre Bestellnummer4500 118 207");
  expect(textOf(".rq-words")).toBe(offer.words.replaceAll("\u00a0", " "));
});

test("a declined offer can be accepted while it is valid, and not afterwards", () => {
  expect(show("declined").querySelector("details form")).not.toBeNull();
  expect(textOf(".rq-by")).toContain("Lieferzeit: vier Wochen");
  const over = { offer: { ...offer, acceptable: false, decidedAt, decision: {} } };
  expect(show("declined", "de-DE", over).querySelector("form")).toBeNull();
  expect(textOf(".rq-by")).toContain("ohne Angabe");
});

test("a question while an offer is open is shown beside the offer", () => {
  show("question", "de-DE", { offer });
  expect(textOf(".rq-question")).toContain("Welches Medium?");
  expect(textOf(".rq-sum")).toContain("1 604,00");
});
