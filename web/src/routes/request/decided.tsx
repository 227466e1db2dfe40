import type { SentOffer, SentRequest } from "../../content/sent-request";
import { formatDay } from "../../i18n/dates";
import { languageOf } from "../../i18n/translation";
import { usePage } from "../../router/page-context";
import { Icon } from "../../ui/icon";
import { Moment } from "../../ui/moment";
import { useAnswerTexts } from "./answer-texts";
import { Box } from "./box";
import { AcceptForm, Words } from "./decision-forms";
import "./answer.css";

interface Props {
  request: SentRequest;
  offer: SentOffer;
}

/** Accepted shows the declaration as it is stored, and what follows. An acceptance by other means has none. */
export function Accepted({ request, offer }: Props) {
  const { decision = {}, decidedAt } = offer;
  const { language } = usePage();
  const texts = useAnswerTexts();
  return (
    <Box className="rq-box--ok">
      <dl className="rq-by">
        {decision.name && (
          <div>
            <dt>{texts.acceptedBy}</dt>
            <dd>{decision.name}</dd>
          </div>
        )}
        {decidedAt && (
          <div>
            <dt>{texts.acceptedOn}</dt>
            <dd>
              <Moment at={decidedAt} />
            </dd>
          </div>
        )}
        {decision.orderNumber && (
          <div>
            <dt>{texts.orderNumber}</dt>
            <dd className="tnum">{decision.orderNumber}</dd>
          </div>
        )}
      </dl>
      {decision.words && (
        <blockquote className="rq-words" lang={languageOf({ languages_code: request.language }, language)}>
          <Words offer={offer} text={decision.words} />
        </blockquote>
      )}
      <div className="rq-next no-print">
        <h2>{texts.next}</h2>
        <ol>
          <li>{texts.copy(request.email)}</li>
          <li>{texts.confirmation}</li>
          <li>{texts.call}</li>
        </ol>
      </div>
    </Box>
  );
}

/** Declined shows the reason; while the offer is valid, it can be accepted after all. */
export function Declined({ request, offer }: Props) {
  const { language } = usePage();
  const texts = useAnswerTexts();
  const { reason, words } = offer.decision ?? {};
  return (
    <Box>
      <dl className="rq-by">
        <div>
          <dt>{texts.yourReason}</dt>
          <dd>{[reason, words].filter(Boolean).join(": ") || texts.noReason}</dd>
        </div>
      </dl>
      {offer.acceptable && (
        <>
          <p className="rq-f rq-f--more">{texts.changedMind(formatDay(offer.validUntil, language))}</p>
          <details className="rq-after-all">
            <summary className="btn btn--block">
              <span>{texts.acceptAfterAll}</span>
              <span className="ico-cell">
                <Icon name="arrow-right" />
              </span>
            </summary>
            <AcceptForm request={request} offer={offer} />
          </details>
        </>
      )}
    </Box>
  );
}
