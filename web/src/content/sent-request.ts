import type { SentLine } from "../domain/sent-line";
import type { Query } from "./query";

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
