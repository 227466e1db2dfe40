import type { Offer } from "../api/reply-schemas";
import type { Language } from "../texts/language";
import { fieldText, readDecimal } from "./decimal";

/** What hinders an answer from being sent. `message`: the server's own words, for codes that are unknown here. */
export interface Problem {
  field: string;
  code: string;
  message: string;
}

export interface DeliveryForm {
  quantity: string;
  /** "": not chosen. */
  when: "" | "now" | "days" | "date";
  days: string;
  date: string;
}

/** A line as it is typed: numbers are texts. */
export interface LineForm {
  position: string;
  name: string;
  sku: string;
  replaces: string;
  quantity: string;
  unit: string;
  price: string;
  per: number;
  discount: string;
  vatRate: string;
  deliveries: DeliveryForm[];
  certificate: string;
  note: string;
  offered: boolean;
  notOffered: string;
}

export interface ChargeForm {
  text: string;
  amount: string;
  vatRate: string;
}

/** An offer as it is typed. `fixed`: what the server decides. */
export interface OfferForm {
  fixed: Pick<Offer, "number" | "version" | "language" | "date" | "intro">;
  currency: string;
  validUntil: string;
  recipient: string;
  contactName: string;
  contactPhone: string;
  lines: LineForm[];
  discount: string;
  charges: ChargeForm[];
  vat: boolean;
  round5: boolean;
  notes: string;
  terms: string;
}

const noDelivery: DeliveryForm = { quantity: "", when: "", days: "", date: "" };

/** Returns an offer as it stands in its fields. */
export function toForm(offer: Offer, language: Language): OfferForm {
  const { number, version, date, intro, currency, validUntil, contact, vat, round5, notes, terms } = offer;
  return {
    fixed: { number, version, language: offer.language, date, intro },
    currency,
    validUntil,
    vat,
    round5,
    notes,
    terms,
    recipient: offer.recipient.join("\n"),
    contactName: contact.name,
    contactPhone: contact.phone,
    lines: offer.lines.map((line) => lineForm(line, language)),
    discount: fieldText(offer.discount, language),
    charges: offer.charges.map(({ text, amount, vatRate }) => ({
      text,
      amount: fieldText(amount, language, 2),
      vatRate: fieldText(vatRate, language),
    })),
  };
}

function lineForm(line: Offer["lines"][number], language: Language): LineForm {
  const { position, name, sku, replaces, unit, certificate, note, notOffered } = line;
  const deliveries = line.deliveries.map(
    ({ quantity, date, days }): DeliveryForm => ({
      quantity: fieldText(quantity, language),
      when: date ? "date" : days > 0 ? "days" : "now",
      days: days > 0 ? String(days) : "",
      date,
    }),
  );
  return {
    position,
    name,
    sku,
    replaces,
    unit,
    certificate,
    note,
    notOffered,
    quantity: fieldText(line.quantity, language),
    price: fieldText(line.price, language, 2),
    per: line.per || 1,
    discount: fieldText(line.discount, language),
    vatRate: fieldText(line.vatRate, language),
    deliveries: deliveries.length > 0 ? deliveries : [noDelivery],
    offered: notOffered === "",
  };
}

/** Returns an offer as the server reads it, and what in its fields is no number or missing. */
export function toOffer(form: OfferForm, language: Language): { offer: Offer; problems: Problem[] } {
  const problems: Problem[] = [];
  const number = (field: string, text: string) => {
    const decimal = readDecimal(text, language);
    if ("value" in decimal) return decimal.value;
    problems.push({ field, code: decimal.problem, message: text });
    return "0";
  };
  const { currency, validUntil, vat, round5, notes, terms } = form;
  const offer: Offer = {
    ...form.fixed,
    currency,
    validUntil,
    vat,
    round5,
    notes,
    terms,
    recipient: form.recipient.split("\n").map((line) => line.trim()),
    contact: { name: form.contactName, phone: form.contactPhone },
    lines: form.lines.map((line, index) => {
      if (!line.offered && line.notOffered.trim() === "")
        problems.push({ field: `lines.${index}.notOffered`, code: "reason", message: "" });
      return offerLine(line, (field, text) => number(`lines.${index}.${field}`, text));
    }),
    discount: number("discount", form.discount),
    charges: form.charges.map(({ text, amount, vatRate }, index) => ({
      text,
      amount: number(`charges.${index}.amount`, amount),
      vatRate: number(`charges.${index}.vatRate`, vatRate),
    })),
  };
  return { offer, problems };
}

function offerLine(line: LineForm, number: (field: string, text: string) => string): Offer["lines"][number] {
  const { position, name, sku, replaces, unit, per, certificate, note, offered } = line;
  const quantity = number("quantity", line.quantity);
  const single = line.deliveries.length === 1;
  return {
    position,
    name,
    sku,
    replaces,
    quantity,
    unit,
    per,
    certificate,
    note,
    price: offered ? number("price", line.price) : "0",
    discount: number("discount", line.discount),
    vatRate: number("vatRate", line.vatRate),
    deliveries: line.deliveries.flatMap(({ when, days, date, quantity: part }, index) =>
      when === ""
        ? []
        : [
            {
              quantity: single ? quantity : number(`deliveries.${index}.quantity`, part),
              date: when === "date" ? date : "",
              days: when === "days" ? Math.round(Number(number(`deliveries.${index}.days`, days))) : 0,
            },
          ],
    ),
    // The reason is asked for before it is sent.
    notOffered: offered ? "" : line.notOffered.trim() || "…",
  };
}

/** A line for an article that the request does not name. */
export function addedLine(lines: LineForm[], vatRate: string): LineForm {
  const last = Math.max(0, ...lines.map(({ position }) => Number(position) || 0));
  return {
    position: String(Math.max(last, lines.length) + 1),
    name: "",
    sku: "",
    replaces: "",
    quantity: "1",
    unit: "",
    price: "",
    per: 1,
    discount: "",
    vatRate,
    deliveries: [noDelivery],
    certificate: "",
    note: "",
    offered: true,
    notOffered: "",
  };
}

/** Fields of a template that could not be filled in: "name" of "{{name}}". */
export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = ""]) => name))];
}
