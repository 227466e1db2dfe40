import type { Line } from "../api/schemas";
import { formatNumber } from "../../../src/i18n/formats";
import { formatAmount, minorUnits } from "../model/decimal";
import { useLanguage, useTexts } from "../texts/language";

/** The lines of a request: what the visitor saw, and the article today, kept apart. */
export function Lines({ lines }: { lines: Line[] }) {
  const texts = useTexts();
  const words = texts.request;
  return (
    <section aria-label={words.lines}>
      <table className="lns">
        <thead>
          <tr>
            <th>{words.pos}</th>
            <th>{words.words}</th>
            <th>
              {words.article} <span className="mut3">· {words.source}</span>
            </th>
            <th className="r">{words.quantity}</th>
            <th className="r">{words.priceSeen}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <LineRow key={`${line.position} ${line.sku} ${index}`} line={line} index={index} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LineRow({ line, index }: { line: Line; index: number }) {
  const texts = useTexts();
  const language = useLanguage();
  const quantity = formatNumber(line.quantity, language);
  return (
    <tr>
      <td className="m mut ln-p">{line.position || index + 1}</td>
      <td className="said">
        <b>{line.known ? line.name : `„${line.name || line.sku}“`}</b>
        {line.known && line.sku && <span className="m">{line.sku}</span>}
        {line.note && <span className="ln-n">„{line.note}“</span>}
      </td>
      <td>
        <Article line={line} />
      </td>
      <td className="r m ln-q">
        <span className="only-s">{texts.request.quantity} </span>
        {quantity}
      </td>
      <td className="r m ln-q">
        {line.price !== null && <span className="only-s">{texts.request.priceSeen} </span>}
        {line.price === null ? (
          <span className="mut only-l">–</span>
        ) : (
          `${formatAmount(line.price, language, minorUnits(line.currency ?? ""))} ${line.currency ?? ""}`
        )}
      </td>
    </tr>
  );
}

function Article({ line }: { line: Line }) {
  const texts = useTexts();
  const words = texts.request;
  if (!line.known) {
    return (
      <div className="art">
        <span className="th th--no" />
        <b className="warn">{words.noArticle}</b>
      </div>
    );
  }
  const ended = line.today?.ended ?? false;
  return (
    <div className="art">
      {line.image ? <img className="th" src={line.image} alt="" loading="lazy" /> : <span className="th th--no" />}
      <b className={ended ? "strike" : ""}>
        {line.href && !ended ? (
          <a className="lnk" href={line.href} target="_blank" rel="noopener">
            {line.name}
          </a>
        ) : (
          line.name
        )}
      </b>
      <span className="m mut">{line.sku}</span>
      {line.today && <Stock today={line.today} />}
      {line.today?.changed && !ended && <span className="warn">{words.changed}</span>}
    </div>
  );
}

function Stock({ today: { stock, ended } }: { today: NonNullable<Line["today"]> }) {
  const { request: words } = useTexts();
  const language = useLanguage();
  if (ended) return <span className="sk sk--no">{words.ended2}</span>;
  if (stock === null) return <span className="sk sk--no">{words.stockUnknown}</span>;
  if (stock <= 0) return <span className="sk sk--no">{words.noStock}</span>;
  return <span className="sk">{words.stock(formatNumber(stock, language))}</span>;
}
