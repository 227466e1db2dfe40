import { type RefObject, useLayoutEffect, useRef } from "react";
import { readStored, removeStored, writeStored } from "../../browser/storage";
import { expiry, localKeys } from "../../lazy-constants";
import { usePage } from "../../router/page-context";

type Values = Readonly<Record<string, string>>;
type Drafts = Readonly<Record<string, { at: number; values: Values }>>;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** readDrafts returns the stored drafts that have not expired. */
function readDrafts(now: number): Drafts {
  try {
    const stored = JSON.parse(readStored(localKeys.answers) ?? "{}") as Drafts;
    return Object.fromEntries(Object.entries(stored).filter(([, { at }]) => now - at < expiry.draft * 60_000));
  } catch {
    return {}; // damaged
  }
}

/** saveAnswer stores what is typed in a part of the page. */
export function saveAnswer(token: string, part: HTMLElement): void {
  const values = Object.fromEntries(
    fieldsOf(part)
      .filter((field) => isChanged(field) && (field.type !== "radio" || isChecked(field)))
      .map((field) => [field.name, field.value]),
  );
  const { [token]: _, ...others } = readDrafts(Date.now());
  const drafts = Object.keys(values).length > 0 ? { ...others, [token]: { at: Date.now(), values } } : others;
  if (Object.keys(drafts).length > 0) writeStored(localKeys.answers, JSON.stringify(drafts));
  else removeStored(localKeys.answers);
}

/** useAnswerDraft returns the ref of a part of the page whose fields keep over a reload what is typed into them. */
export function useAnswerDraft<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const { token = "" } = usePage().params;
  useLayoutEffect(() => {
    const element = part.current;
    const values = readDrafts(Date.now())[token]?.values ?? {};
    for (const field of element ? fieldsOf(element) : []) {
      const value = values[field.name];
      // What was typed before hydration is newer than the draft.
      if (value === undefined || isChanged(field)) continue;
      if (field.type !== "radio") field.value = value;
      else if (field.value === value) (field as HTMLInputElement).checked = true;
    }
    const save = () => element && saveAnswer(token, element);
    element?.addEventListener("input", save);
    return () => element?.removeEventListener("input", save);
  }, [token]);
  return part;
}

/** fieldsOf returns the fields that are kept; a declaration is made anew each time. */
function fieldsOf(part: HTMLElement): Field[] {
  return [...part.querySelectorAll<Field>("input:not([type=hidden], [type=checkbox]), textarea")];
}

function isChecked(field: Field): boolean {
  return field instanceof HTMLInputElement && field.checked;
}

function isChanged(field: Field): boolean {
  if (field.type !== "radio") return field.value !== field.defaultValue;
  return isChecked(field) !== (field as HTMLInputElement).defaultChecked;
}
