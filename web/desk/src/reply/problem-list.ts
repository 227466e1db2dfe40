import type { ApiError } from "../api/client";
import { type Problem, placeholders } from "../model/offer-form";
import type { ReplyForm } from "../model/reply-draft";
import type { Texts } from "../texts/de";

/** What hinders a letter from being sent. */
export function letterProblems(letter: { subject: string; text: string }): Problem[] {
  return (["subject", "text"] as const).flatMap((field) => {
    const names = placeholders(letter[field]);
    if (names.length > 0) return [{ field, code: "placeholder", message: names.join(", ") }];
    return letter[field].trim() === "" ? [{ field, code: "required", message: "" }] : [];
  });
}

/** What the server says about fields. */
export function fieldProblems({ fields }: ApiError): Problem[] {
  return Object.entries(fields).map(([field, message]) => ({ field, code: "", message }));
}

/** Names a field for the summary: "Position 3, Preis". */
export function fieldName(field: string, { offer }: ReplyForm, texts: Texts): string {
  const words = texts.reply;
  const [area = "", index = "", member = ""] = field.split(".");
  const names: Record<string, string> = {
    subject: words.subject,
    text: words.text,
    validUntil: words.validUntil,
    currency: words.currency,
    recipient: words.recipient,
    contact: words.contactName,
    discount: words.discountOnAll,
    notes: words.notes,
    terms: words.terms,
    lines: words.lines,
    charges: words.charges,
  };
  const name = names[area] ?? field;
  if (index === "" || area === "contact") return name;
  const members: Record<string, string> = {
    sku: texts.request.article,
    name: texts.request.article,
    price: words.price,
    quantity: words.quantity,
    discount: words.discount,
    vatRate: words.vatRate,
    deliveries: words.delivery,
    certificate: words.certificate,
    note: words.note,
    notOffered: words.reason,
    per: words.per,
    text: words.chargeText,
    amount: words.chargeAmount,
  };
  const of = area === "lines" ? words.position(offer.lines[Number(index)]?.position ?? "") : name;
  return `${of}, ${members[member] ?? member}`;
}
