import type { SentLine } from "../domain/sent-line";
import type { Query } from "./query";

/** A time in the site's time zone. */
export interface SiteTime {
  /** With the offset of the zone: 2026-11-21T19:40:00+01:00. */
  time: string;
  /** The abbreviation of the zone: CET. */
  zone: string;
}

/**
 * How far a request is, for its sender. "answered": declined by the supplier, or
 * answered outside of the program.
 */
export type Stage = "received" | "work" | "question" | "offered" | "accepted" | "declined" | "expired" | "answered";

/** A message between the supplier and the sender of a request (Go: rfq.ViewLetter). */
export interface Letter {
  at: SiteTime;
  /** Whether the supplier wrote it; otherwise the sender of the request. */
  supplier: boolean;
  name: string;
  kind: "question" | "offer" | "decline" | "reply" | "accepted" | "refused";
  text: string;
  language: string;
}

/** A line of an offer (Go: offer.Line). Numbers are decimals with a point: "14.6". */
export interface OfferLine {
  /** The number of the line in the request, from 1. */
  position: string;
  name: string;
  sku?: string;
  /** The part number in the request that this article replaces. */
  replaces?: string;
  quantity: string;
  /** Undefined for pieces. */
  unit?: string;
  /** Per `per` units. */
  price: string;
  per?: number;
  /** In percent. */
  discount?: string;
  deliveries: readonly Delivery[] | null;
  /** Of EN 10204: 2.1, 2.2, 3.1 or 3.2. */
  certificate?: string;
  note?: string;
  /** Why the line is not offered; it has no price then. */
  notOffered?: string;
  /** Of the line, less its discount. */
  amount: string;
}

/** A part of a line's quantity that is delivered together. */
interface Delivery {
  quantity: string;
  /** "2026-12-02". */
  date?: string;
  /** Working days after the order; without date and days: at once. */
  days?: number;
}

/** The last offer for a request (Go: rfq.ViewOffer). */
export interface SentOffer {
  number: string;
  date: string;
  /** The last day, in the site's time zone: "2026-12-07". */
  validUntil: string;
  /** The first moment at which it is no longer valid. */
  end: SiteTime;
  sentAt: SiteTime;
  /** Whether it can be accepted now. */
  acceptable: boolean;
  contact: { name: string; phone?: string };
  currency: string;
  /** Decimal places of amounts in the currency. */
  decimals: number;
  /** In the page's document, the first lines of a long offer. */
  lines: readonly OfferLine[];
  /** The number of all its lines. */
  lineCount: number;
  charges?: readonly { text: string; amount: string }[] | null;
  /** In percent of the lines. */
  discount?: string;
  total: {
    sum: string;
    discount?: string;
    net: string;
    vat?: readonly { rate: string; amount: string }[];
    /** To 0.05. */
    rounding?: string;
    total: string;
  };
  intro?: string;
  notes?: string;
  terms?: string;
  language: string;
  decidedAt?: SiteTime;
  decision?: { name?: string; orderNumber?: string; words?: string; reason?: string };
  /** The sentence to accept, in the language of the request. */
  words: string;
  /** The address of the PDF as it was sent. */
  document: string;
}

/** A sent request as its sender sees it (Go: rfq.View). */
export interface SentRequest {
  reference: string;
  state: "open" | "answered";
  stage: Stage;
  created: SiteTime;
  /** When somebody began with it. */
  workSince?: SiteTime;
  /** The end of the promised time for an answer. */
  deadline: SiteTime;
  answeredAt?: SiteTime;
  language: string;
  company?: string;
  name: string;
  phone: string;
  email: string;
  message: string;
  /** In the page's document, the first lines of a long request. */
  lines: readonly SentLine[];
  /** The number of all its lines. */
  lineCount: number;
  files: readonly { name: string; type: string; size: number }[];
  /** Oldest first. */
  letters: readonly Letter[];
  offer?: SentOffer;
}

/** The sent request of a secret token; the server never caches it. */
export function sentRequest(token: string): Query<SentRequest> {
  return `/requests/${encodeURIComponent(token)}` as Query<SentRequest>;
}
