import { Link } from "@tanstack/react-router";
import type { Detail } from "../api/schemas";
import { readKept } from "../model/reply-draft";
import { shortTime } from "../model/dates";
import { useMe } from "../api/use-me";
import { useNow } from "../parts/clock";
import { Icon } from "../parts/icon";
import { useLanguage, useTexts } from "../texts/language";

/** That one has begun to answer, here or on another device. */
export function OwnDraft({ request: { reference, draft } }: { request: Detail }) {
  const me = useMe();
  const texts = useTexts();
  const language = useLanguage();
  const now = useNow();
  const kept = readKept(me.id, reference);
  const pending = kept?.pending ? { kind: kept.form.kind, savedAt: new Date(kept.at).toISOString() } : null;
  const own = pending ?? draft;
  if (!own) return null;
  return (
    <div className="note">
      <Icon name="note" />
      <div>
        <b className="u">{texts.reply.draftOf(texts.reply.kinds[own.kind], shortTime(own.savedAt, now, language))}</b>
      </div>
      <div className="acts">
        <Link className="b b--s" to="/requests/$reference/reply" params={{ reference }} search={{ kind: own.kind }}>
          {texts.reply.goOn}
          <kbd>R</kbd>
        </Link>
      </div>
    </div>
  );
}
