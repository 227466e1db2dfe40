import { type InputHTMLAttributes, useId } from "react";
import { Icon } from "./icon";

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  /** What is wrong, and what to do. */
  wrong?: string | undefined;
}

/** An input with its label, hint and error. */
export function Field({ label, hint, wrong, className = "in", ...input }: Props) {
  const id = useId();
  const notes = [hint ? `${id}-hint` : "", wrong ? `${id}-wrong` : ""].filter(Boolean).join(" ");
  return (
    <div className={wrong ? "f f--err" : "f"}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={className}
        {...(notes ? { "aria-describedby": notes } : {})}
        {...(wrong ? { "aria-invalid": true } : {})}
        {...input}
      />
      {wrong && (
        <p className="err" id={`${id}-wrong`}>
          <Icon name="warn" small />
          {wrong}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
