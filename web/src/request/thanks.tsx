import type { ReactNode } from "react";
import { languageOf } from "../content/translation";
import { usePage } from "../lib/page-context";
import { useSiteTexts } from "../lib/site-texts";
import { Mark } from "../ui/mark";
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
  const siteTexts = useSiteTexts();
  const { language } = usePage();
  return (
    <div className="thanks" role="status">
      <Mark />
      <div className="thanks-t" lang={languageOf({ languages_code: content.language }, language)}>
        <h2>{content.thanks_title || content.thanks || siteTexts.thanks}</h2>
        {/* The promise of 24 hours is ours; a form with thanks of its own may not mean it. */}
        <p className="t-lead">
          {content.thanks_description || (content.thanks_title ? siteTexts.contactShortly : texts.thanksText)}
        </p>
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
