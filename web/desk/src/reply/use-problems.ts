import { useMemo, useState } from "react";
import type { ApiError } from "../api/client";
import type { Problem } from "../model/offer-form";
import type { ReplyForm } from "../model/reply-draft";
import { fieldProblems, letterProblems } from "./problem-list";
import type { Checked } from "./use-check";

/** Codes that are shown at once: something was typed, but not what was meant. */
const typed = new Set(["number", "ambiguous"]);

/** What hinders an answer from being sent. `typing`: what in the fields of its offer is no number or missing. */
export function useProblems(form: ReplyForm, typing: Problem[], { check }: Checked) {
  // What the server did not accept, until it is changed.
  const [refused, setRefused] = useState<{ form: ReplyForm; problems: Problem[] } | null>(null);
  const [tried, setTried] = useState(0);
  const problems = useMemo(() => {
    const all = [...letterProblems(form.letters[form.kind])];
    const add = (more: Problem[]) => {
      const fields = new Set(all.map(({ field }) => field));
      all.push(...more.filter(({ field }) => !fields.has(field)));
    };
    if (form.kind === "offer") {
      add(typing);
      add(check?.problems ?? []);
    }
    if (refused?.form === form) add(refused.problems);
    return all;
  }, [form, typing, check, refused]);
  const shown = useMemo(
    () =>
      new Map(problems.filter(({ code }) => tried > 0 || typed.has(code)).map((problem) => [problem.field, problem])),
    [problems, tried],
  );
  const show = () => setTried((now) => now + 1);
  return {
    problems,
    shown,
    /** How often it was tried to send; 0 hides what is only missing yet. */
    tried,
    show,
    hide: () => setTried(0),
    /** Shows what the server refused; false if that is no field. */
    refuse: (error: ApiError) => {
      const fields = fieldProblems(error);
      if (fields.length === 0) return false;
      setRefused({ form, problems: fields });
      show();
      return true;
    },
  };
}
