import { useId } from "react";
import { Link } from "wouter";
import { languageOf } from "../content/translation";
import { usePage } from "../lib/page-context";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import type { FormContent } from "./form-content";
import type { FormField } from "./rules";
import { useFormTexts } from "./texts";
import type { RequestFormState } from "./use-request-form";

/** The fields, the consent and the button of a form. */
export function Fields({
  content,
  state,
  withMessage = false,
  withEmail = false,
}: {
  content: FormContent;
  state: RequestFormState;
  withMessage?: boolean;
  withEmail?: boolean;
}) {
  const texts = useFormTexts();
  const { language } = usePage();
  const lang = languageOf({ languages_code: content.language }, language);
  return (
    <>
      <div className="steps">
        <TextField
          field="name"
          label={content.name || texts.name}
          placeholder={texts.namePlaceholder}
          autoComplete="name"
          state={state}
        />
        <TextField
          field="tel"
          label={content.phone || texts.phone}
          placeholder="+41 00 000 00 00"
          autoComplete="tel"
          type="tel"
          state={state}
        />
      </div>
      {withEmail && content.email && (
        <TextField field="email" label={content.email} autoComplete="email" type="email" state={state} />
      )}
      {withMessage && <MessageField label={texts.message} state={state} />}
      <Consent text={content.agree || texts.agree} lang={content.agree ? lang : undefined} state={state} />
      {state.failure && (
        <p className="err" role="alert">
          <Icon name="warning" />
          <span>{state.failure}</span>
        </p>
      )}
      {state.invalid && (
        <p className="err" role="status">
          <Icon name="warning" />
          <span lang={content.error ? lang : undefined}>{content.error || texts.error}</span>
        </p>
      )}
      <Button type="submit" kind="primary" block disabled={state.phase.name === "sending"}>
        {state.phase.name === "sending" ? texts.sending : content.send || texts.send}
      </Button>
    </>
  );
}

function TextField({
  field,
  label,
  state,
  type = "text",
  placeholder,
  autoComplete,
}: {
  field: "name" | "tel" | "email";
  label: string;
  state: RequestFormState;
  type?: "text" | "tel" | "email";
  placeholder?: string;
  autoComplete: string;
}) {
  const id = useId();
  const error = state.errorOf(field);
  return (
    <div className={error ? "field is-err" : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={field}
        type={type}
        placeholder={placeholder}
        autoComplete={autoComplete}
        value={state.values[field]}
        onChange={(event) => state.change({ [field]: event.target.value })}
        {...invalid(id, error)}
      />
      <FieldError id={id} text={error} />
    </div>
  );
}

function MessageField({ label, state }: { label: string; state: RequestFormState }) {
  const id = useId();
  const error = state.errorOf("message");
  return (
    <div className={error ? "field is-err" : "field"}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name="message"
        value={state.values.message}
        onChange={(event) => state.change({ message: event.target.value })}
        {...invalid(id, error)}
      />
      <FieldError id={id} text={error} />
    </div>
  );
}

function Consent({ text, lang, state }: { text: string; lang: string | undefined; state: RequestFormState }) {
  const texts = useFormTexts();
  const id = useId();
  const error = state.errorOf("agree" satisfies FormField);
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          name="agree"
          checked={state.values.agree}
          onChange={(event) => state.change({ agree: event.target.checked })}
          {...invalid(id, error)}
        />
        <span>
          <span lang={lang}>{text}</span> <Link href="/privacy">{texts.privacy}</Link>
        </span>
      </label>
      <FieldError id={id} text={error} />
    </div>
  );
}

function invalid(id: string, error: string) {
  return error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {};
}

function FieldError({ id, text }: { id: string; text: string }) {
  if (!text) return null;
  return (
    <p className="err" id={`${id}-error`}>
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  );
}
