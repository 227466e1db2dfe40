import { create } from "zustand";
import { pack, unpack } from "../browser/packed";
import { readStored, removeStored, writeStored } from "../browser/storage";
import { storageKeys } from "../constants";
import { applyEdit, type Draft, newDraft, parseDraft, withNewKey } from "./draft";
import { type FormKind, formKinds } from "./form-kinds";
import type { FormField } from "./rules";

/** Result is the outcome of a request; `seen` is set once it was shown. */
export type Result = { seen: boolean } & (Sent | Refused);

interface Sent {
  sent: true;
  reference: string;
  /** The address of the request's page, or "". */
  link: string;
}

export interface Refused {
  sent: false;
  /** In the visitor's language; "" selects the form's own text. */
  message: string;
  /** The server's messages by field. */
  fields: Partial<Record<FormField | "files", string>>;
  /** Whether a later retry may succeed. */
  later: boolean;
  /** The language of the messages. */
  language: string;
}

interface Requests {
  drafts: Readonly<Partial<Record<FormKind, Draft>>>;
  /** The progress of submissions in this tab; "checking" is a proof of work. */
  progress: Readonly<Partial<Record<FormKind, "sending" | "checking">>>;
  results: Readonly<Partial<Record<FormKind, Result>>>;
}

/** useRequests holds the visitor's drafts, one per form kind; the drafts are shared by all tabs. */
export const useRequests = create<Requests>()(() => ({ drafts: {}, progress: {}, results: {} }));

const keyOf = (kind: FormKind) => storageKeys.form + kind;

/** Kinds whose draft could not be stored. */
const unstored = new Set<FormKind>();

/** isStored reports whether the draft outlives this tab. */
export function isStored(kind: FormKind): boolean {
  return !unstored.has(kind);
}

/** draftOf returns the stored draft, or this tab's draft if it could not be stored. */
export function draftOf(kind: FormKind): Draft | undefined {
  if (unstored.has(kind)) return useRequests.getState().drafts[kind];
  return parseDraft(unpack(readStored(keyOf(kind))), Date.now()) ?? undefined;
}

/**
 * shownDraft returns this tab's draft. If the stored draft has another key or is
 * missing, another tab has sent it while this one was suspended: the draft gets a
 * new idempotency key.
 */
export function shownDraft(kind: FormKind): Draft {
  const shown = useRequests.getState().drafts[kind] ?? newDraft(Date.now());
  return draftOf(kind)?.key === shown.key ? shown : withNewKey(shown);
}

/** saveDraft stores a draft and shows it in this tab. */
export function saveDraft(kind: FormKind, draft: Draft): void {
  if (writeStored(keyOf(kind), pack(JSON.stringify(draft)))) unstored.delete(kind);
  else unstored.add(kind);
  showDraft(kind, draft);
}

/** changeDraft applies the visitor's edit. A queued request cannot be edited until it is cancelled. */
export function changeDraft(kind: FormKind, change: Partial<Pick<Draft, "values" | "files">>): void {
  const draft = shownDraft(kind);
  if (draft.queued) return;
  saveDraft(kind, applyEdit(draft, change, Date.now()));
  clearResult(kind);
}

/** openDraft loads or creates the draft of a form that opens; it is stored on the first edit. */
export function openDraft(kind: FormKind): void {
  if (!useRequests.getState().drafts[kind]) showDraft(kind, draftOf(kind) ?? newDraft(Date.now()));
}

/** clearDraft removes the visitor's entries from the device. */
export function clearDraft(kind: FormKind): void {
  removeStored(keyOf(kind));
  unstored.delete(kind);
  showDraft(kind, newDraft(Date.now()));
  clearResult(kind);
}

/** finishDraft removes an accepted request from the device and sends its reference to other tabs. */
export function finishDraft(kind: FormKind, sent: Omit<Sent, "sent">): void {
  writeStored(keyOf(kind), JSON.stringify({ sent }));
  removeStored(keyOf(kind));
  unstored.delete(kind);
  showDraft(kind, newDraft(Date.now()));
  showResult(kind, { sent: true, seen: false, ...sent });
}

function showDraft(kind: FormKind, draft: Draft): void {
  useRequests.setState(({ drafts }) => ({ drafts: { ...drafts, [kind]: draft } }));
}

export function showProgress(kind: FormKind, progress: "sending" | "checking" | undefined): void {
  useRequests.setState((state) => ({ progress: withEntry(state.progress, kind, progress) }));
}

export function showResult(kind: FormKind, result: Result): void {
  useRequests.setState(({ results }) => ({ results: { ...results, [kind]: result } }));
}

/** markSeen records that the result was shown. */
export function markSeen(kind: FormKind): void {
  const result = useRequests.getState().results[kind];
  if (result && !result.seen) showResult(kind, { ...result, seen: true });
}

export function clearResult(kind: FormKind): void {
  if (!useRequests.getState().results[kind]) return;
  useRequests.setState((state) => ({ results: withEntry(state.results, kind, undefined) }));
}

/** withEntry sets the entry of a kind, or removes it if the value is undefined. */
function withEntry<T>(all: Partial<Record<FormKind, T>>, kind: FormKind, value: T | undefined) {
  const { [kind]: _, ...rest } = all;
  return (value === undefined ? rest : { ...rest, [kind]: value }) as Partial<Record<FormKind, T>>;
}

/** followDrafts loads the stored drafts and follows the changes of other tabs; it returns the cleanup function. */
export function followDrafts(): () => void {
  for (const kind of formKinds) {
    const draft = draftOf(kind);
    if (draft) showDraft(kind, draft);
    else removeStored(keyOf(kind));
  }
  const follow = ({ key, newValue }: StorageEvent) => {
    const kind = formKinds.find((each) => keyOf(each) === key);
    if (!kind) return;
    const wasQueued = Boolean(useRequests.getState().drafts[kind]?.queued?.tries);
    const sent = parseSent(newValue);
    // Only a tab that showed the request as queued shows the result of another tab.
    if (sent && wasQueued) showResult(kind, { ...sent, seen: false });
    if (!sent) showDraft(kind, parseDraft(unpack(newValue), Date.now()) ?? newDraft(Date.now()));
  };
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}

/** parseSent reads the message with which another tab's finishDraft announces a sent request. */
function parseSent(text: string | null): Sent | null {
  if (!text?.startsWith('{"sent":')) return null;
  const { sent } = JSON.parse(text) as { sent: Omit<Sent, "sent"> };
  return { sent: true, reference: String(sent.reference), link: localAddress(sent.link) };
}

/** localAddress returns the link if it is an address of this site, else "". */
export function localAddress(link: unknown): string {
  return typeof link === "string" && /^\/(?![/\\])/.test(link) ? link : "";
}
