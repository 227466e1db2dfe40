import type { ReactNode } from "react";
import { useSiteTexts } from "../i18n/site-texts";
import { languageOf } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { LogoMark } from "../ui/logo-mark";
import type { FormContent } from "./form-content";
import { useFormTexts } from "./texts";
import { useLostFocus } from "./use-lost-focus";

/** After sending: the thanks in the form's words, the number to name on the phone, and the request's own page. */
export function Thanks({
  content,
  sent: { reference, link },
  children,
}: {
  content: FormContent;
  sent: { reference: string; link: string };
  children?: ReactNode;
}) {
  const texts = useFormTexts();
  const siteTexts = useSiteTexts();
  const { language } = usePage();
  const thanks = useLostFocus<HTMLDivElement>();
  return (
    <div ref={thanks} className="thanks" role="status" tabIndex={-1}>
      <LogoMark />
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
        {link && (
          <a className="lnk" href={link}>
            {texts.view}
          </a>
        )}
        {children}
      </div>
    </div>
  );
}
