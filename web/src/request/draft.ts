import { limits } from "../constants";
import type { Payload } from "./payload";
import type { FormValues } from "./rules";

/** What is kept of what was typed. Consent is not: it is given to what is sent then. */
export type StoredValues = Omit<FormValues, "agree">;

/** A file that the server has received for a request not yet sent. */
export interface AttachedFile {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
}

/** A form of one kind between its first letter and its reference. Times in ms since 1970. */
export interface Draft {
  values: StoredValues;
  files: readonly AttachedFile[];
  /** Made when the form opens and kept until it is sent: a repeat is the same request. */
  key: string;
  opened: number;
  /** When it was last changed. */
  updated: number;
  /** A try has ended without an answer, so the key may be taken: what is changed from now on is another request. */
  unsure?: boolean;
  /** The visitor has sent it, the server does not have it yet. `tries`: how many have found no connection. */
  queued?: { payload: Payload; tries: number } | undefined;
}

export const emptyValues: StoredValues = { name: "", tel: "", email: "", message: "" };

export function newDraft(now: number): Draft {
  return { values: emptyValues, files: [], key: newKey(), opened: now, updated: now };
}

/** Random, as randomUUID is, which browsers keep to addresses with TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The same, as another request. */
export function withNewKey(draft: Draft): Draft {
  return { ...draft, key: newKey(), unsure: false };
}

/** The same request, waiting under another key. */
export function requeued(draft: Draft): Draft {
  const { queued, ...fresh } = withNewKey(draft);
  if (!queued) return fresh;
  return { ...fresh, unsure: true, queued: { ...queued, payload: { ...queued.payload, idempotencyKey: fresh.key } } };
}

/** The draft with what the visitor has changed. */
export function applyEdit(draft: Draft, change: Partial<Pick<Draft, "values" | "files">>, now: number): Draft {
  return { ...(draft.unsure ? withNewKey(draft) : draft), ...change, updated: now };
}

/**
 * Reads a stored draft; null where there is none, it is broken or it is older
 * than 36 hours. One that waits for a connection is kept for as long as it
 * waits: the visitor was told that it will be sent.
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
  return stored.queued || now - stored.updated <= limits.draftExpiry * 60_000 ? stored : null;
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
