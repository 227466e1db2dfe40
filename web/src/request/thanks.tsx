import type { ReactNode } from "react";
import { languageOf } from "../content/translation";
import { usePage } from "../lib/page-context";
import type { FormContent } from "./form-content";
import { useFormTexts } from "./texts";

/** After sending: the thanks in the form's words, and the number to name on the phone. */
export function Thanks({
  content,
  reference,
  children,
}: {
  content: FormContent;
  reference: string;
  children?: ReactNode;
}) {
  const texts = useFormTexts();
  const { language } = usePage();
  return (
    <div className="thanks" role="status">
      <div className="thanks-t" lang={languageOf({ languages_code: content.language }, language)}>
        <h2>{content.thanks_title || content.thanks || texts.thanks}</h2>
        <p className="t-lead">{content.thanks_description || texts.thanksText}</p>
      </div>
      <div className="thanks-t">
        <dl className="thanks-ref">
          <dt className="t-small">{texts.reference}</dt>
          <dd className="mono">{reference}</dd>
        </dl>
        {children}
      </div>
    </div>
  );
}
