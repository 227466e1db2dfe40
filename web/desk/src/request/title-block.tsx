import type { ReactNode } from "react";
import type { Detail } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { clockTime, isToday, longTime } from "../model/dates";
import { languageName } from "../model/formats";
import { Clock, useNow } from "../parts/clock";
import { Avatar, Hidden, LanguageMark } from "../parts/marks";
import { useLanguage, useTexts } from "../texts/language";

/** The facts of a request, the clock first. */
export function TitleBlock({ request }: { request: Detail }) {
  const me = useMe();
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.request;
  const forgotten = request.state === "forgotten";
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
      <div className="only-l">
        <dt>{words.received}</dt>
        <dd>{longTime(request.created, useNow(), language)}</dd>
      </div>
      <div>
        <dt>{words.assignee}</dt>
        <dd>
          <span className="rowx rowx--n">
            <Avatar person={request.assignee} />
            {request.assignee ? request.assignee.name || texts.inbox.formerPerson : texts.inbox.noAssignee}
          </span>
        </dd>
      </div>
      <div>
        <dt>{words.language}</dt>
        <dd>
          <LanguageMark code={request.language} on /> {languageName(request.language, language)}
        </dd>
      </div>
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
