import type { LetterKind, Reply } from "../api/reply-schemas";
import { letterKinds } from "../api/reply-schemas";
import type { OfferForm } from "../model/offer-form";
import type { ReplyForm } from "../model/reply-draft";
import { languageName } from "../model/formats";
import { Icon } from "../parts/icon";
import { useLanguage, useTexts } from "../texts/language";
import { Field } from "./problems";
import { sheetTextsIn } from "./sheet-texts";

interface Props {
  reply: Reply;
  form: ReplyForm;
  setKind: (kind: LetterKind) => void;
  setLetter: (part: Partial<ReplyForm["letters"]["offer"]>) => void;
  setOffer: (change: (offer: OfferForm) => OfferForm) => void;
}

/** Kind, address, subject and text. */
export function LetterFields({ reply, form, setKind, setLetter, setOffer }: Props) {
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.reply;
  const { kind } = form;
  const letter = form.letters[kind];
  const days = daysBetween(reply.today, form.offer.validUntil);
  return (
    <div className="main stack">
      <div className="rowx">
        <div className="join" role="group" aria-label={words.kindsLabel}>
          {letterKinds.map((each) => (
            <button key={each} className="b" type="button" aria-pressed={each === kind} onClick={() => setKind(each)}>
              {words.kinds[each]}
            </button>
          ))}
        </div>
        <span className="mut only-l">{words.effects[kind]}</span>
      </div>
      <div className="g3 g3--to">
        <Field field="to" label={words.to}>
          {(control) => <input {...control} className="in" value={reply.to} readOnly />}
        </Field>
        <Field field="language" label={words.language} hint={words.asRequest}>
          {(control) => <input {...control} className="in" value={languageName(reply.language, language)} readOnly />}
        </Field>
        {kind === "offer" && (
          <Field field="validUntil" label={words.validUntil} hint={days === null ? undefined : words.days(days)}>
            {(control) => (
              <input
                {...control}
                className="in"
                type="date"
                min={reply.today}
                value={form.offer.validUntil}
                onChange={({ target }) => setOffer((now) => ({ ...now, validUntil: target.value }))}
              />
            )}
          </Field>
        )}
      </div>
      <Field field="subject" label={words.subject}>
        {(control) => (
          <input
            {...control}
            className="in"
            lang={reply.language}
            value={letter.subject}
            onChange={({ target }) => setLetter({ subject: target.value })}
          />
        )}
      </Field>
      <Field
        field="text"
        label={words.text}
        end={<span className="f-end lg lg--on">{reply.language.slice(0, 2).toUpperCase()}</span>}
        hint={words.textHint}
      >
        {(control) => (
          <textarea
            {...control}
            className="in letter"
            lang={reply.language}
            value={letter.text}
            onChange={({ target }) => setLetter({ text: target.value })}
          />
        )}
      </Field>
      {kind === "offer" && (
        <div className="stack stack--s">
          <p className="lab">{words.attached}</p>
          <span className="att">
            <Icon name="pdf" />
            <span className="att-n">{`${sheetTextsIn(form.offer.fixed.language).title}-${form.offer.fixed.number}.pdf`}</span>
          </span>
        </div>
      )}
    </div>
  );
}

/** Days from one day to a later one; null for what is no such day. */
function daysBetween(today: string, day: string): number | null {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  return days > 0 ? days : null;
}
