import { type FormEvent, useEffect, useRef, useState } from "react";
import { usePage } from "../lib/page-context";
import { readStored, removeStored, writeStored } from "../lib/storage";
import { cartFormProblems, type FormField, type FormValues, menuFormProblems } from "./rules";
import { type RequestFrame, sendRequest } from "./send";
import { useFormTexts } from "./texts";

const empty: FormValues = { name: "", tel: "", email: "", message: "", agree: false };

type Phase = { name: "filling" } | { name: "sending" } | { name: "sent"; reference: string };

/**
 * A form from its first letter to the thanks. What is typed is kept for the
 * session until it is sent; the rules speak after the first try, then live.
 */
export function useRequestForm(frame: Omit<RequestFrame, "key" | "language">, onSent?: (reference: string) => void) {
  const { language } = usePage();
  const texts = useFormTexts();
  const problemsOf = frame.kind === "cart" ? cartFormProblems : menuFormProblems;
  const draftKey = `form-draft:${frame.kind}`;
  const requestKey = `form-key:${frame.kind}`;
  const [values, setValues] = useState(empty);
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<FormField, string>>>({});
  const [failure, setFailure] = useState("");
  const [phase, setPhase] = useState<Phase>({ name: "filling" });
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const draft = parseDraft(readStored(draftKey, "sessionStorage"));
    if (draft) setValues(draft);
  }, [draftKey]);

  const problems = submitted ? problemsOf(values) : {};
  const errorOf = (field: FormField): string => {
    const problem = problems[field];
    return problem ? texts.problems[problem] : (refused[field] ?? "");
  };

  const change = (change: Partial<FormValues>) => {
    const next = { ...values, ...change };
    setValues(next);
    setRefused({});
    writeStored(draftKey, JSON.stringify(next), "sessionStorage");
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (phase.name === "sending") return;
    setSubmitted(true);
    setFailure("");
    const wrong = problemsOf(values);
    if (Object.keys(wrong).length > 0) {
      focusFirst(form.current, wrong);
      return;
    }
    // Kept beside the draft, so that closing the form between two tries does not make two requests of one.
    const key = readStored(requestKey, "sessionStorage") ?? window.crypto.randomUUID();
    writeStored(requestKey, key, "sessionStorage");
    setPhase({ name: "sending" });
    const outcome = await sendRequest(values, { ...frame, language, key });
    if (outcome.sent) {
      removeStored(requestKey, "sessionStorage");
      removeStored(draftKey, "sessionStorage");
      setValues(empty);
      setSubmitted(false);
      setPhase({ name: "sent", reference: outcome.reference });
      onSent?.(outcome.reference);
      return;
    }
    setPhase({ name: "filling" });
    setRefused(outcome.fields);
    setFailure(Object.keys(outcome.fields).length > 0 ? "" : outcome.message || texts.failed);
    focusFirst(form.current, outcome.fields);
  };

  return { form, values, change, submit, errorOf, failure, phase, invalid: Object.keys(problems).length > 0 };
}

export type RequestFormState = ReturnType<typeof useRequestForm>;

function focusFirst(form: HTMLFormElement | null, fields: Partial<Record<FormField, unknown>>): void {
  for (const field of ["name", "tel", "email", "message", "agree"] as const) {
    if (!(field in fields)) continue;
    form?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
    return;
  }
}

function parseDraft(text: string | null): FormValues | null {
  if (!text) return null;
  try {
    return { ...empty, ...(JSON.parse(text) as Partial<FormValues>) };
  } catch {
    return null;
  }
}
