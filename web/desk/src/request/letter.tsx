import { offerAddress } from "../api/reply-queries";
import type { Letter } from "../api/reply-schemas";
import type { Detail } from "../api/schemas";
import { can, useMe } from "../api/use-me";
import { shortTime } from "../model/dates";
import { useNow } from "../parts/clock";
import { Icon } from "../parts/icon";
import { Avatar, Hidden } from "../parts/marks";
import { useLanguage, useTexts } from "../texts/language";

/** A letter to the visitor, or from them. */
export function LetterItem({ letter, request }: { letter: Letter; request: Detail }) {
  const me = useMe();
  const texts = useTexts();
  const language = useLanguage();
  const now = useNow();
  const words = texts.reply;
  const { by, kind, at, subject, text, offer, language: spoken } = letter;
  const visitor = request.name || words.visitor;
  const persons = can(me, "requests.persons");
  return (
    <li className={by ? "own" : "from"} tabIndex={-1} data-letter={letter.id}>
      <header>
        <Avatar person={by ?? { id: "", name: visitor }} />
        <b className="u">{by ? by.name : persons ? visitor : words.visitor}</b>
        <span className="tag">{words.letterKinds[kind]}</span>
        <time className="end m mut" dateTime={at}>
          {shortTime(at, now, language)}
        </time>
      </header>
      {subject && (
        <p className="u" lang={spoken}>
          {subject}
        </p>
      )}
      {persons ? (
        <p className="pre" lang={spoken}>
          {text}
        </p>
      ) : (
        <Hidden />
      )}
      {offer !== "" && persons && (
        <a className="att" href={offerAddress(request.reference, offer)} target="_blank" rel="noopener">
          <Icon name="pdf" />
          <span className="att-n">{offer}.pdf</span>
        </a>
      )}
    </li>
  );
}

/** Focuses the newest letter of the visitor; false if there is none. */
export function focusNewestLetter(): boolean {
  const newest = [...document.querySelectorAll<HTMLElement>("[data-letter].from")].at(-1);
  newest?.focus();
  return newest !== undefined;
}
