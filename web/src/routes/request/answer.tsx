import type { SentOffer, SentRequest } from "../../content/sent-request";
import { formatAmount } from "../../i18n/amounts";
import { useAnswerTime } from "../../i18n/answer-time";
import { formatDay } from "../../i18n/dates";
import { usePage } from "../../router/page-context";
import { Icon } from "../../ui/icon";
import { AnswerField, AnswerForm } from "./answer-form";
import { useAnswerTexts } from "./answer-texts";
import { Box } from "./box";
import { Accepted, Declined } from "./decided";
import { AcceptForm, DeclineForm } from "./decision-forms";
import { Author, lastQuestion } from "./messages";
import { useOfferTexts } from "./offer-texts";

/** The longest reply that the server takes, in characters. */
const maxReply = 10_000;

/** The longest question that is set as a headline, in characters. */
const shortQuestion = 180;

/** Answer is what the sender of a request can do in its stage. */
export function Answer({ request }: { request: SentRequest }) {
  const { stage, offer } = request;
  if (offer && stage === "offered") return <Offered request={request} offer={offer} />;
  if (offer && stage === "accepted") return <Accepted request={request} offer={offer} />;
  if (offer && stage === "declined") return <Declined request={request} offer={offer} />;
  if (offer && stage === "expired") return <Expired />;
  return <Addition stage={stage} />;
}

const answers = ["accept", "ask", "decline"] as const;

/** Offered has three answers, of which the style sheet shows the form of the chosen one; all three where it cannot. */
function Offered({ request, offer }: { request: SentRequest; offer: SentOffer }) {
  const { language } = usePage();
  const texts = useAnswerTexts();
  const time = useAnswerTime();
  const until = formatDay(offer.validUntil, language);
  return (
    <Box>
      <fieldset className="rq-seg">
        <legend className="vh">{texts.answer}</legend>
        {answers.map((answer) => (
          <label key={answer}>
            <input type="radio" name="do" value={answer} defaultChecked={answer === "accept"} />
            <span>{texts[answer]}</span>
          </label>
        ))}
      </fieldset>
      <AcceptForm request={request} offer={offer} className="rq-f--accept" />
      <AnswerForm
        action="reply"
        label={texts.sendQuestion}
        primary
        className="rq-f--ask"
        after={<p className="t-small mut">{texts.staysValid(until, time)}</p>}
      >
        {(errorOf) => (
          <AnswerField
            name="text"
            label={texts.yourQuestion}
            placeholder={texts.askHint}
            rows={5}
            maxLength={maxReply}
            error={errorOf("text")}
          />
        )}
      </AnswerForm>
      <DeclineForm offer={offer} className="rq-f--decline" />
    </Box>
  );
}

function Expired() {
  const texts = useAnswerTexts();
  const time = useAnswerTime();
  return (
    <Box>
      <AnswerForm action="again" label={texts.askAgain} primary>
        {() => <p className="t-lead">{texts.pricesChanged(time)}</p>}
      </AnswerForm>
    </Box>
  );
}

/** Addition takes a text that concerns the request as a whole. */
function Addition({ stage }: Pick<SentRequest, "stage">) {
  const texts = useAnswerTexts();
  const answered = stage === "answered";
  return (
    <Box>
      <AnswerForm
        action="reply"
        label={answered ? texts.sendQuestion : texts.sendAddition}
        after={!answered && <p className="t-small mut">{texts.additionHint}</p>}
      >
        {(errorOf) => (
          <>
            <h2 className="t-h3">{answered ? texts.anotherQuestion : texts.forgotten}</h2>
            <AnswerField
              name="text"
              label={answered ? texts.yourQuestion : texts.addition}
              rows={5}
              maxLength={maxReply}
              error={errorOf("text")}
            />
          </>
        )}
      </AnswerForm>
    </Box>
  );
}

/** Question is the supplier's question, with the field for its reply beside it. */
export function Question({ request }: { request: SentRequest }) {
  const texts = useAnswerTexts();
  const question = lastQuestion(request);
  const short = question && question.text.length <= shortQuestion;
  return (
    <Box className="rq-ask">
      <div className={`rq-question ${short ? "rq-question--short" : ""}`.trim()}>
        {question && (
          <>
            <Author letter={question} />
            <blockquote lang={question.language}>{question.text}</blockquote>
          </>
        )}
      </div>
      <AnswerForm
        action="reply"
        label={texts.sendReply}
        primary
        after={<p className="t-small mut">{texts.alsoByMail}</p>}
      >
        {(errorOf) => (
          <AnswerField
            name="text"
            label={texts.yourReply}
            placeholder={texts.replyHint}
            rows={5}
            maxLength={maxReply}
            error={errorOf("text")}
          />
        )}
      </AnswerForm>
    </Box>
  );
}

/** NetBar shows the net total and leads to the answer, at the bottom of a narrow window. */
export function NetBar({ offer }: { offer: SentOffer }) {
  const { language } = usePage();
  const texts = useAnswerTexts();
  const offerTexts = useOfferTexts();
  return (
    <section className="rq-bar no-print" aria-label={offerTexts.net}>
      <span>
        {offerTexts.net} {offer.currency}
        <b className="tnum">{formatAmount(offer.total.net, offer.decimals, language)}</b>
      </span>
      <a className="btn btn--primary" href="#answer">
        <span>{texts.toAnswer}</span>
        <span className="ico-cell">
          <Icon name="arrow-right" />
        </span>
      </a>
    </section>
  );
}
