import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useNow } from "../parts/clock";
import { type Filter, overviewQuery, peopleQuery } from "../api/queries";
import { clockTime, isToday, longTime } from "../model/dates";
import { languageName } from "../model/formats";
import { Icon } from "../parts/icon";
import { Empty } from "../parts/messages";
import { useLanguage, useTexts } from "../texts/language";
import { isFiltered } from "./lists";

/** What lies in spam, and what releasing does. */
export function SpamNote() {
  const texts = useTexts();
  return (
    <div className="note">
      <Icon name="info" />
      <div>
        <b className="u">{texts.inbox.spamNote}</b> <span className="mut">{texts.inbox.spamText}</span>
      </div>
    </div>
  );
}

/** Why the list is empty, and what to do. */
export function InboxEmpty({ filter, clear }: { filter: Filter; clear: (part: Partial<Filter>) => void }) {
  const texts = useTexts();
  const language = useLanguage();
  const now = useNow();
  const { data: people } = useQuery(peopleQuery);
  const { data: overview } = useQuery(overviewQuery);
  const words = texts.inbox;
  if (isFiltered(filter)) {
    const filters = [
      filter.q && `„${filter.q}“`,
      filter.language && `${words.language} ${languageName(filter.language, language)}`,
      filter.assignee && `${words.assignee} ${people?.find(({ id }) => id === filter.assignee)?.name ?? words.nobody}`,
      `${words.viewsLabel}: ${words.views[filter.view]}`,
    ].filter(Boolean);
    return (
      <Empty title={words.noMatch} text={words.noMatchText(filters.join(", "))}>
        <button className="b" type="button" onClick={() => clear({ q: "", language: "", assignee: "" })}>
          {words.clear}
        </button>
      </Empty>
    );
  }
  const next = overview?.due.find(({ deadline }) => deadline !== null && Date.parse(deadline) > now)?.deadline;
  const text =
    filter.view === "overdue" && next
      ? words.nextDeadline(
          isToday(next, now) ? texts.request.today(clockTime(next, language)) : longTime(next, now, language),
        )
      : words.emptyText[filter.view];
  return (
    <Empty title={words.empty[filter.view]} text={text}>
      {filter.view === "all" ? (
        <a className="b b--p" href="/" target="_blank" rel="noopener">
          {words.openWebsite}
        </a>
      ) : (
        filter.view !== "open" && (
          <Link className="b" to="/requests" search={{ view: "open" }}>
            {words.showOpen}
          </Link>
        )
      )}
    </Empty>
  );
}

/** The keys that work here, and how old the list is. */
export function InboxFoot({ updated }: { updated: number }) {
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.keys;
  const keys: [string[], string][] = [
    [["J", "K"], words.next],
    [["X"], words.select],
    [["⇧", "X"], words.range],
    [["↵"], words.open],
    [["A"], words.assign],
    [["E"], words.take],
    [["/"], words.search],
    [["?"], texts.person.allKeys],
  ];
  return (
    <footer className="foot">
      {keys.map(([names, does]) => (
        <span key={does}>
          {names.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
          {does}
        </span>
      ))}
      {updated > 0 && (
        <span className="src">
          {texts.inbox.updated(new Date(updated).toLocaleTimeString(language, { hour12: false }))}
        </span>
      )}
    </footer>
  );
}
