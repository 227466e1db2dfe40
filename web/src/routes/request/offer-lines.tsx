import type { OfferLine, SentOffer, SentRequest } from "../../content/sent-request";
import type { SentLine } from "../../domain/sent-line";
import { formatAmount } from "../../i18n/amounts";
import { formatDay } from "../../i18n/dates";
import { formatNumber } from "../../i18n/formats";
import { textsIn } from "../../i18n/texts";
import { languageOf } from "../../i18n/translation";
import { usePage } from "../../router/page-context";
import { Article, imageOf, MoreLines, textOf } from "./lines";
import { useOfferTexts } from "./offer-texts";
import { requestTexts } from "./texts";
import "./request-lines.css";

/** OfferLines are the lines of an offer, each beside what was requested, and the totals. */
export function OfferLines({ request, offer }: { request: SentRequest; offer: SentOffer }) {
  const { language } = usePage();
  const texts = useOfferTexts();
  const lang = languageOf({ languages_code: offer.language }, language);
  return (
    <section className="rq-lines">
      <h2 className="t-h3">{request.stage === "expired" ? texts.formerLines : texts.lines}</h2>
      {offer.intro && (
        <p className="rq-text rq-intro" lang={lang}>
          {offer.intro}
        </p>
      )}
      <table className="rq-bom">
        <thead>
          <tr>
            <th scope="col" className="num">
              {texts.position}
            </th>
            <th scope="col">{texts.article}</th>
            <th scope="col" className="num">
              {texts.quantity}
            </th>
            <th scope="col" className="num">
              {texts.price(offer.currency)}
            </th>
            <th scope="col" className="num">
              {texts.amount(offer.currency)}
            </th>
            <th scope="col">{texts.delivery}</th>
            <th scope="col">{texts.certificate}</th>
          </tr>
        </thead>
        <tbody>
          {offer.lines.map((line, index) => (
            // The index is a stable key: a sent offer does not change.
            <Row key={index} line={line} offer={offer} asked={askedLine(request.lines, line)} />
          ))}
        </tbody>
      </table>
      <MoreLines shown={offer.lines.length} count={offer.lineCount} />
      <Totals offer={offer} />
      {offer.notes && (
        <div className="rq-terms">
          <h3>{texts.notes}</h3>
          <p className="rq-text" lang={lang}>
            {offer.notes}
          </p>
        </div>
      )}
      {offer.terms && (
        <div className="rq-terms" id="terms">
          <h3>{texts.terms}</h3>
          <p className="rq-text" lang={lang}>
            {offer.terms}
          </p>
        </div>
      )}
    </section>
  );
}

/** askedLine returns the line of the request that an offer's line is for: the one with its position, else the nth. */
function askedLine(lines: readonly SentLine[], { position }: OfferLine): SentLine | undefined {
  return lines.find((line) => textOf(line, "position") === position) ?? lines[Number(position) - 1];
}

function Row({ line, offer, asked }: { line: OfferLine; offer: SentOffer; asked: SentLine | undefined }) {
  const { language } = usePage();
  const texts = useOfferTexts();
  const { position, name, sku, notOffered, certificate, per = 1 } = line;
  const amount = (text: string) => formatAmount(text, offer.decimals, language);
  const quantity = formatAmount(line.quantity, 0, language);
  const replaces = line.replaces || (asked && asked.sku && asked.sku !== sku ? asked.sku : "");
  const changed = asked && Number(line.quantity) !== asked.quantity && !line.unit;
  const note = asked && textOf(asked, "note");
  const lang = languageOf({ languages_code: offer.language }, language);
  return (
    <tr className={notOffered ? "is-not" : undefined}>
      <td className="num tnum rq-p">{position}</td>
      <td className="rq-a">
        <Article image={asked && imageOf(asked)}>
          <b lang={lang}>{name}</b>
          {sku && sku !== name && <span className="mono mut">{sku}</span>}
          {changed && <small>{texts.asked(`${formatNumber(asked.quantity, language)} ${texts.pieces}`)}</small>}
          {!notOffered && replaces && <small>{texts.replaces(replaces)}</small>}
          {notOffered && <small>{texts.notOffered(notOffered)}</small>}
          {line.note && (
            <span className="rq-text t-small" lang={lang}>
              {line.note}
            </span>
          )}
          {note && <span className="rq-text t-small mut">{texts.remark(note)}</span>}
        </Article>
      </td>
      <td className="num tnum rq-q">
        {quantity} <span className="rq-u">{line.unit || texts.pieces}</span>
      </td>
      {notOffered ? (
        <td className="rq-x rq-none" colSpan={4}>
          –
        </td>
      ) : (
        <>
          <td className="num tnum rq-x">
            {amount(line.price)}
            {per > 1 && <span className="rq-u"> {texts.per(formatNumber(per, language))}</span>}
            {line.discount && line.discount !== "0" && (
              <span className="rq-u"> {texts.lessDiscount(formatAmount(line.discount, 0, language))}</span>
            )}
          </td>
          <td className="num tnum rq-t">{amount(line.amount)}</td>
          <td className="rq-d">
            <Deliveries line={line} />
          </td>
          <td className="rq-z">
            <span className="rq-zl">{texts.certificate} </span>
            {certificate || "–"}
          </td>
        </>
      )}
    </tr>
  );
}

/** Deliveries says when each part of a line is delivered: "4 at once, 4 on Wed, Dec 2, 2026". */
function Deliveries({ line: { deliveries } }: { line: OfferLine }) {
  const { language } = usePage();
  const texts = useOfferTexts();
  const parts = deliveries ?? [];
  return parts
    .map(({ quantity, date, days = 0 }) => {
      if (parts.length === 1) return date ? formatDay(date, language) : days ? texts.days(days) : texts.atOnce;
      const when = date ? texts.onDay(formatDay(date, language)) : days ? texts.inDays(days) : texts.atOnce;
      return `${formatAmount(quantity, 0, language)} ${when}`;
    })
    .join(", ");
}

/** Totals are the exact amounts of an offer as the server has calculated them. */
function Totals({ offer }: { offer: SentOffer }) {
  const { language } = usePage();
  const texts = useOfferTexts();
  const { lines } = textsIn(requestTexts, language);
  const { sum, discount, net, vat = [], rounding, total } = offer.total;
  const amount = (text: string) => formatAmount(text, offer.decimals, language);
  const percent = (text: string) => formatAmount(text, 0, language);
  const between = [
    ...(discount && discount !== "0"
      ? [{ text: texts.discount(percent(offer.discount ?? "")), amount: `-${discount}` }]
      : []),
    ...(offer.charges ?? []),
  ];
  return (
    <dl className="rq-sum">
      {between.length > 0 && (
        <TotalRow term={lines(offer.lineCount, formatNumber(offer.lineCount, language))} amount={amount(sum)} />
      )}
      {between.map((row, index) => (
        <TotalRow key={index} term={row.text} amount={amount(row.amount)} />
      ))}
      <dt className="big">
        {texts.net} {offer.currency}
      </dt>
      <dd className="big tnum">{amount(net)}</dd>
      {vat.map(({ rate, amount: tax }) => (
        <TotalRow key={rate} term={texts.vat(percent(rate))} amount={amount(tax)} />
      ))}
      {rounding && rounding !== "0" && <TotalRow term={texts.rounding} amount={amount(rounding)} />}
      {total === net ? (
        <dt className="rq-without">{texts.withoutVat}</dt>
      ) : (
        <TotalRow term={`${texts.gross} ${offer.currency}`} amount={amount(total)} />
      )}
    </dl>
  );
}

function TotalRow({ term, amount }: { term: string; amount: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd className="tnum">{amount}</dd>
    </>
  );
}
