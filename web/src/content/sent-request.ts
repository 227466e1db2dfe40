import type { SentLine } from "../domain/sent-line";
import type { Query } from "./query";

/** A time in the site's time zone. */
export interface SiteTime {
  /** With the offset of the zone: 2026-11-21T19:40:00+01:00. */
  time: string;
  /** The abbreviation of the zone: CET. */
  zone: string;
}

/** A sent request as its sender sees it (Go: request.View). */
export interface SentRequest {
  reference: string;
  state: "open" | "answered";
  created: SiteTime;
  /** The end of the promised time for an answer. */
  deadline: SiteTime;
  answeredAt?: SiteTime;
  language: string;
  name: string;
  phone: string;
  email: string;
  message: string;
  /** In the page's document, the first lines of a long request. */
  lines: readonly SentLine[];
  /** The number of all its lines. */
  lineCount: number;
  files: readonly { name: string; type: string; size: number }[];
}

/** The sent request of a secret token; the server never caches it. */
export function sentRequest(token: string): Query<SentRequest> {
  return `/requests/${encodeURIComponent(token)}` as Query<SentRequest>;
}
