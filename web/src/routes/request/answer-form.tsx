import { type ReactNode, type SubmitEvent, useEffect, useId, useState } from "react";
import { usePage } from "../../router/page-context";
import { Button } from "../../ui/button";
import { WarningIcon } from "../../ui/late-icons";
import { saveAnswer } from "./answer-draft";
import { useAnswerTexts } from "./answer-texts";
import { type Action, answerAddress, useAnswer } from "./use-answer";
import { useToken } from "./use-sent-request";
import "../../ui/error-text.css";
import "../../ui/fields.css";

/** Returns the error of a field by its name; "" for none. */
export type ErrorOf = (name: string) => string;

/**
 * AnswerForm sends what its fields contain: by scripts, which keep what is typed
 * until the supplier has it, else by itself. `hidden`: further fields.
 */
export function AnswerForm({
  action,
  label,
  primary = false,
  hidden = {},
  className = "",
  children,
  after,
}: {
  action: Action;
  label: string;
  primary?: boolean;
  hidden?: Readonly<Record<string, string>>;
  className?: string;
  children?: (errorOf: ErrorOf) => ReactNode;
  /** Below the button. */
  after?: ReactNode;
}) {
  const { language } = usePage();
  const token = useToken();
  const texts = useAnswerTexts();
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const { form, progress, refused, submit, sendNow, cancel } = useAnswer(action, (sent) => {
    sent.reset();
    const part = sent.closest<HTMLElement>("[data-answer]");
    if (part) saveAnswer(token, part);
  });
  useEffect(() => {
    const first = [...(form.current?.elements ?? [])].find((field) => (field as Field).name in refused.fields);
    (first as Field | undefined)?.focus();
  }, [form, refused]);

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = problemsOf(event.currentTarget);
    setWrong(Object.fromEntries(found.map(({ field, problem }) => [field.name, texts[problem]])));
    if (found[0]) found[0].field.focus();
    else submit(event);
  };
  const errorOf = (name: string) => wrong[name] || refused.fields[name] || "";
  const busy = progress === "sending" || progress === "waiting";
  const failure =
    Object.keys(refused.fields).length > 0 ? "" : refused.message || (progress === "refused" ? texts.failed : "");
  return (
    <form
      ref={form}
      className={`form rq-f ${className}`.trim()}
      action={answerAddress(token, action)}
      method="post"
      onSubmit={send}
      onInput={({ target }) => setWrong((all) => ({ ...all, [(target as Field).name]: "" }))}
    >
      {Object.entries({ ...hidden, language }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children && (
        <fieldset className="rq-fields" disabled={busy}>
          {children(errorOf)}
        </fieldset>
      )}
      {failure && (
        <p className="err" role="alert">
          <WarningIcon />
          <span>{failure}</span>
        </p>
      )}
      {progress === "waiting" ? (
        <>
          <p role="status">{texts.waiting}</p>
          <Button kind="primary" block onClick={sendNow}>
            {texts.now}
          </Button>
          <Button block icon={null} onClick={cancel}>
            {texts.cancel}
          </Button>
        </>
      ) : (
        <Button type="submit" kind={primary ? "primary" : "line"} block disabled={progress === "sending"}>
          {progress === "sending" ? texts.sending : failure ? texts.again : label}
        </Button>
      )}
      <p role="status" className="rq-arrived">
        {progress === "arrived" && texts.arrived}
      </p>
      {after}
    </form>
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** problemsOf returns the fields of a form that lack something, in their order. */
function problemsOf(form: HTMLFormElement) {
  return [...form.elements].flatMap((field) => {
    const typed = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    const problem = typed ? problemOf(field) : null;
    return typed && problem ? [{ field, problem }] : [];
  });
}

function problemOf({ type, required, minLength, value, validity }: Field): "tick" | "required" | "twoLetters" | null {
  if (type === "checkbox") return validity.valueMissing ? "tick" : null;
  if (required && value.trim() === "") return "required";
  // Not validity.tooShort, which is set by typing only: a restored draft is not typed.
  return value.trim().length < minLength ? "twoLetters" : null;
}

/** AnswerField is a labelled field with its error below; `rows`: of a text of several lines. */
export function AnswerField({
  name,
  label,
  error = "",
  optional = false,
  rows,
  ...input
}: {
  name: string;
  label: string;
  error?: string;
  optional?: boolean;
  rows?: number;
  placeholder?: string;
  autoComplete?: "name" | "off";
  defaultValue?: string;
  minLength?: number;
  maxLength?: number;
}) {
  const texts = useAnswerTexts();
  const id = useId();
  const attributes = {
    id,
    name,
    required: !optional,
    ...input,
    ...(error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {}),
  };
  return (
    <div className={error ? "field is-err" : "field"}>
      <label htmlFor={id}>
        {label} {optional && <span className="mut rq-opt">{texts.optional}</span>}
      </label>
      {rows === undefined ? <input {...attributes} /> : <textarea rows={rows} {...attributes} />}
      <AnswerError id={id} text={error} />
    </div>
  );
}

/** AnswerError is the error of a control with an id, which describes it. */
export function AnswerError({ id, text }: { id: string; text: string }) {
  if (!text) return null;
  return (
    <p className="err" id={`${id}-error`}>
      <WarningIcon />
      <span>{text}</span>
    </p>
  );
}
