import { useState } from "react";
import { formatAmount, minorUnits } from "../model/decimal";
import type { ChargeForm, OfferForm, Problem } from "../model/offer-form";
import { Icon } from "../parts/icon";
import { useLanguage, useTexts } from "../texts/language";
import { Field } from "./problems";
import { sheetTextsIn } from "./sheet-texts";
import type { Checked } from "./use-check";

interface Props {
  offer: OfferForm;
  setOffer: (change: (offer: OfferForm) => OfferForm) => void;
  checked: Checked;
  problems: Problem[];
  showProblems: () => void;
}

/** Charges, discount, VAT, and the sums of the server. */
export function Totals({ offer, setOffer, checked, problems, showProblems }: Props) {
  const texts = useTexts();
  const words = texts.reply;
  const spoken = sheetTextsIn(offer.fixed.language);
  const [discounted, setDiscounted] = useState(offer.discount !== "");
  const add = (text: string) =>
    setOffer((now) => ({
      ...now,
      charges: [...now.charges, { text, amount: "", vatRate: now.lines[0]?.vatRate ?? "" }],
    }));
  return (
    <>
      {offer.charges.length > 0 && <Charges offer={offer} setOffer={setOffer} />}
      <div className="total">
        <div className="stack stack--s">
          <div className="rowx">
            <button
              className="b b--s"
              type="button"
              aria-expanded={discounted}
              onClick={() => setDiscounted(!discounted)}
            >
              {words.addDiscount}
            </button>
            <button className="b b--s" type="button" onClick={() => add(spoken.freight)}>
              {words.addFreight}
            </button>
            <button className="b b--s" type="button" onClick={() => add(`${spoken.certificateLong} 3.1`)}>
              {words.addCertificate}
            </button>
          </div>
          {discounted && (
            <Field field="discount" label={words.discountOnAll} className="f f--n">
              {(control) => (
                <input
                  {...control}
                  className="in in--n in--m"
                  inputMode="decimal"
                  autoComplete="off"
                  value={offer.discount}
                  onChange={({ target }) => setOffer((now) => ({ ...now, discount: target.value }))}
                />
              )}
            </Field>
          )}
          <Check checked={offer.vat} label={words.vat} set={(vat) => setOffer((now) => ({ ...now, vat }))} />
          {offer.currency === "CHF" && (
            <Check
              checked={offer.round5}
              label={words.round5}
              set={(round5) => setOffer((now) => ({ ...now, round5 }))}
            />
          )}
          {problems.length > 0 && (
            <p className="mut">
              {words.missing(problems.length)}{" "}
              <button className="lnk" type="button" onClick={showProblems}>
                {words.showMissing}
              </button>
            </p>
          )}
        </div>
        <Sums offer={offer} checked={checked} />
      </div>
    </>
  );
}

function Check({ checked, label, set }: { checked: boolean; label: string; set: (checked: boolean) => void }) {
  return (
    <label className="ck-l">
      <input className="ck" type="checkbox" checked={checked} onChange={({ target }) => set(target.checked)} />
      <span>{label}</span>
    </label>
  );
}

function Charges({ offer, setOffer }: Pick<Props, "offer" | "setOffer">) {
  const words = useTexts().reply;
  const change = (index: number, part: Partial<ChargeForm>) =>
    setOffer((now) => ({
      ...now,
      charges: now.charges.with(index, { ...(now.charges[index] as ChargeForm), ...part }),
    }));
  return (
    <section className="chg" aria-label={words.charges}>
      <h3 className="h3">{words.charges}</h3>
      {offer.charges.map((charge, index) => (
        // Charges have no name of their own until one is typed.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="chg-r">
          <Field field={`charges.${index}.text`} label={words.chargeText}>
            {(control) => (
              <input
                {...control}
                className="in"
                lang={offer.fixed.language}
                value={charge.text}
                onChange={({ target }) => change(index, { text: target.value })}
              />
            )}
          </Field>
          <Field field={`charges.${index}.amount`} label={`${words.chargeAmount} ${offer.currency}`} of={charge.text}>
            {(control) => (
              <input
                {...control}
                className="in in--n in--m"
                inputMode="decimal"
                autoComplete="off"
                value={charge.amount}
                onChange={({ target }) => change(index, { amount: target.value })}
              />
            )}
          </Field>
          {offer.vat && (
            <Field field={`charges.${index}.vatRate`} label={words.vatRate} of={charge.text}>
              {(control) => (
                <input
                  {...control}
                  className="in in--n in--m"
                  inputMode="decimal"
                  autoComplete="off"
                  value={charge.vatRate}
                  onChange={({ target }) => change(index, { vatRate: target.value })}
                />
              )}
            </Field>
          )}
          <button
            className="b b--i b--q"
            type="button"
            aria-label={words.removeCharge(charge.text)}
            title={words.removeCharge(charge.text)}
            onClick={() => setOffer((now) => ({ ...now, charges: now.charges.toSpliced(index, 1) }))}
          >
            <Icon name="x" />
          </button>
        </div>
      ))}
    </section>
  );
}

/** The amounts as the server calculated them. */
function Sums({ offer, checked: { check, stale, failed } }: Pick<Props, "offer" | "checked">) {
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.reply;
  const total = check?.total;
  if (!total) return <p className="mut r">{failed || check ? words.totalsFailed : words.totalsOld}</p>;
  const places = minorUnits(offer.currency);
  const amount = (value: string) => formatAmount(value, language, places);
  const zero = (value: string) => Number(value) === 0;
  return (
    <div className={stale ? "sums sums--old" : "sums"} aria-live="polite">
      <dl>
        <Sum name={words.total.lines(offer.lines.length)} value={amount(total.sum)} />
        {!zero(total.discount) && <Sum name={words.addDiscount} value={`\u2212${amount(total.discount)}`} />}
        {offer.charges.map(({ text, amount: typed }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- as in their fields
          <Sum key={index} name={text} value={typed || "–"} />
        ))}
        {offer.vat && <Sum name={words.total.net} value={amount(total.net)} />}
        {total.vat.map(({ rate, amount: vat }) => (
          <Sum key={rate} name={`${words.total.vat} ${formatAmount(rate, language, 0)} %`} value={amount(vat)} />
        ))}
        {!zero(total.rounding) && <Sum name={words.rounding} value={amount(total.rounding)} />}
        <dt className="big">{`${offer.vat ? words.total.gross : words.total.net} ${offer.currency}`}</dt>
        <dd className="big">{amount(total.total)}</dd>
      </dl>
      <p className="mut r src">{failed ? words.totalsFailed : stale ? words.totalsOld : words.totalsFrom}</p>
    </div>
  );
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="mut">{name}</dt>
      <dd className="m">{value}</dd>
    </>
  );
}
