import { useState } from "react";
import type { Letter } from "../api/reply-schemas";
import type { Detail } from "../api/schemas";
import { shortTime } from "../model/dates";
import { useNow } from "../parts/clock";
import { Window } from "../parts/dialog";
import { Icon } from "../parts/icon";
import { useLanguage, useTexts } from "../texts/language";

/** Letters that came after the draft began. */
export interface Newest {
  unread: Letter[];
  /** Those that are being read; they stay until they are closed. */
  open: Letter[];
  read: () => void;
  close: () => void;
}

/** `seen`: the last letter that the author has read; `setSeen` records another. */
export function useNews({ letters }: Detail, seen: number, setSeen: (letter: number) => void): Newest {
  const [from, setFrom] = useState<number | null>(null);
  // One's own letters, sent in another tab, are news too: this draft began before them.
  const unread = letters.filter(({ id }) => id > seen);
  return {
    unread,
    open: from === null ? [] : letters.filter(({ id }) => id > from),
    read: () => {
      setFrom((now) => now ?? seen);
      setSeen(letters.at(-1)?.id ?? seen);
    },
    close: () => setFrom(null),
  };
}

/** Says that a letter came; the draft stays as it is. */
export function News({ news: { unread, open, read, close }, request }: { news: Newest; request: Detail }) {
  const texts = useTexts();
  const language = useLanguage();
  const now = useNow();
  const words = texts.reply.news;
  const last = unread.at(-1) ?? open.at(-1);
  return (
    <div role="status">
      {last && (
        <div className="note note--warn">
          <Icon name="info" />
          <div>
            <b className="u">
              {last.by
                ? words.colleague(last.by.name)
                : words.from(request.name || texts.reply.visitor, shortTime(last.at, now, language))}
            </b>{" "}
            <span className="mut">{words.stays}</span>
            {open.length > 0 && <Letters letters={open} />}
          </div>
          <div className="acts">
            {unread.length > 0 ? (
              <button className="b b--s" type="button" onClick={read}>
                {words.read}
                <kbd>N</kbd>
              </button>
            ) : (
              <button className="b b--s" type="button" onClick={close}>
                {texts.close}
              </button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/** Before sending: what came meanwhile is read first. */
export function NewsDialog({
  letters,
  onClose,
  read,
  send,
}: {
  letters: Letter[];
  onClose: () => void;
  read: () => void;
  send: () => void;
}) {
  const words = useTexts().reply.news;
  return (
    <Window
      open
      onClose={onClose}
      title={words.title}
      footer={
        <>
          <button className="b" type="button" onClick={send}>
            {words.sendAnyway}
          </button>
          <button className="b b--p" type="button" onClick={read}>
            {words.readAndAdapt}
          </button>
        </>
      }
    >
      <Letters letters={letters} />
    </Window>
  );
}

function Letters({ letters }: { letters: Letter[] }) {
  const texts = useTexts();
  const language = useLanguage();
  const now = useNow();
  return (
    <ol className="news">
      {letters.map(({ id, at, by, kind, text, language: spoken }) => (
        <li key={id}>
          <p className="lab">
            {by?.name ?? texts.reply.visitor} · {texts.reply.letterKinds[kind]} · {shortTime(at, now, language)}
          </p>
          <p className="pre" lang={spoken}>
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}
