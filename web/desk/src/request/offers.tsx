import { offerAddress } from "../api/reply-queries";
import type { SentOffer } from "../api/reply-schemas";
import type { Detail, Me } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { formatAmount, minorUnits } from "../model/decimal";
import { calendarDay, shortTime } from "../model/dates";
import { useNow } from "../parts/clock";
import { Icon } from "../parts/icon";
import { useLanguage, useTexts } from "../texts/language";

const squares: Record<SentOffer["state"], string> = {
  open: "offer",
  accepted: "won",
  declined: "lost",
  expired: "exp",
  replaced: "gone",
};

/** Reports whether a person may open the offers of a request: those of a forgotten one are kept for owners alone. */
export function opensOffers(me: Me, { state }: Pick<Detail, "state">): boolean {
  return can(me, state === "forgotten" ? "requests.forget" : "requests.persons");
}

/** The offers as they were sent, the newest first. */
export function Offers({ request }: { request: Detail }) {
  const { reference, offers } = request;
  const me = useMe();
  const texts = useTexts();
  const language = useLanguage();
  const now = useNow();
  const words = texts.reply;
  const opens = opensOffers(me, request);
  return (
    <section className="sec2" aria-labelledby="offers">
      <h2 className="h3" id="offers">
        {words.offers}
      </h2>
      <ul className="offs">
        {offers.toReversed().map(({ number, state, sentAt, sentBy, validUntil, total, currency }) => (
          <li key={number} className="att">
            <Icon name="pdf" />
            {opens ? (
              <a
                className="lnk m"
                href={offerAddress(reference, number)}
                target="_blank"
                rel="noopener"
                aria-label={words.openPdf(number)}
              >
                {number}
              </a>
            ) : (
              <span className="m">{number}</span>
            )}
            <span className={`st st--${squares[state]}`}>{words.offerStates[state]}</span>
            <span className="mut only-l">{words.offerFrom(sentBy.name, shortTime(sentAt, now, language))}</span>
            <span className="mut only-l">{words.until(calendarDay(validUntil, language))}</span>
            <b className="u end m">{`${currency} ${formatAmount(total, language, minorUnits(currency))}`}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
