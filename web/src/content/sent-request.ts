import type { Query } from "./query";

/** A line of a sent request: what the cart held, with what was sent beside it. */
export interface SentLine {
  uid: string;
  slug?: string;
  sku?: string;
  quantity: number;
  translations?: Readonly<Record<string, { name?: string; title?: string }>>;
  variation?: { title?: string } | null;
  meta?: Readonly<Record<string, unknown>>;
}

/** What the sender of a request sees of it again (Go: request.View). */
export interface SentRequest {
  reference: string;
  state: "open" | "answered";
  /** Moments in UTC: 2026-11-21T18:40:00Z. */
  created: string;
  answeredAt?: string;
  language: string;
  formTitle: string;
  name: string;
  phone: string;
  email: string;
  message: string;
  lines: readonly SentLine[];
  files: readonly { name: string; type: string; size: number }[];
}

/** The request that a token opens; it is nobody else's, and never kept. */
export function sentRequest(token: string): Query<SentRequest> {
  return `/requests/${encodeURIComponent(token)}` as Query<SentRequest>;
}
