import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePage } from "../router/page-context";
import { focusInvalidQuantity } from "../ui/quantity-fields";
import { emptyValues, sameValues, type StoredValues } from "./draft";
import { changeDraft, clearDraft, clearResult, markSeen, openDraft, useRequests } from "./drafts";
import { send } from "./outbox";
import type { RequestFrame } from "./payload";
import { cartFormProblems, type FormField, type FormValues, menuFormProblems } from "./rules";
import { useFormTexts } from "./texts";
import { hasFailed, removeUnsendable, removeUploads, uploadsEnded, uploadsOf, useUploads } from "./uploads";

/** The fields in display order, with their names in a native submission. */
const inputs = {
  name: "name",
  tel: "phone",
  email: "email",
  message: "message",
  files: "file",
  agree: "agree",
} as const;

/**
 * useRequestForm returns the state of a form from the first input to the thanks.
 * Values are stored on the device until they are sent. Errors show after the first
 * submission and then update on every edit.
 */
export function useRequestForm(frame: RequestFrame) {
  const { kind } = frame;
  const { language } = usePage();
  const texts = useFormTexts();
  const problemsOf = kind === "cart" ? cartFormProblems : menuFormProblems;
  const draft = useRequests(({ drafts }) => drafts[kind]);
  const progress = useRequests(({ progress }) => progress[kind]);
  const result = useRequests(({ results }) => results[kind]);
  const [agree, setAgree] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const [uploading, setUploading] = useState(false);
  const [unattached, setUnattached] = useState(false);
  const someFailed = useUploads(uploadsOf(kind)).some(hasFailed);
  const form = useRef<HTMLFormElement>(null);
  const typed = draft?.values ?? emptyValues;
  const values: FormValues = { ...typed, agree };

  // Before the first paint, drop a result that was already shown.
  useLayoutEffect(() => {
    if (useRequests.getState().results[kind]?.seen) clearResult(kind);
  }, [kind]);
  useLayoutEffect(() => {
    if (result) markSeen(kind);
  }, [result, kind]);
  // In the commit that hydrates: the next one writes the stored draft into the fields.
  useLayoutEffect(() => {
    openDraft(kind);
    adoptTypedValues(form.current, kind);
  }, [kind]);
  useEffect(() => {
    if (!result) return;
    if (!result.sent) return focusFirst(form.current, result.fields);
    setAgree(false);
    setSubmitted(false);
  }, [result]);

  /** The request is queued for a connection. */
  const waiting = draft?.queued !== undefined && (draft.queued.tries > 0 || progress === undefined);
  const wasWaiting = useRef(false);
  useEffect(() => {
    // Native validation applies without scripts only; rules.ts replaces it, with translated messages.
    if (form.current) form.current.noValidate = true;
    if (wasWaiting.current && document.activeElement === document.body) focusFirst(form.current, { name: "" });
    wasWaiting.current = waiting;
  }, [waiting]);

  // The server's messages in another language are hidden.
  const refused = result && !result.sent && result.language === language ? result : undefined;
  const problems = submitted ? problemsOf(values) : {};
  const errorOf = (field: FormField): string => {
    const problem = problems[field];
    return problem ? texts.problems[problem] : (refused?.fields[field] ?? "");
  };

  const change = ({ agree: agreed, ...changed }: Partial<FormValues>) => {
    if (agreed !== undefined) setAgree(agreed);
    if (Object.keys(changed).length > 0) changeDraft(kind, { values: { ...typed, ...changed } });
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const website = new FormData(event.currentTarget).get("website");
    if (uploading || useRequests.getState().progress[kind]) return;
    setSubmitted(true);
    setUnattached(false);
    // While a quantity field is invalid, the cart holds the previous quantity.
    if (kind === "cart" && focusInvalidQuantity(".citem")) return;
    const found = problemsOf(values);
    if (Object.keys(found).length > 0) return focusFirst(form.current, found);
    setUploading(true);
    const attached = await uploadsEnded(kind);
    setUploading(false);
    if (!attached) {
      setUnattached(true);
      return focusFirst(form.current, { files: "" });
    }
    removeUnsendable(kind);
    await send(frame, { agree, website: typeof website === "string" ? website : "", language });
  };

  const clear = () => {
    removeUploads(kind);
    clearDraft(kind);
    setAgree(false);
    setSubmitted(false);
    focusFirst(form.current, { name: "" });
  };

  return {
    kind,
    form,
    values,
    change,
    submit,
    clear,
    /** Whether the device stores entries of the visitor. */
    kept: draft !== undefined && (draft.files.length > 0 || !sameValues(draft.values, emptyValues)),
    errorOf,
    fileError: unattached && someFailed ? texts.unattached : (refused?.fields.files ?? ""),
    failure:
      refused && Object.keys(refused.fields).length === 0
        ? refused.message || texts[refused.later ? "unsaved" : "failed"]
        : "",
    /** The progress of the submission; undefined while the form is idle. */
    progress: uploading ? ("uploading" as const) : progress,
    waiting,
    sent: result?.sent ? result : undefined,
    invalid: Object.keys(problems).length > 0,
  };
}

export type RequestFormState = ReturnType<typeof useRequestForm>;

function focusFirst(form: HTMLFormElement | null, wrong: Partial<Record<keyof typeof inputs, unknown>>): void {
  const first = (Object.keys(inputs) as (keyof typeof inputs)[]).find((field) => field in wrong);
  if (first) form?.querySelector<HTMLElement>(`[name="${inputs[first]}"]`)?.focus();
}

/** adoptTypedValues copies values typed before hydration into the draft. */
function adoptTypedValues(form: HTMLFormElement | null, kind: RequestFrame["kind"]): void {
  const stored = useRequests.getState().drafts[kind]?.values;
  if (!form || !stored) return;
  const typed = { ...stored };
  for (const field of Object.keys(stored) as (keyof StoredValues)[]) {
    const input = form.elements.namedItem(inputs[field]);
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)
      typed[field] = input.value || stored[field];
  }
  if (!sameValues(typed, stored)) changeDraft(kind, { values: typed });
}
