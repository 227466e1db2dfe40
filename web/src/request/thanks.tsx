import { type ReactNode, useId } from "react";
import { useAnswerTime } from "../i18n/answer-time";
import { useSiteTexts } from "../i18n/site-texts";
import { languageOf } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { LogoMark } from "../ui/logo-mark";
import type { FormContent } from "./form-content";
import { useFormTexts } from "./texts";
import { useLostFocus } from "./use-lost-focus";
import "./thanks.css";

/** Thanks replaces a sent form: the form's thanks, the reference number and the link to the request's page. */
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
  const answerTime = useAnswerTime();
  const { language } = usePage();
  const thanks = useLostFocus<HTMLDivElement>();
  const id = useId();
  return (
    // It takes the focus: its name makes a screen reader announce title and reference.
    <div ref={thanks} className="thanks" role="status" tabIndex={-1} aria-labelledby={`${id}title ${id}reference`}>
      <LogoMark />
      <div className="thanks-t" lang={languageOf({ languages_code: content.language }, language)}>
        <h2 id={`${id}title`}>{content.thanks_title || content.thanks || siteTexts.thanks}</h2>
        {/* The default text promises a time for the reply; a form with its own thanks may not. */}
        <p className="t-lead">
          {content.thanks_description ||
            (content.thanks_title ? siteTexts.contactShortly : texts.thanksText(answerTime))}
        </p>
      </div>
      <div className="thanks-t">
        <dl className="thanks-ref" id={`${id}reference`}>
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
