import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { formatNumber } from "../../../src/i18n/formats";
import { overviewQuery } from "../api/queries";
import type { Overview as Data, Row } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { useNextRequest } from "../frame/next-request";
import { NoRequests } from "../inbox/no-requests";
import { clockState } from "../model/clock";
import { clockTime, dayHeading } from "../model/dates";
import { hoursOf } from "../model/formats";
import { Clock, useNow } from "../parts/clock";
import { Avatar, Hidden, LanguageMark, useSender } from "../parts/marks";
import { Failed, Loading } from "../parts/messages";
import { useLanguage, useTexts } from "../texts/language";
import { Axis } from "./axis";
import { FailedDeliveries } from "./failed";

export function Overview() {
  return can(useMe(), "requests.read") ? <Screen /> : <NoRequests />;
}

function Screen() {
  const me = useMe();
  const texts = useTexts();
  const language = useLanguage();
  const now = useNow();
  const next = useNextRequest();
  const { data, error, errorUpdatedAt, dataUpdatedAt, refetch } = useQuery(overviewQuery);
  useEffect(() => {
    document.title = `${texts.areas.overview} | ${me.site}, ${texts.title}`;
  }, [texts, me.site]);
  const hour = new Date(now).getHours();
  const part = hour < 11 ? "morning" : hour < 18 ? "day" : "evening";
  const words = texts.overview;
  const overdue = data?.counts.overdue ?? 0;
  return (
    <main id="main">
      <div className="head">
        <h1 className="h1">{dayHeading(now, language)}</h1>
        {data && (
          <span className="mut only-l">
            {words.greeting(part, me.name.split(" ")[0] ?? me.name)}{" "}
            {overdue > 0 ? words.overdue(overdue) : words.nothingDue}
          </span>
        )}
        {data && data.due.length > 0 && (
          <span className="acts only-l">
            <button className="b b--p" type="button" onClick={() => void next()}>
              {words.next}
              <span className="rowx rowx--n">
                <kbd>G</kbd>
                <kbd>N</kbd>
              </span>
            </button>
          </span>
        )}
      </div>
      {!data && !error && <Loading text={words.loading} />}
      {!data && error && (
        <Failed title={texts.errors.overview} error={error} at={errorUpdatedAt} retry={() => void refetch()} />
      )}
      {data && <Blocks data={data} updated={dataUpdatedAt} />}
      <footer className="foot">
        <span>
          <kbd>G</kbd>
          <kbd>A</kbd> {texts.keys.goRequests}
        </span>
        <span>
          <kbd>G</kbd>
          <kbd>N</kbd> {texts.keys.goNext}
        </span>
        <span>
          <kbd>{texts.ctrl}</kbd>
          <kbd>K</kbd> {texts.keys.palette}
        </span>
        <span>
          <kbd>?</kbd> {texts.person.allKeys}
        </span>
      </footer>
    </main>
  );
}

function Blocks({ data, updated }: { data: Data; updated: number }) {
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.overview;
  const time = clockTime(updated, language);
  return (
    <div className="dash">
      <Open data={data} time={time} />
      <section className="c7">
        <header>
          <h2 className="h3">{words.due}</h2>
          <span className="src end">
            <Link className="lnk" to="/requests" search={{ view: "open" }}>
              {words.allOpen(data.counts.open)}
            </Link>
          </span>
        </header>
        {data.due.length === 0 && <p className="fig mut">{words.dueNone}</p>}
        {data.due.map((row) => (
          <Due key={row.reference} row={row} />
        ))}
      </section>
      <FailedDeliveries failed={data.failed} time={time} />
      <section className="c6">
        <header>
          <h2 className="h3">{words.searches}</h2>
          <span className="src end">{words.searchesSource(time)}</span>
        </header>
        {data.searches.length === 0 && <p className="fig mut">{words.searchesNone}</p>}
        {data.searches.map(({ words: searched, language: code, count }) => (
          <div key={`${code} ${searched}`} className="li">
            <span className="m">{count.toLocaleString(language)}×</span>
            <span className="u4 li-w" lang={code}>
              {searched}
            </span>
            <span className="end">
              <LanguageMark code={code} />
            </span>
          </div>
        ))}
      </section>
    </div>
  );
}

function Open({ data, time }: { data: Data; time: string }) {
  const language = useLanguage();
  const texts = useTexts();
  const now = useNow();
  const words = texts.overview;
  const { counts, due, answerTime } = data;
  // Those that are due next are all that can be due soon, as far as the server names them.
  const soon = due.filter((row) => clockState(row, now).kind === "soon").length;
  const rest = Math.max(0, counts.open - counts.overdue - soon);
  return (
    <section className="c5">
      <header>
        <h2 className="h3">{words.openRequests}</h2>
        <span className="src end">{words.source(time)}</span>
      </header>
      <div className="hero-n">
        <b className="big">{formatNumber(counts.open, language)}</b>
        <div className="stack stack--s">
          {counts.overdue > 0 && <span className="st st--new alert u">{texts.overdueCount(counts.overdue)}</span>}
          {soon > 0 && <span className="st st--wait warn u">{words.soon(soon)}</span>}
          <span className="st st--gone u4">{words.later(rest, counts.unassigned)}</span>
        </div>
      </div>
      <div className="fig">
        <Axis rows={due} />
        <p className="mut">
          {answerTime.median === null || answerTime.p95 === null
            ? words.answerTimeNone
            : words.answerTime(answerTime.n, hoursOf(answerTime.median), hoursOf(answerTime.p95))}
        </p>
      </div>
    </section>
  );
}

function Due({ row }: { row: Row }) {
  const sender = useSender();
  const hidden = row.company === null && row.name === null;
  return (
    <Link className="li" to="/requests/$reference" params={{ reference: row.reference }}>
      <Clock row={row} />
      <span className="u">{hidden ? <Hidden /> : sender(row)}</span>
      <span className="mut only-l li-w">{row.firstLine}</span>
      <span className="end rowx rowx--n">
        <LanguageMark code={row.language} />
        <Avatar person={row.assignee} />
      </span>
    </Link>
  );
}
