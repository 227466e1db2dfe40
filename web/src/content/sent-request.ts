import type { SentLine } from "../domain/sent-line";
import type { Query } from "./query";

/** A sent request as its sender sees it (Go: request.View). */
export interface SentRequest {
  reference: string;
  state: "open" | "answered";
  /** Timestamps in UTC: 2026-11-21T18:40:00Z. */
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

/** The sent request of a secret token; the server never caches it. */
export function sentRequest(token: string): Query<SentRequest> {
  return `/requests/${encodeURIComponent(token)}` as Query<SentRequest>;
}
