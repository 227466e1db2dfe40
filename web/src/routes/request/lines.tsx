import { type ReactNode, useState } from "react";
import { cartItemName } from "../../cart/cart-item-name";
import { useLinesTexts } from "../../cart/lines-texts";
import { useContentCache } from "../../content/cache";
import { type CartChip, defaultImage } from "../../domain/cart-item";
import { isKnown, type SentLine, toCartItem } from "../../domain/sent-line";
import { formatNumber } from "../../i18n/formats";
import { textsIn } from "../../i18n/texts";
import { usePage } from "../../router/page-context";
import { Button } from "../../ui/button";
import { Link } from "../../ui/link";
import { pictureSources } from "../../ui/picture-slots";
import { ValueChips } from "../../ui/value-chips";
import { useOfferTexts } from "./offer-texts";
import { requestTexts } from "./texts";
import { readAll, useToken } from "./use-sent-request";
import "./request-lines.css";
import "../../ui/chip.css";

/** RequestLines are the lines as they were sent. */
export function RequestLines({ lines, count }: { lines: readonly SentLine[]; count: number }) {
  const { language } = usePage();
  const texts = useOfferTexts();
  return (
    <section className="rq-lines">
      <h2 className="t-h3">{texts.yourLines}</h2>
      <table className="rq-bom rq-bom--asked">
        <thead>
          <tr>
            <th scope="col" className="num">
              {texts.position}
            </th>
            <th scope="col">{texts.article}</th>
            <th scope="col" className="num">
              {texts.quantity}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // The index is a stable key: the lines of a sent request do not change.
            <tr key={index}>
              <td className="num tnum rq-p">{textOf(line, "position") || index + 1}</td>
              <td className="rq-a">
                <AskedArticle line={line} />
              </td>
              <td className="num tnum rq-q">
                {formatNumber(line.quantity, language)} <span className="rq-u">{texts.pieces}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreLines shown={lines.length} count={count} />
    </section>
  );
}

function AskedArticle({ line }: { line: SentLine }) {
  const texts = useLinesTexts();
  const name = useLineName(line);
  const note = textOf(line, "note");
  // The server adds the values of the catalogue; else those of the visitor's cart.
  const values = line.meta?.values ?? line.meta?.chips;
  const address = `/product/${line.slug}${line.variation && line.sku ? `?variant=${encodeURIComponent(line.sku)}` : ""}`;
  return (
    <Article image={imageOf(line)}>
      {isKnown(line) && line.slug ? (
        <b>
          <Link className="rq-name" href={address}>
            {name}
          </Link>
        </b>
      ) : (
        <b>{name}</b>
      )}
      {line.sku && line.sku !== name && <span className="mono mut">{line.sku}</span>}
      {!isKnown(line) && <span className="mut t-small">{texts.unknown}</span>}
      {line.meta?.open === true && <span className="mut t-small">{texts.open}</span>}
      {Array.isArray(values) && values.length > 0 && (
        <span className="chips">
          <ValueChips chips={values as readonly CartChip[]} />
        </span>
      )}
      {note && <span className="rq-text t-small">{note}</span>}
    </Article>
  );
}

/** Article is the cell of an article: its picture, if it has one, and texts. */
export function Article({ image, children }: { image: string | undefined; children: ReactNode }) {
  return (
    <span className="rq-art">
      {image ? (
        <img {...pictureSources(image, {}, "list")} width={1000} height={1000} alt="" loading="lazy" decoding="async" />
      ) : (
        <span />
      )}
      <span>{children}</span>
    </span>
  );
}

/** imageOf returns the picture of a line; undefined for typed text, whose picture would suggest a known part. */
export function imageOf(line: SentLine): string | undefined {
  return line.meta?.free === true ? undefined : toCartItem(line).image || defaultImage;
}

/** useLineName returns the name of a line in the page's language, or the typed text. */
function useLineName(line: SentLine): string {
  const { language } = usePage();
  return cartItemName(toCartItem(line), language) || line.sku || line.uid;
}

export function textOf({ meta }: SentLine, name: "note" | "position"): string {
  const text = meta?.[name];
  return typeof text === "string" ? text : "";
}

/** MoreLines shows how many lines are missing, if any, and a button that loads them. */
export function MoreLines({ shown, count }: { shown: number; count: number }) {
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const cache = useContentCache();
  const token = useToken();
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  if (shown >= count) return null;
  const number = (value: number) => formatNumber(value, language);
  const press = () => {
    setState("loading");
    readAll(cache, token).catch(() => setState("failed"));
  };
  return (
    <div className="rq-more" role="status">
      <p>{state === "failed" ? texts.loadFailed : texts.firstLines(number(shown), number(count))}</p>
      <div className="js-only no-print">
        <Button icon={null} disabled={state === "loading"} onClick={press}>
          {texts.showAll(number(count))}
        </Button>
      </div>
    </div>
  );
}
