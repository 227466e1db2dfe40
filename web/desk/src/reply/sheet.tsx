import type { Offer } from "../api/reply-schemas";
import type { Detail } from "../api/schemas";
import { formatAmount, minorUnits } from "../model/decimal";
import { languageName } from "../model/formats";
import { LogoMark } from "../parts/icon";
import { useLanguage, useTexts } from "../texts/language";
import { sheetTextsIn } from "./sheet-texts";
import type { Checked } from "./use-check";

interface Props {
  request: Detail;
  offer: Offer;
  checked: Checked;
  site: string;
}

/** The offer as it will look, in the language of the request. */
export function Sheet({ request, offer, checked, site }: Props) {
  const texts = useTexts();
  const own = useLanguage();
  const words = sheetTextsIn(offer.language);
  const amount = (value: string) => formatAmount(value, offer.language, minorUnits(offer.currency));
  const total = checked.check?.total;
  return (
    <aside aria-label={texts.reply.sheetTitle} className="reply-s" id="sheet">
      {/* It scrolls by itself: keys need a place in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="reply-w stack stack--s" tabIndex={0}>
        <div className="rowx">
          <h2 className="h3">{texts.reply.sheetTitle}</h2>
          <span className="mut end">{texts.reply.sheetOf(languageName(offer.language, own))}</span>
        </div>
        <article className={checked.stale ? "sheet sheet--old" : "sheet"} lang={offer.language}>
          <div className="top">
            <p className="logo">
              <LogoMark />
              {site}
            </p>
          </div>
          <p className="pre">{offer.recipient.filter(Boolean).join("\n")}</p>
          <h3>{`${words.title} ${offer.number}`}</h3>
          {offer.intro && <p className="pre">{offer.intro}</p>}
          <table>
            <thead>
              <tr>
                <th>{words.position}</th>
                <th>{words.article}</th>
                <th className="num">{words.quantity}</th>
                <th className="num">{offer.currency}</th>
                <th className="num">{words.total}</th>
                <th>{words.delivery}</th>
                <th>{words.certificate}</th>
              </tr>
            </thead>
            <tbody>
              {offer.lines.map((line, index) => (
                <SheetLine
                  key={line.position}
                  line={line}
                  language={offer.language}
                  amount={priced(line) && total?.lines[index] ? amount(total.lines[index]) : ""}
                  price={priced(line) ? amount(line.price) : "–"}
                />
              ))}
            </tbody>
            {total && (
              <tbody>
                {Number(total.discount) > 0 && <Sum name={words.discount} value={`\u2212${amount(total.discount)}`} />}
                {offer.charges.map((charge, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- charges are named by nothing else
                  <Sum key={index} name={charge.text} value={amount(charge.amount)} />
                ))}
                {offer.vat && <Sum name={words.net} value={amount(total.net)} />}
                {total.vat.map(({ rate, amount: vat }) => (
                  <Sum
                    key={rate}
                    name={`${words.vat} ${formatAmount(rate, offer.language, 0)} %`}
                    value={amount(vat)}
                  />
                ))}
                {Number(total.rounding) !== 0 && <Sum name={words.rounding} value={amount(total.rounding)} />}
                <Sum name={offer.vat ? words.gross : words.netExcluded} value={amount(total.total)} strong />
              </tbody>
            )}
          </table>
          {(offer.notes || offer.terms) && (
            <p className="pre sheet-n">{[offer.notes, offer.terms].filter(Boolean).join("\n\n")}</p>
          )}
          <dl className="tbk">
            <div>
              <dt>{words.request}</dt>
              <dd className="m">{request.reference}</dd>
            </div>
            <div>
              <dt>{words.date}</dt>
              <dd>{dayIn(offer.date, offer.language)}</dd>
            </div>
            <div>
              <dt>{words.validUntil}</dt>
              <dd>{dayIn(offer.validUntil, offer.language)}</dd>
            </div>
            <div>
              <dt>{words.contact}</dt>
              <dd>{offer.contact.name}</dd>
            </div>
          </dl>
        </article>
        <p className="mut">{texts.reply.sheetNote}</p>
      </div>
    </aside>
  );
}

function SheetLine({
  line,
  language,
  amount,
  price,
}: {
  line: Offer["lines"][number];
  language: string;
  amount: string;
  price: string;
}) {
  const words = sheetTextsIn(language);
  const number = (value: string) => formatAmount(value, language, 0);
  if (line.notOffered) {
    return (
      <tr>
        <td>{line.position}</td>
        <td colSpan={6}>
          {line.name} <i>{words.notOffered(line.notOffered)}</i>
        </td>
      </tr>
    );
  }
  const parts = line.deliveries.map(({ quantity, date, days }) => {
    const split = line.deliveries.length > 1;
    const inDays = split ? words.inDays(days) : words.days(days);
    const when = date ? dayIn(date, language) : days > 0 ? inDays : words.atOnce;
    return split ? `${number(quantity)} ${when}` : when;
  });
  return (
    <tr>
      <td>{line.position}</td>
      <td>
        {line.name} {line.replaces && <i>{words.instead(line.replaces)}</i>}
        {line.sku && (
          <>
            <br />
            <span className="m">{line.sku}</span>
          </>
        )}
        {line.note && <span className="pre sheet-l">{line.note}</span>}
      </td>
      <td className="num">{[number(line.quantity), line.unit].filter(Boolean).join(" ")}</td>
      <td className="num">
        {price}
        {line.per > 1 && <small>{words.per(number(String(line.per)))}</small>}
        {Number(line.discount) > 0 && <small>{words.less(number(line.discount))}</small>}
      </td>
      <td className="num">{amount}</td>
      <td className="pre">{parts.join("\n")}</td>
      <td>{line.certificate || "–"}</td>
    </tr>
  );
}

function Sum({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <tr>
      <td colSpan={4} className="sum">
        {strong ? <b>{name}</b> : name}
      </td>
      <td className="num">{strong ? <b>{value}</b> : value}</td>
    </tr>
  );
}

/** Reports whether a line has a price yet. */
function priced({ price }: Offer["lines"][number]): boolean {
  return Number(price) > 0;
}

/** A day in a language; the text itself if it is none. */
function dayIn(day: string, language: string): string {
  const date = new Date(`${day}T12:00:00`);
  if (Number.isNaN(date.getTime())) return day;
  return date.toLocaleDateString(language, {
    day: "2-digit",
    month: language === "en-US" ? "short" : "2-digit",
    year: "numeric",
  });
}
