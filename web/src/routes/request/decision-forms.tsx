import { Fragment, useId } from "react";
import type { SentOffer, SentRequest } from "../../content/sent-request";
import { formatAmount } from "../../i18n/amounts";
import { formatDay } from "../../i18n/dates";
import { languageOf } from "../../i18n/translation";
import { usePage } from "../../router/page-context";
import { AnswerError, AnswerField, AnswerForm } from "./answer-form";
import { useAnswerTexts } from "./answer-texts";
import { useOfferTexts } from "./offer-texts";
import "./answer.css";

/** AcceptForm accepts an offer: by a name and the sentence that is stored. */
export function AcceptForm({
  request,
  offer,
  className = "",
}: {
  request: SentRequest;
  offer: SentOffer;
  className?: string;
}) {
  const { language } = usePage();
  const texts = useAnswerTexts();
  const { net, gross, terms } = useOfferTexts();
  const words = useId();
  const { number, currency, decimals, total } = offer;
  const amount = (text: string) => formatAmount(text, decimals, language);
  return (
    <AnswerForm
      action="decision"
      label={texts.acceptOffer}
      primary
      className={className}
      hidden={{ offer: number, accept: "true", total: total.total, currency }}
      after={
        <div className="rq-mean">
          <h3>{texts.meaning}</h3>
          <p>
            {texts.meaningText}{" "}
            {offer.terms ? (
              <>
                {texts.termsApply} <a href="#terms">{terms}</a>
              </>
            ) : (
              texts.noTerms
            )}
          </p>
        </div>
      }
    >
      {(errorOf) => (
        <>
          <p className="rq-net">
            <span>
              {net} {currency}
            </span>
            <b className="tnum">{amount(total.net)}</b>
            {total.total !== total.net && (
              <small className="mut tnum">
                {gross} {amount(total.total)}
              </small>
            )}
          </p>
          <AnswerField
            name="name"
            label={texts.name}
            autoComplete="name"
            defaultValue={request.name}
            minLength={2}
            maxLength={200}
            error={errorOf("name")}
          />
          <AnswerField
            name="orderNumber"
            label={texts.orderNumber}
            autoComplete="off"
            optional
            maxLength={100}
            error={errorOf("orderNumber")}
          />
          <label className="check">
            <input
              type="checkbox"
              name="words"
              value={offer.words}
              required
              {...(errorOf("words") ? { "aria-invalid": true, "aria-describedby": `${words}-error` } : {})}
            />
            <span lang={languageOf({ languages_code: request.language }, language)}>
              <Words offer={offer} text={offer.words} />
            </span>
          </label>
          <AnswerError id={words} text={errorOf("words")} />
        </>
      )}
    </AnswerForm>
  );
}

/** Words is a declaration; its offer's number stays on one line. */
export function Words({ offer: { number }, text }: { offer: SentOffer; text: string }) {
  const [before, ...after] = text.split(number);
  return (
    <>
      {before}
      {after.map((part, index) => (
        <Fragment key={index}>
          <span className="rq-nowrap">{number}</span>
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** DeclineForm declines an offer, if wished with a reason. */
export function DeclineForm({ offer, className = "" }: { offer: SentOffer; className?: string }) {
  const { language } = usePage();
  const texts = useAnswerTexts();
  const { number, currency, total } = offer;
  return (
    <AnswerForm
      action="decision"
      label={texts.declineOffer}
      className={className}
      hidden={{ offer: number, accept: "false", total: total.total, currency }}
      after={<p className="t-small mut">{texts.declineHint(formatDay(offer.validUntil, language))}</p>}
    >
      {(errorOf) => (
        <>
          <fieldset className="rq-why">
            <legend>
              {texts.reason} <span className="mut rq-opt">{texts.optional}</span>
            </legend>
            {texts.reasons.map((reason) => (
              <label key={reason} className="rq-radio">
                <input type="radio" name="reason" value={reason} />
                <span>{reason}</span>
              </label>
            ))}
          </fieldset>
          <AnswerField name="words" label={texts.comment} optional rows={3} maxLength={2000} error={errorOf("words")} />
        </>
      )}
    </AnswerForm>
  );
}
