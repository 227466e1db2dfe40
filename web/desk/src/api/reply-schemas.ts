import * as v from "valibot";
import { person } from "./person-schema";

// Replies about letters and offers. Amounts are decimal texts: they are never calculated with here.

const decimal = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value)),
);
const optional = v.optional(decimal, "0");
const text = v.optional(v.string(), "");

const offerSchema = v.object({
  number: v.string(),
  version: v.number(),
  language: v.string(),
  currency: v.string(),
  date: v.string(),
  validUntil: v.string(),
  recipient: v.nullish(v.array(v.string()), []),
  contact: v.object({ name: v.string(), phone: text }),
  intro: text,
  lines: v.nullish(
    v.array(
      v.object({
        position: v.string(),
        name: v.string(),
        sku: text,
        replaces: text,
        quantity: optional,
        unit: text,
        price: optional,
        per: v.optional(v.number(), 1),
        discount: optional,
        vatRate: optional,
        deliveries: v.nullish(
          v.array(v.object({ quantity: optional, date: text, days: v.optional(v.number(), 0) })),
          [],
        ),
        certificate: text,
        note: text,
        notOffered: text,
      }),
    ),
    [],
  ),
  discount: optional,
  charges: v.nullish(v.array(v.object({ text, amount: optional, vatRate: optional })), []),
  vat: v.optional(v.boolean(), false),
  round5: v.optional(v.boolean(), false),
  notes: text,
  terms: text,
});

export const letterKinds = ["offer", "question", "decline"] as const;
const kind = v.picklist(letterKinds);
const template = v.object({ subject: v.string(), text: v.string() });

const draftSchema = v.object({
  kind,
  subject: v.string(),
  text: v.string(),
  offer: v.nullish(offerSchema, null),
  lastLetter: v.number(),
  savedAt: v.string(),
});

export const replySchema = v.object({
  draft: v.nullable(draftSchema),
  lastLetter: v.number(),
  to: v.string(),
  language: v.string(),
  offer: offerSchema,
  zone: v.string(),
  today: v.string(),
  currencies: v.array(v.string()),
  articles: v.record(
    v.string(),
    v.object({
      sku: v.string(),
      name: v.string(),
      price: v.nullable(decimal),
      stock: v.nullable(v.number()),
      changed: v.boolean(),
      ended: v.boolean(),
    }),
  ),
  templates: v.object({ question: template, offer: template, decline: template }),
});

export const savedSchema = v.object({ savedAt: v.string() });

export const checkSchema = v.object({
  /** Null for numbers that cannot be calculated with. */
  total: v.nullable(
    v.object({
      lines: v.nullish(v.array(decimal), []),
      sum: decimal,
      discount: optional,
      net: decimal,
      vat: v.nullish(v.array(v.object({ rate: decimal, base: decimal, amount: decimal })), []),
      rounding: optional,
      total: decimal,
    }),
  ),
  problems: v.nullish(
    v.array(v.object({ field: v.string(), message: v.string(), code: v.optional(v.string(), "") })),
    [],
  ),
});

export const articlesSchema = v.array(
  v.object({
    sku: v.string(),
    name: v.string(),
    price: v.nullish(decimal, null),
    currency: v.nullish(v.string(), null),
    stock: v.nullish(v.number(), null),
  }),
);

export const letterSchema = v.object({
  id: v.number(),
  at: v.string(),
  by: v.nullable(person),
  kind: v.picklist(["question", "offer", "decline", "reply", "accepted", "refused", "automatic"]),
  language: v.string(),
  subject: text,
  text,
  offer: text,
});

export const sentOfferSchema = v.object({
  number: v.string(),
  version: v.number(),
  state: v.picklist(["open", "accepted", "declined", "expired", "replaced"]),
  sentAt: v.string(),
  sentBy: person,
  validUntil: v.string(),
  total: decimal,
  currency: v.string(),
  terms: text,
  decidedAt: v.nullish(v.string(), null),
  decision: v.nullish(v.object({ name: text, orderNumber: text, words: text, reason: text }), null),
});

export const ownDraftSchema = v.object({ kind, savedAt: v.string() });

export type LetterKind = v.InferOutput<typeof kind>;
export type Letter = v.InferOutput<typeof letterSchema>;
export type SentOffer = v.InferOutput<typeof sentOfferSchema>;
export type Offer = v.InferOutput<typeof offerSchema>;
export type Draft = v.InferOutput<typeof draftSchema>;
export type Reply = v.InferOutput<typeof replySchema>;
export type Check = v.InferOutput<typeof checkSchema>;
export type Article = v.InferOutput<typeof articlesSchema>[number];
