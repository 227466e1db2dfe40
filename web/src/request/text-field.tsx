import { type HTMLInputAutoCompleteAttribute, useId } from "react";
import { WarningIcon } from "../ui/late-icons";
import type { RequestFormState } from "./use-request-form";
import "../ui/error-text.css";
import "../ui/fields.css";

/** TextField is a labelled single-line field with its error below. `name` is the field's name in a native submission. */
export function TextField({
  field,
  name = field,
  label,
  state,
  type = "text",
  placeholder,
  autoComplete,
  required = false,
}: {
  field: "name" | "tel" | "email";
  name?: string;
  label: string;
  state: RequestFormState;
  type?: "text" | "tel" | "email";
  placeholder?: string;
  autoComplete: HTMLInputAutoCompleteAttribute;
  required?: boolean;
}) {
  const id = useId();
  const error = state.errorOf(field);
  return (
    <div className={error ? "field is-err" : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        placeholder={placeholder}
        autoComplete={autoComplete}
        required={required}
        value={state.values[field]}
        onChange={(event) => state.change({ [field]: event.target.value })}
        {...invalid(id, error)}
      />
      <FieldError id={id} text={error} />
    </div>
  );
}

export function MessageField({ label, state }: { label: string; state: RequestFormState }) {
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

/** invalid returns the ARIA attributes of a control with an error; the error is a FieldError with the same id. */
export function invalid(id: string, error: string) {
  return error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {};
}

export function FieldError({ id, text }: { id: string; text: string }) {
  if (!text) return null;
  return (
    <p className="err" id={`${id}-error`}>
      <WarningIcon />
      <span>{text}</span>
    </p>
  );
}
