import { create } from "zustand";
import { readStored, removeStored, writeStored } from "../browser/storage";
import { storageKeys } from "../constants";
import { applyEdit, type Draft, newDraft, parseDraft, withNewKey } from "./draft";
import { type FormKind, formKinds } from "./payload";
import type { FormField } from "./rules";

/** What became of a request; `seen` once the visitor was shown it. */
export type Result = { seen: boolean } & (Sent | Refused);

interface Sent {
  sent: true;
  reference: string;
  /** The address of the request's own page; "" where the server names none. */
  link: string;
}

export interface Refused {
  sent: false;
  /** In the visitor's language; "" for the form's own words. */
  message: string;
  /** Per field, what the server says of it. */
  fields: Partial<Record<FormField | "files", string>>;
  /** The same request may well be taken at another time. */
  later: boolean;
  /** The language all of it is in. */
  language: string;
}

interface Requests {
  drafts: Readonly<Partial<Record<FormKind, Draft>>>;
  /** What this tab is doing to send a request. */
  progress: Readonly<Partial<Record<FormKind, "sending" | "checking">>>;
  results: Readonly<Partial<Record<FormKind, Result>>>;
}

/** The forms of this visitor, one of each kind; the same in all tabs. */
export const useRequests = create<Requests>()(() => ({ drafts: {}, progress: {}, results: {} }));

const keyOf = (kind: FormKind) => storageKeys.form + kind;

/** Kinds whose draft the browser's store has refused to keep. */
const unstored = new Set<FormKind>();

/** Whether the draft outlives this tab. */
export function isStored(kind: FormKind): boolean {
  return !unstored.has(kind);
}

/** The draft as the tab that changed it last has left it. */
export function draftOf(kind: FormKind): Draft | undefined {
  if (unstored.has(kind)) return useRequests.getState().drafts[kind];
  return parseDraft(readStored(keyOf(kind)), Date.now()) ?? undefined;
}

/**
 * The draft that this tab shows. Where the store has another or none, another
 * tab has sent it unnoticed (this one was asleep): its key is used up.
 */
export function shownDraft(kind: FormKind): Draft {
  const shown = useRequests.getState().drafts[kind] ?? newDraft(Date.now());
  return draftOf(kind)?.key === shown.key ? shown : withNewKey(shown);
}

export function saveDraft(kind: FormKind, draft: Draft): void {
  if (writeStored(keyOf(kind), JSON.stringify(draft))) unstored.delete(kind);
  else unstored.add(kind);
  showDraft(kind, draft);
}

/** Takes over what the visitor has changed. What was sent stays as it was sent, until it is taken back. */
export function changeDraft(kind: FormKind, change: Partial<Pick<Draft, "values" | "files">>): void {
  const draft = shownDraft(kind);
  if (draft.queued) return;
  saveDraft(kind, applyEdit(draft, change, Date.now()));
  clearResult(kind);
}

/** The draft of an opened form. It is stored from the first letter on. */
export function openDraft(kind: FormKind): void {
  if (!useRequests.getState().drafts[kind]) showDraft(kind, draftOf(kind) ?? newDraft(Date.now()));
}

/** The request is stored: nothing of it stays on the device, and other tabs learn its reference. */
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
  useRequests.setState((state) => ({ progress: leaving(state.progress, kind, progress) }));
}

export function showResult(kind: FormKind, result: Result): void {
  useRequests.setState(({ results }) => ({ results: { ...results, [kind]: result } }));
}

/** The visitor has been shown what became of the request. */
export function markSeen(kind: FormKind): void {
  const result = useRequests.getState().results[kind];
  if (result && !result.seen) showResult(kind, { ...result, seen: true });
}

export function clearResult(kind: FormKind): void {
  if (!useRequests.getState().results[kind]) return;
  useRequests.setState((state) => ({ results: leaving(state.results, kind, undefined) }));
}

function leaving<T>(all: Partial<Record<FormKind, T>>, kind: FormKind, value: T | undefined) {
  const { [kind]: _, ...rest } = all;
  return (value === undefined ? rest : { ...rest, [kind]: value }) as Partial<Record<FormKind, T>>;
}

/** Takes over what is stored, and from then on what other tabs store; returns what ends that. */
export function followDrafts(): () => void {
  for (const kind of formKinds) {
    const draft = draftOf(kind);
    if (draft) showDraft(kind, draft);
    else removeStored(keyOf(kind));
  }
  const follow = ({ key, newValue }: StorageEvent) => {
    const kind = formKinds.find((each) => keyOf(each) === key);
    if (!kind) return;
    const waited = Boolean(useRequests.getState().drafts[kind]?.queued?.tries);
    const sent = sentIn(newValue);
    // Who waited in this tab as well wants to know; to all others it is the other tab's matter.
    if (sent && waited) showResult(kind, { ...sent, seen: false });
    if (!sent) showDraft(kind, parseDraft(newValue, Date.now()) ?? newDraft(Date.now()));
  };
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}

function sentIn(text: string | null): Sent | null {
  if (!text?.startsWith('{"sent":')) return null;
  const { sent } = JSON.parse(text) as { sent: Omit<Sent, "sent"> };
  return { sent: true, reference: String(sent.reference), link: localAddress(sent.link) };
}

/** An address of this site, or "". */
export function localAddress(link: unknown): string {
  return typeof link === "string" && /^\/(?![/\\])/.test(link) ? link : "";
}
