const prefix = "ferrule:desk:draft:";

export interface Draft {
  text: string;
  /** When it was last changed. */
  at: number;
}

/** A draft belongs to one request and one person, and lies on this device. */
const keyOf = (person: string, reference: string) => `${prefix}${person}:${reference}`;

export function readDraft(person: string, reference: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(keyOf(person, reference)) ?? "null");
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

/** Stores a draft, or removes an empty one; false if the device cannot store it. */
export function writeDraft(person: string, reference: string, draft: Draft): boolean {
  try {
    if (draft.text.trim() === "") localStorage.removeItem(keyOf(person, reference));
    else localStorage.setItem(keyOf(person, reference), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** How many drafts of a person lie on this device. */
export function countDrafts(person: string): number {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}${person}:`)).length;
  } catch {
    return 0;
  }
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === "object" && value !== null && "text" in value && typeof value.text === "string" && "at" in value
  );
}
