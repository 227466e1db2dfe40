import { useState } from "react";
import type { Letter } from "../api/reply-schemas";
import type { Detail, Entry } from "../api/schemas";
import { shortTime } from "../model/dates";
import { languageName } from "../model/formats";
import { useNow } from "../parts/clock";
import { Icon, type IconName } from "../parts/icon";
import { Avatar, Hidden } from "../parts/marks";
import { phone, useMedia } from "../parts/use-media";
import type { Texts } from "../texts/de";
import { type Language, useLanguage, useTexts } from "../texts/language";
import { LetterItem } from "./letter";

type EventKind = Exclude<Entry["kind"], "note" | Letter["kind"]>;

const icons: Record<EventKind, IconName> = {
  created: "inbox",
  assigned: "people",
  unassigned: "people",
  answered: "check",
  reopened: "undo",
  spam: "x",
  released: "check",
  forgotten: "trash",
  delivered: "mail",
  failed: "warn",
  resent: "send",
  expired: "hist",
  won: "check",
  lost: "x",
};

/** How many entries a phone shows at first. */
const newest = 2;

/** What happened, the oldest first. A phone shows the last two entries first. */
export function History({ request }: { request: Detail }) {
  const texts = useTexts();
  const language = useLanguage();
  const now = useNow();
  const small = useMedia(phone);
  const [all, setAll] = useState(false);
  const entries = thread(request);
  const hidden = small && !all ? Math.max(0, entries.length - newest) : 0;
  const lastHidden = entries[hidden - 1];
  return (
    <ol className="thread">
      {lastHidden && (
        <li className="ev ev--1">
          <button className="lnk" type="button" onClick={() => setAll(true)}>
            {texts.request.older(hidden, shortTime(lastHidden.at, now, language))}
          </button>
        </li>
      )}
      {entries.slice(hidden).map((entry) =>
        "subject" in entry ? (
          <LetterItem key={`letter ${entry.id}`} letter={entry} request={request} />
        ) : entry.kind === "note" ? (
          <Note key={keyOf(entry)} entry={entry} />
        ) : (
          <li key={keyOf(entry)} className="ev">
            <span>
              <Icon name={icons[entry.kind as EventKind]} small />
            </span>
            <p>{sentence(entry, request, texts, language)}</p>
            <time className="m" dateTime={entry.at}>
              {shortTime(entry.at, now, language)}
            </time>
          </li>
        ),
      )}
    </ol>
  );
}

/** Entries and letters in the order in which they came. A letter stands in the place of its entry. */
function thread({ history, letters }: Detail): (Entry | Letter)[] {
  const kinds = new Set<string>(letters.map(({ kind }) => kind));
  const entries: (Entry | Letter)[] = history.filter(({ kind }) => !kinds.has(kind));
  return [...entries, ...letters].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Entries from before there was a history have no number. */
function keyOf({ id, kind, at, text }: Entry): string {
  return id > 0 ? String(id) : `${kind} ${at} ${text}`;
}

/** The notes alone. */
export function Notes({ notes }: { notes: Entry[] }) {
  const texts = useTexts();
  if (notes.length === 0) return <p className="thread-0 mut">{texts.request.noNotes}</p>;
  return (
    <ol className="thread">
      {notes.map((entry) => (
        <Note key={keyOf(entry)} entry={entry} />
      ))}
    </ol>
  );
}

function Note({ entry }: { entry: Entry }) {
  const texts = useTexts();
  const language = useLanguage();
  return (
    <li className="int">
      <header>
        <Avatar person={entry.by} />
        <b className="u">{entry.by?.name ?? texts.request.event.system}</b>
        <span className="tag tag--w">{texts.request.internal}</span>
        <time className="end m mut" dateTime={entry.at}>
          {shortTime(entry.at, useNow(), language)}
        </time>
      </header>
      <p className="pre">{entry.text || <Hidden />}</p>
    </li>
  );
}

function sentence({ kind, by, text }: Entry, request: Detail, texts: Texts, language: Language): string {
  const words = texts.request.event;
  const name = by?.name ?? words.system;
  switch (kind) {
    case "created":
      return words.created(texts.request.forms[request.form] ?? request.form, languageName(request.language, language));
    case "assigned":
      return words.assigned(name, text);
    case "delivered":
    case "failed":
      return words[kind](text);
    case "note":
      return text;
    case "question":
    case "offer":
    case "decline":
    case "reply":
    case "accepted":
    case "refused":
    case "automatic":
      return texts.reply.letterKinds[kind];
    case "expired":
      return words.expired(text);
    case "won":
    case "lost":
      return words[kind](name, text);
    case "unassigned":
    case "answered":
    case "reopened":
    case "spam":
    case "released":
    case "forgotten":
    case "resent":
      return words[kind](name);
  }
}
