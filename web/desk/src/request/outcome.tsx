import { offerAddress } from "../api/reply-queries";
import type { SentOffer } from "../api/reply-schemas";
import type { Detail } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { formatAmount, minorUnits } from "../model/decimal";
import { calendarDay, longTime } from "../model/dates";
import { useNow } from "../parts/clock";
import { Icon } from "../parts/icon";
import { useLanguage, useTexts } from "../texts/language";

/** How a request ended: the acceptance as it was given, a refusal, or that the offer expired. */
export function Outcome({ request }: { request: Detail }) {
  const offer = request.offers.at(-1);
  if (request.state === "won") return <Won request={request} offer={offer} />;
  if (request.state === "lost") return <Lost request={request} offer={offer} />;
  return request.state === "expired" ? <Expired request={request} offer={offer} /> : null;
}

interface Props {
  request: Detail;
  offer: SentOffer | undefined;
}

function Won({ request, offer }: Props) {
  const me = useMe();
  const texts = useTexts();
  const language = useLanguage();
  const now = useNow();
  const words = texts.reply.won;
  const decision = offer?.state === "accepted" ? offer.decision : null;
  const persons = can(me, "requests.persons");
  return (
    <section className="seal" aria-labelledby="won">
      <div>
        <p className="mut">
          {decision && offer?.decidedAt ? words.received(longTime(offer.decidedAt, now, language)) : words.byHand}
        </p>
        <h2 className="seal-t" id="won">
          {decision ? words.title((persons && decision.name) || texts.reply.visitor) : words.titleByHand}
        </h2>
        {decision?.words && persons && <blockquote lang={request.language}>„{decision.words}“</blockquote>}
        {!decision && request.outcomeReason && <blockquote>{request.outcomeReason}</blockquote>}
      </div>
      {offer && (
        <dl className="kv">
          <dt>{words.total}</dt>
          <dd className="seal-n">{`${offer.currency} ${formatAmount(offer.total, language, minorUnits(offer.currency))}`}</dd>
          {decision?.orderNumber && (
            <>
              <dt>{words.orderNumber}</dt>
              <dd className="m">{decision.orderNumber}</dd>
            </>
          )}
          <dt>{words.document}</dt>
          <dd>
            {persons ? (
              <a className="lnk" href={offerAddress(request.reference, offer.number)} target="_blank" rel="noopener">
                {words.version(offer.number, offer.version)}
              </a>
            ) : (
              words.version(offer.number, offer.version)
            )}
          </dd>
          {offer.terms && (
            <>
              <dt>{words.terms}</dt>
              <dd className="pre" lang={request.language}>
                {offer.terms}
              </dd>
            </>
          )}
        </dl>
      )}
    </section>
  );
}

function Lost({ request, offer }: Props) {
  const me = useMe();
  const texts = useTexts();
  const words = texts.reply.lost;
  const decision = offer?.state === "declined" ? offer.decision : null;
  const reason = decision?.reason || request.outcomeReason;
  const declined = request.letters.at(-1)?.kind === "decline";
  const name = (can(me, "requests.persons") && (decision?.name || request.name)) || texts.reply.visitor;
  return (
    <div className="note">
      <Icon name="x" />
      <div>
        <b className="u">{decision ? words.declined(name) : declined ? words.byUs : words.byHand}</b>{" "}
        <span className="mut" lang={decision?.reason ? request.language : undefined}>
          {reason ? words.reason(reason) : words.noReason}
        </span>
      </div>
    </div>
  );
}

function Expired({ request, offer }: Props) {
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.reply.expired;
  return (
    <div className="note note--warn">
      <Icon name="hist" />
      <div>
        <b className="u">{words.title(offer ? calendarDay(offer.validUntil, language) : "")}</b>{" "}
        <span className="mut">{words.text}</span>
      </div>
      {request.phone && (
        <div className="acts">
          <a className="b b--s" href={`tel:${request.phone.replaceAll(/[^+\d]/g, "")}`}>
            <Icon name="phone" small />
            {texts.actions.call}
          </a>
        </div>
      )}
    </div>
  );
}
