import { type ReactNode, useEffect, useRef } from "react";
import { languageOf } from "../content/translation";
import { usePage } from "../lib/page-context";
import { useSiteTexts } from "../lib/site-texts";
import { Mark } from "../ui/mark";
import type { FormContent } from "./form-content";
import { useFormTexts } from "./texts";

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
  const thanks = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone; who is elsewhere by now stays there.
    if (document.activeElement === document.body) thanks.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={thanks} className="thanks" role="status" tabIndex={-1}>
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
