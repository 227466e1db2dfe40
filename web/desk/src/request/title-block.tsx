import type { ReactNode } from "react";
import { offerAddress } from "../api/reply-queries";
import type { SentOffer } from "../api/reply-schemas";
import type { Detail } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { calendarDay, clockTime, isToday, longTime } from "../model/dates";
import { languageName } from "../model/formats";
import { Clock, useNow } from "../parts/clock";
import { Avatar, Hidden, LanguageMark } from "../parts/marks";
import { useLanguage, useTexts } from "../texts/language";
import { opensOffers } from "./offers";

/** The facts of a request, the clock first. */
export function TitleBlock({ request }: { request: Detail }) {
  const me = useMe();
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.request;
  const now = useNow();
  const forgotten = request.state === "forgotten";
  const offer = request.offers.at(-1);
  const persons = can(me, "requests.persons");
  const hide = (value: ReactNode) =>
    forgotten ? <span className="gone-x">{words.gone}</span> : persons ? value : <Hidden />;
  return (
    <dl className="tb">
      <div className="wide">
        <ClockLabel request={request} />
        <dd>
          <Clock row={request} long />
        </dd>
      </div>
      <div>
        <dt>{words.number}</dt>
        <dd>
          <span className="m">{request.reference}</span>
        </dd>
      </div>
      {offer ? (
        <OfferFacts request={request} offer={offer} />
      ) : (
        <div className="only-l">
          <dt>{words.received}</dt>
          <dd>{longTime(request.created, now, language)}</dd>
        </div>
      )}
      <div>
        <dt>{words.assignee}</dt>
        <dd>
          <span className="rowx rowx--n">
            <Avatar person={request.assignee} />
            {request.assignee ? request.assignee.name || texts.inbox.formerPerson : texts.inbox.noAssignee}
          </span>
        </dd>
      </div>
      {(!offer || request.state === "won") && (
        <div>
          <dt>{words.language}</dt>
          <dd>
            <LanguageMark code={request.language} on /> {languageName(request.language, language)}
          </dd>
        </div>
      )}
      <div>
        <dt>{words.contact}</dt>
        <dd>{hide(request.name || "–")}</dd>
      </div>
      {request.state === "spam" && (
        <div className="only-l">
          <dt>{words.sender}</dt>
          <dd>{hide(<span className="m">{request.email || request.phone || "–"}</span>)}</dd>
        </div>
      )}
      {!forgotten && request.state !== "spam" && persons && (
        <div className="only-l">
          <dt>{words.before}</dt>
          <dd>{request.earlier.length === 0 ? words.beforeNone : words.beforeCount(request.earlier.length)}</dd>
        </div>
      )}
    </dl>
  );
}

/** The last offer, and until when it is or was valid. */
function OfferFacts({ request, offer }: { request: Detail; offer: SentOffer }) {
  const { reference, state } = request;
  const me = useMe();
  const { reply: words } = useTexts();
  const language = useLanguage();
  return (
    <>
      <div>
        <dt>{words.offerLabel}</dt>
        <dd>
          {opensOffers(me, request) ? (
            <a className="lnk m" href={offerAddress(reference, offer.number)} target="_blank" rel="noopener">
              {offer.number}
            </a>
          ) : (
            <span className="m">{offer.number}</span>
          )}
        </dd>
      </div>
      {state !== "won" && (
        <div>
          <dt>{offer.state === "open" ? words.validUntil : words.wasValid}</dt>
          <dd>{calendarDay(offer.validUntil, language)}</dd>
        </div>
      )}
    </>
  );
}

function ClockLabel({ request }: { request: Detail }) {
  const { request: words } = useTexts();
  const language = useLanguage();
  const now = useNow();
  const when = (iso: string) =>
    isToday(iso, now) ? words.today(clockTime(iso, language)) : longTime(iso, now, language);
  const { deadline, answered } = request;
  const part =
    deadline !== null
      ? Date.parse(deadline) > now
        ? words.ends(when(deadline))
        : words.ended(when(deadline))
      : answered !== null
        ? words.answeredAt(when(answered))
        : "";
  return <dt>{part ? `${words.clock} · ${part}` : words.clock}</dt>;
}
