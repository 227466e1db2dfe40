import type { CartChip, CartPart } from "../domain/cart-item";
import { isKnown, type SentLine, toCartItem } from "../domain/sent-line";
import { formatNumber } from "../i18n/formats";
import { usePage } from "../router/page-context";
import { Chip } from "../ui/chip";
import { Link } from "../ui/link";
import { ValueChips } from "../ui/value-chips";
import { cartItemName } from "./cart-item-name";
import { useLinesTexts } from "./lines-texts";
import "./lines.css";
import "./lines-table.css";
import "../ui/section.css";
import "../ui/chip.css";

/** LinesTable shows the lines of a cart. */
export function LinesTable({ lines }: { lines: readonly SentLine[] }) {
  const { language } = usePage();
  const texts = useLinesTexts();
  const noted = lines.some((line) => textOf(line, "note") !== "");
  const numbered = lines.some((line) => textOf(line, "position") !== "");
  return (
    <section className="wrap sec--s">
      <h2 className="t-h2">
        {texts.parts} <span className="mut tnum">{formatNumber(lines.length, language)}</span>
      </h2>
      <div className="rq-table-w">
        <table className="rq-table">
          <thead>
            <tr>
              <th scope="col">{texts.position}</th>
              {numbered && <th scope="col">{texts.customer}</th>}
              <th scope="col">{texts.article}</th>
              <th scope="col">{texts.values}</th>
              {noted && <th scope="col">{texts.note}</th>}
              <th scope="col" className="rq-n">
                {texts.quantity}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              // The index is a stable key: the lines of a printed cart do not change their order.
              <tr key={index}>
                <td className="tnum">{index + 1}</td>
                {numbered && <td>{textOf(line, "position")}</td>}
                <td>
                  <Article line={line} />
                </td>
                <td>
                  <Values line={line} />
                </td>
                {noted && <td className="rq-note">{textOf(line, "note")}</td>}
                <td className="rq-n tnum">{formatNumber(line.quantity, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function textOf({ meta }: SentLine, name: "note" | "position"): string {
  const text = meta?.[name];
  return typeof text === "string" ? text : "";
}

function Article({ line }: { line: SentLine }) {
  const { language } = usePage();
  const texts = useLinesTexts();
  const name = cartItemName(toCartItem(line), language) || line.sku || line.uid;
  const address = `/product/${line.slug}${line.variation && line.sku ? `?variant=${encodeURIComponent(line.sku)}` : ""}`;
  return (
    <>
      {isKnown(line) && line.slug ? (
        <Link className="lnk" href={address}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      {line.sku && line.sku !== name && <span className="mono mut rq-sku">{line.sku}</span>}
      {!isKnown(line) && <span className="tag tag--free">{texts.unknown}</span>}
      {line.meta?.open === true && <span className="tag tag--free">{texts.open}</span>}
    </>
  );
}

function Values({ line }: { line: SentLine }) {
  // The server adds the values of the catalogue; a line of the cart has those of the browser.
  const values = line.meta?.values ?? line.meta?.chips;
  const chips = Array.isArray(values) ? (values as readonly CartChip[]) : [];
  const parts = Array.isArray(line.meta?.parts) ? (line.meta.parts as readonly CartPart[]) : [];
  return (
    <div className="chips">
      <ValueChips chips={chips} />
      {parts.map(({ sku, quantity }) => (
        <Chip key={sku} name={`${quantity} ×`} value={sku} />
      ))}
    </div>
  );
}
