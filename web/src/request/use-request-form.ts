import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePage } from "../router/page-context";
import { focusInvalidQuantity } from "../ui/quantity-fields";
import { emptyValues, type StoredValues } from "./draft";
import { changeDraft, clearResult, markSeen, openDraft, useRequests } from "./drafts";
import { send } from "./outbox";
import type { RequestFrame } from "./payload";
import { cartFormProblems, type FormField, type FormValues, menuFormProblems } from "./rules";
import { useFormTexts } from "./texts";
import { uploadsEnded } from "./uploads";

/** The fields in the order they stand in, with their names for the server. */
const inputs = {
  name: "name",
  tel: "phone",
  email: "email",
  message: "message",
  files: "file",
  agree: "agree",
} as const;

/**
 * A form from its first letter to the thanks. What is typed is kept on the
 * device until it is sent; the rules speak after the first try, then live.
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
  const form = useRef<HTMLFormElement>(null);
  const typed = draft?.values ?? emptyValues;
  const values: FormValues = { ...typed, agree };

  // Before the first paint: what an earlier opening of this form has shown is not shown again.
  useLayoutEffect(() => {
    if (useRequests.getState().results[kind]?.seen) clearResult(kind);
  }, [kind]);
  useLayoutEffect(() => {
    if (result) markSeen(kind);
  }, [result, kind]);
  useEffect(() => {
    openDraft(kind);
    takeTyped(form.current, kind);
  }, [kind]);
  useEffect(() => {
    if (!result) return;
    if (!result.sent) return focusFirst(form.current, result.fields);
    setAgree(false);
    setSubmitted(false);
  }, [result]);

  /** It waits for a connection. */
  const waiting = draft?.queued !== undefined && (draft.queued.tries > 0 || progress === undefined);
  const waited = useRef(false);
  useEffect(() => {
    // Without scripts the browser checks the fields, with them the rules do, in the form's words.
    if (form.current) form.current.noValidate = true;
    if (waited.current && document.activeElement === document.body) focusFirst(form.current, { name: "" });
    waited.current = waiting;
  }, [waiting]);

  // What the server has said in another language is not shown any more.
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
    // The cart holds the line's former quantity, which the visitor has just replaced.
    if (kind === "cart" && focusInvalidQuantity(".citem")) return;
    const wrong = problemsOf(values);
    if (Object.keys(wrong).length > 0) return focusFirst(form.current, wrong);
    setUploading(true);
    const attached = await uploadsEnded(kind);
    setUploading(false);
    if (!attached) {
      setUnattached(true);
      return focusFirst(form.current, { files: "" });
    }
    await send(frame, { agree, website: typeof website === "string" ? website : "", language });
  };

  return {
    kind,
    form,
    values,
    change,
    submit,
    errorOf,
    fileError: unattached ? texts.unattached : (refused?.fields.files ?? ""),
    failure:
      refused && Object.keys(refused.fields).length === 0
        ? refused.message || texts[refused.later ? "unsaved" : "failed"]
        : "",
    /** What is being done to send it; undefined while the form waits for the visitor. */
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

/** Takes over what was typed before the scripts arrived. */
function takeTyped(form: HTMLFormElement | null, kind: RequestFrame["kind"]): void {
  const kept = useRequests.getState().drafts[kind]?.values;
  if (!form || !kept || Object.values(kept).some((text) => text !== "")) return;
  const typed = { ...kept };
  for (const field of Object.keys(kept) as (keyof StoredValues)[]) {
    const input = form.elements.namedItem(inputs[field]);
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) typed[field] = input.value;
  }
  if (Object.values(typed).some((text) => text !== "")) changeDraft(kind, { values: typed });
}
