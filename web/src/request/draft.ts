import { expiry } from "../lazy-constants";
import type { Payload } from "./payload";
import type { FormValues } from "./rules";

/** StoredValues is the stored form values. Consent is not stored: it applies to a single submission. */
export type StoredValues = Omit<FormValues, "agree">;

/** AttachedFile is a file uploaded for a request that is not sent yet. */
export interface AttachedFile {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
}

/** Draft is a form of one kind from the first input to the reference. Times are in ms since 1970. */
export interface Draft {
  values: StoredValues;
  files: readonly AttachedFile[];
  /** The idempotency key, created when the form opens and kept until it is sent, so that a retry is the same request. */
  key: string;
  opened: number;
  /** The time of the last change. */
  updated: number;
  /** An attempt ended without a reply, so the server may know the key: an edited draft gets a new key. */
  unsure?: boolean;
  /** The submitted request that the server has not accepted yet; `tries` counts the failed attempts. */
  queued?: { payload: Payload; tries: number } | undefined;
}

export const emptyValues: StoredValues = { name: "", tel: "", email: "", message: "" };

export function sameValues(a: StoredValues, b: StoredValues): boolean {
  return (Object.keys(a) as (keyof StoredValues)[]).every((field) => a[field] === b[field]);
}

export function newDraft(now: number): Draft {
  return { values: emptyValues, files: [], key: newKey(), opened: now, updated: now };
}

/** newKey returns 128 random bits in hex; crypto.randomUUID is available in secure contexts only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** withNewKey returns the draft as a new request. */
export function withNewKey(draft: Draft): Draft {
  return { ...draft, key: newKey(), unsure: false };
}

/** requeued returns the draft with its queued request under a new key. */
export function requeued(draft: Draft): Draft {
  const { queued, ...fresh } = withNewKey(draft);
  if (!queued) return fresh;
  return { ...fresh, unsure: true, queued: { ...queued, payload: { ...queued.payload, idempotencyKey: fresh.key } } };
}

/** applyEdit returns the draft with the visitor's edit. */
export function applyEdit(draft: Draft, change: Partial<Pick<Draft, "values" | "files">>, now: number): Draft {
  return { ...(draft.unsure ? withNewKey(draft) : draft), ...change, updated: now };
}

/**
 * parseDraft reads a stored draft. It returns null if the draft is missing, invalid
 * or older than 36 hours. A queued request does not expire: the visitor was promised
 * that it will be sent.
 */
export function parseDraft(text: string | null, now: number): Draft | null {
  if (text === null) return null;
  let stored: Partial<Draft> | null;
  try {
    stored = JSON.parse(text) as Partial<Draft> | null;
  } catch {
    return null;
  }
  if (typeof stored !== "object" || stored === null || !isDraft(stored)) return null;
  return stored.queued || now - stored.updated <= expiry.draft * 60_000 ? stored : null;
}

function isDraft(stored: Partial<Draft>): stored is Draft {
  const { values, files, key, opened, updated, queued } = stored;
  return (
    hasTexts(values, ["name", "tel", "email", "message"]) &&
    Array.isArray(files) &&
    files.every((file) => hasTexts(file, ["id", "name"]) && typeof file.size === "number") &&
    typeof key === "string" &&
    typeof opened === "number" &&
    typeof updated === "number" &&
    (queued === undefined || (hasTexts(queued?.payload, ["idempotencyKey"]) && typeof queued?.tries === "number"))
  );
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    names.every((name) => typeof (value as Record<string, unknown>)[name] === "string")
  );
}
