import type { Query } from "./query";

/** The same-origin prefix of the content API. */
export const contentPrefix = "/api/content";
const sitePrefix = "/api";

/** Statuses after which a read is retried once (specification, point 9). */
const retryStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** A failed content request, with the status and body of the reply. */
export class ContentError extends Error {
  readonly status: number | undefined;
  readonly data: unknown;

  constructor(message: string, status?: number, data?: unknown, cause?: unknown) {
    super(message, { cause });
    this.name = "ContentError";
    this.status = status;
    this.data = data;
  }
}

const inFlight = new Map<string, Promise<unknown>>();

/** Returns the access token of a content request; null for none. */
type Bearer = () => Promise<string | null>;

let bearer: Bearer | null = null;

/** Sets the source of the access token for content requests; null sends them without one. */
export function authorizeContent(by: Bearer | null): void {
  bearer = by;
}

/**
 * Reads a query's data from the content API, or from the site's own API for
 * queries of the catalogue's index. A failure is logged and rethrown as a
 * ContentError with status, message and data (error catalogue, "Request error").
 */
export async function fetchContent<T>(query: Query<T>): Promise<T> {
  try {
    return (await fetchData((query.startsWith("/items/") ? contentPrefix : sitePrefix) + query)) as T;
  } catch (error) {
    console.error(`Request error: ${query.split("?")[0]}`, error);
    throw error;
  }
}

/**
 * Reads the data of an address that replies in the form of the content API.
 * Requests in flight for the same address are shared; a network failure or a
 * transient status is retried once.
 */
export async function fetchData(address: string): Promise<unknown> {
  const token = bearer && address.startsWith(contentPrefix) ? await bearer() : null;
  // Replies depend on the user's permissions, so the token is part of the key.
  const key = `${address} ${token}`;
  const running = inFlight.get(key);
  if (running) return running;
  const request = read(address, token).finally(() => inFlight.delete(key));
  inFlight.set(key, request);
  return request;
}

async function read(address: string, token: string | null): Promise<unknown> {
  try {
    return await attempt(address, token);
  } catch (error) {
    if (error instanceof ContentError && (error.status === undefined || retryStatuses.has(error.status))) {
      return attempt(address, token);
    }
    throw error;
  }
}

function attempt(address: string, token: string | null): Promise<unknown> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  return exchange(address, { headers });
}

/** Sends one request to the content system and unwraps the data of the reply; throws a ContentError. */
export async function exchange(address: string, request: RequestInit): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(address, request);
  } catch (cause) {
    throw new ContentError("The content system could not be reached.", undefined, undefined, cause);
  }
  const body = await response.text();
  if (/^\s*</.test(body)) {
    throw new ContentError(
      "The content system returned HTML instead of JSON: check the API address and the token.",
      response.status,
    );
  }
  let parsed: unknown;
  try {
    parsed = body === "" ? {} : JSON.parse(body);
  } catch (cause) {
    throw new ContentError("The content system returned malformed JSON.", response.status, body, cause);
  }
  if (!response.ok) throw new ContentError(messageOf(parsed) ?? response.statusText, response.status, parsed);
  return isRecord(parsed) && "data" in parsed ? parsed.data : parsed;
}

function messageOf(body: unknown): string | undefined {
  if (!isRecord(body) || !Array.isArray(body.errors)) return undefined;
  const first: unknown = body.errors[0];
  return isRecord(first) && typeof first.message === "string" ? first.message : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
