import { useId } from "react";
import { Link } from "../ui/link";
import { FieldError, invalid } from "./text-field";
import { useFormTexts } from "./texts";
import type { RequestFormState } from "./use-request-form";
import "../ui/fields.css";

export function Consent({ text, lang, state }: { text: string; lang: string | undefined; state: RequestFormState }) {
  const texts = useFormTexts();
  const id = useId();
  const error = state.errorOf("agree");
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          name="agree"
          value="true"
          required
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
