import type { Draft, LetterKind, Reply } from "../api/reply-schemas";
import type { Language } from "../texts/language";
import { type OfferForm, toForm } from "./offer-form";

const prefix = "ferrule:desk:reply:";

/** An answer as it is typed. Each kind keeps its own words. */
export interface ReplyForm {
  kind: LetterKind;
  letters: Record<LetterKind, { subject: string; text: string }>;
  offer: OfferForm;
  /** The last letter that its author has seen. */
  lastLetter: number;
}

/** An answer on this device. */
export interface Kept {
  form: ReplyForm;
  /** When it was last changed, by the server's clock. */
  at: number;
  /** What the server stored last; "" if nothing. */
  savedAt: string;
  /** It was changed since. */
  pending: boolean;
}

const keyOf = (person: string, reference: string) => `${prefix}${person}:${reference}`;

export function readKept(person: string, reference: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(person, reference)) ?? "null");
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Stores an answer; false if the device cannot. */
export function keep(person: string, reference: string, kept: Kept): boolean {
  try {
    localStorage.setItem(keyOf(person, reference), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function forgetKept(person: string, reference: string): void {
  try {
    localStorage.removeItem(keyOf(person, reference));
  } catch {
    // Nothing was stored either.
  }
}

/** How many answers of a person are on this device alone. */
export function countPending(person: string): number {
  try {
    const begin = keyOf(person, "");
    return Object.keys(localStorage).filter(
      (key) => key.startsWith(begin) && readKept(person, key.slice(begin.length))?.pending === true,
    ).length;
  } catch {
    return 0;
  }
}

/** Returns what an answer begins with: a fresh one of a kind. */
export function freshForm({ templates, offer, lastLetter }: Reply, kind: LetterKind, language: Language): ReplyForm {
  return { kind, letters: templates, offer: toForm(offer, language), lastLetter };
}

/**
 * Returns what to go on with: the answer on this device unless another device has
 * stored a newer one on the server; a fresh one if there is none.
 */
export function startWith(reply: Reply, kept: Kept | null, kind: LetterKind | null, language: Language): Kept {
  const { draft } = reply;
  const own = kept !== null && (kept.pending ? isNewest(kept, draft) : kept.savedAt === (draft?.savedAt ?? "-"));
  if (own) {
    // Number and date are those of today: another offer may have been sent meanwhile.
    const offer = { ...kept.form.offer, fixed: toForm(reply.offer, language).fixed };
    return { ...kept, form: { ...kept.form, kind: kind ?? kept.form.kind, offer } };
  }
  const form = freshForm(reply, kind ?? draft?.kind ?? "offer", language);
  if (draft === null) return { form, at: 0, savedAt: "", pending: false };
  form.letters = { ...form.letters, [draft.kind]: { subject: draft.subject, text: draft.text } };
  if (draft.offer) form.offer = { ...toForm(draft.offer, language), fixed: form.offer.fixed };
  form.lastLetter = draft.lastLetter;
  return { form, at: Date.parse(draft.savedAt), savedAt: draft.savedAt, pending: false };
}

function isNewest(kept: Kept, draft: Draft | null): boolean {
  return draft === null || draft.savedAt === kept.savedAt || kept.at >= Date.parse(draft.savedAt);
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null || !("form" in value) || !("savedAt" in value)) return false;
  const { form } = value;
  return typeof form === "object" && form !== null && "letters" in form && "offer" in form && "lastLetter" in form;
}
