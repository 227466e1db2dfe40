import type { OfferForm } from "../model/offer-form";
import { useTexts } from "../texts/language";
import { Field } from "./problems";

interface Props {
  offer: OfferForm;
  setOffer: (change: (offer: OfferForm) => OfferForm) => void;
}

/** What stands below the lines: notes and terms; and the currency. */
export function Terms({ offer, setOffer, currencies }: Props & { currencies: string[] }) {
  const words = useTexts().reply;
  const area = (name: "notes" | "terms", hint?: string) => (
    <Field field={name} label={words[name]} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          className="in"
          rows={2}
          lang={offer.fixed.language}
          value={offer[name]}
          onChange={({ target }) => setOffer((now) => ({ ...now, [name]: target.value }))}
        />
      )}
    </Field>
  );
  return (
    <div className="main stack">
      {currencies.length > 1 && (
        <Field field="currency" label={words.currency} className="f f--n">
          {(control) => (
            <select
              {...control}
              className="in"
              value={offer.currency}
              onChange={({ target }) => setOffer((now) => ({ ...now, currency: target.value, round5: false }))}
            >
              {currencies.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      {area("notes", words.notesHint)}
      {area("terms")}
    </div>
  );
}

/** Recipient and contact, which are filled in; folded until they are needed. */
export function Around({ offer, setOffer }: Props) {
  const words = useTexts().reply;
  return (
    <details className="main fold">
      <summary>{words.head}</summary>
      <div className="g3">
        <Field field="recipient" label={words.recipient} hint={words.recipientHint}>
          {(control) => (
            <textarea
              {...control}
              className="in"
              rows={3}
              value={offer.recipient}
              onChange={({ target }) => setOffer((now) => ({ ...now, recipient: target.value }))}
            />
          )}
        </Field>
        <Field field="contact.name" label={words.contactName}>
          {(control) => (
            <input
              {...control}
              className="in"
              value={offer.contactName}
              onChange={({ target }) => setOffer((now) => ({ ...now, contactName: target.value }))}
            />
          )}
        </Field>
        <Field field="contact.phone" label={words.contactPhone}>
          {(control) => (
            <input
              {...control}
              className="in"
              type="tel"
              value={offer.contactPhone}
              onChange={({ target }) => setOffer((now) => ({ ...now, contactPhone: target.value }))}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
