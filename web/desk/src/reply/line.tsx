import { memo, useState } from "react";
import { formatNumber } from "../../../src/i18n/formats";
import type { Reply } from "../api/reply-schemas";
import type { Line as Asked } from "../api/schemas";
import { fieldText, formatAmount, minorUnits, readDecimal } from "../model/decimal";
import type { LineForm } from "../model/offer-form";
import { Icon } from "../parts/icon";
import { useLanguage, useTexts } from "../texts/language";
import { DeliveryField } from "./delivery";
import { LineMore, Split } from "./line-more";
import { Field, idOf, useProblem, useProblemIn } from "./problems";

export interface LineProps {
  line: LineForm;
  index: number;
  /** The line of the request; undefined for one that was added. */
  asked: Asked | undefined;
  article: Reply["articles"][string] | undefined;
  /** The language of the offer. */
  language: string;
  currency: string;
  vat: boolean;
  /** By the server; null before its reply. */
  amount: string | null;
  stale: boolean;
  current: boolean;
  setLine: (index: number, part: Partial<LineForm>) => void;
  remove: (index: number) => void;
  find: (index: number) => void;
  focus: (index: number) => void;
}

/** A line of an offer. On a phone it is one row that opens on press. */
export const OfferLine = memo(function OfferLine(props: LineProps) {
  const { line, index, asked, current, setLine, focus } = props;
  const texts = useTexts();
  const words = texts.reply;
  const [open, setOpen] = useState(false);
  const field = `lines.${index}`;
  const wrong = useProblemIn(field);
  const inMore = useMoreProblem(field);
  const [more, setMore] = useState(
    () => line.discount !== "" || line.note !== "" || line.per !== 1 || !line.offered || line.unit !== "",
  );
  const moreOpen = more || inMore;
  const of = words.position(line.position);
  const isOpen = open || wrong;
  const set = (part: Partial<LineForm>) => setLine(index, part);
  return (
    // The line that has the focus is the one that keys concern.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={`ln${current ? " ln--cur" : ""}${isOpen ? " open" : ""}${line.offered ? "" : " ln--no"}`}
      onFocus={() => focus(index)}
    >
      <Row {...props} open={isOpen} toggle={() => setOpen(!isOpen)} />
      <span className="pos m">{line.position}</span>
      <Said asked={asked} language={props.language} />
      <Article {...props} />
      <Field field={`${field}.quantity`} label={words.quantity} of={of} className="q2">
        {(control) => (
          <input
            {...control}
            className="in in--n in--m"
            inputMode="decimal"
            autoComplete="off"
            disabled={!line.offered}
            value={line.quantity}
            onChange={({ target }) => set({ quantity: target.value })}
          />
        )}
      </Field>
      <Price {...props} />
      <DeliveryField line={line} index={index} set={set} />
      <Field field={`${field}.certificate`} label={words.certificate} of={of} className="q2">
        {(control) => (
          <select
            {...control}
            className="in in--m"
            disabled={!line.offered}
            value={line.certificate}
            onChange={({ target }) => set({ certificate: target.value })}
          >
            <option value="">{words.noCertificate}</option>
            {["2.1", "2.2", "3.1", "3.2"].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      <button
        className="b b--i b--q"
        type="button"
        aria-label={words.more(line.position)}
        title={words.more(line.position)}
        aria-expanded={moreOpen}
        onClick={() => setMore(!moreOpen)}
      >
        <Icon name="more" />
      </button>
      {line.offered && line.deliveries.length > 1 && <Split line={line} index={index} set={set} />}
      {moreOpen && <LineMore {...props} set={set} />}
    </li>
  );
});

/** Reports whether a field that is folded has a problem. */
function useMoreProblem(field: string): boolean {
  return [
    useProblem(`${field}.discount`),
    useProblem(`${field}.vatRate`),
    useProblem(`${field}.note`),
    useProblem(`${field}.notOffered`),
    useProblem(`${field}.per`),
  ].some((problem) => problem !== null);
}

/** What the visitor wrote, in their language. */
function Said({ asked, language }: { asked: Asked | undefined; language: string }) {
  const texts = useTexts();
  const own = useLanguage();
  if (!asked) return <div className="said mut">{texts.reply.added}</div>;
  return (
    <div className="said">
      <b lang={language}>{asked.known ? asked.name : `„${asked.name || asked.sku}“`}</b>
      <span>{`${formatNumber(asked.quantity, own)} ${texts.reply.pieces}`}</span>
      {asked.known && asked.sku && <span className="m">{asked.sku}</span>}
      {asked.note && <span lang={language}>„{asked.note}“</span>}
    </div>
  );
}

/** The article that is offered, its stock today, and how to choose another. */
function Article({ line, index, asked, article, language, current, setLine, find }: LineProps) {
  const texts = useTexts();
  const own = useLanguage();
  const words = texts.reply;
  const noArticle = useProblem(`lines.${index}.sku`);
  const noName = useProblem(`lines.${index}.name`);
  const problem = noArticle ?? noName;
  const same = article && article.sku === line.sku ? article : undefined;
  const id = idOf(`lines.${index}.sku`);
  return (
    <div className={problem ? "art f--err" : "art"}>
      {same && asked?.image ? (
        <img className="th" src={asked.image} alt="" loading="lazy" />
      ) : (
        <span className="th th--no" />
      )}
      {line.sku === "" ? (
        <b className="warn">{texts.request.noArticle}</b>
      ) : (
        <>
          <b lang={language}>{line.name}</b>
          <span className="m mut">{line.sku}</span>
          {line.replaces && <span className="warn">{words.instead(line.replaces)}</span>}
          {same && <Stock article={same} wanted={line.quantity} />}
        </>
      )}
      <span className="rowx">
        <button
          id={id}
          className="b b--s"
          type="button"
          aria-describedby={problem ? `${id}-err` : undefined}
          onClick={() => find(index)}
        >
          {line.sku === "" ? words.assign : words.other}
          <span className="vh"> {words.position(line.position)}</span>
          {current && <kbd>F</kbd>}
        </button>
        {article && line.replaces === article.sku && !article.ended && (
          <button
            className="b b--s b--q"
            type="button"
            onClick={() =>
              setLine(index, {
                sku: article.sku,
                name: article.name,
                price: fieldText(article.price ?? "0", own, 2),
                replaces: "",
              })
            }
          >
            {words.backTo(article.sku)}
          </button>
        )}
      </span>
      {problem && (
        <p className="err" id={`${id}-err`}>
          <Icon name="warn" small />
          {problem}
        </p>
      )}
    </div>
  );
}

function Stock({ article: { stock, ended }, wanted }: { article: NonNullable<LineProps["article"]>; wanted: string }) {
  const texts = useTexts();
  const language = useLanguage();
  if (ended) return <span className="sk sk--no">{texts.request.ended2}</span>;
  if (stock === null) return <span className="sk sk--no">{texts.request.stockUnknown}</span>;
  if (stock <= 0) return <span className="sk sk--no">{texts.request.noStock}</span>;
  const quantity = readDecimal(wanted, language);
  const enough = !("value" in quantity) || Number(quantity.value) <= stock;
  return <span className={enough ? "sk" : "sk sk--low"}>{texts.reply.stock(formatNumber(stock, language))}</span>;
}

function Price({ line, index, article, currency, setLine }: LineProps) {
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.reply;
  const today = article && article.sku === line.sku ? article.price : null;
  const typed = readDecimal(line.price, language);
  const differs = today !== null && "value" in typed && Number(typed.value) !== Number(today);
  const per = line.per === 1 ? "" : ` / ${line.per}`;
  return (
    <Field
      field={`lines.${index}.price`}
      label={`${words.price} ${currency}${per}`}
      of={words.position(line.position)}
      hint={
        differs && line.per === 1 ? words.priceToday(formatAmount(today, language, minorUnits(currency))) : undefined
      }
      className="q2"
    >
      {(control) => (
        <input
          {...control}
          className="in in--n in--m"
          inputMode="decimal"
          autoComplete="off"
          disabled={!line.offered}
          value={line.price}
          onChange={({ target }) => setLine(index, { price: target.value })}
          onBlur={() => {
            // As it is read, unless it cannot be read or nothing is typed.
            if ("value" in typed && line.price.trim() !== "") {
              setLine(index, { price: fieldText(typed.value, language, minorUnits(currency)) || line.price });
            }
          }}
        />
      )}
    </Field>
  );
}

/** The line as one row: name, quantity, price, delivery, certificate and sum. */
function Row({
  line,
  article,
  amount,
  stale,
  currency,
  open,
  toggle,
}: LineProps & { open: boolean; toggle: () => void }) {
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.reply;
  const [first] = line.deliveries;
  const when =
    line.deliveries.length > 1
      ? words.whens.split
      : first?.when === "days"
        ? `${first.days} ${words.whens.days}`
        : first?.when === "date"
          ? first.date
          : first?.when === "now"
            ? words.whens.now
            : "";
  const priced = line.price.trim() !== "";
  const parts = [
    `${line.quantity} ${line.unit} ${priced ? `× ${line.price}` : ""}`.trim(),
    priced ? "" : words.noPrice,
    line.replaces && words.instead(line.replaces),
    when,
    line.certificate,
  ].filter(Boolean);
  const doubt = !line.offered || line.sku === "" || !priced || line.replaces !== "" || (article?.ended ?? false);
  return (
    <button className="ln-s" type="button" aria-expanded={open} onClick={toggle}>
      <span className="m mut">{line.position}</span>
      <span>
        <b className={line.sku === "" ? "warn" : ""}>{line.sku === "" ? texts.request.noArticle : line.name}</b>
        <span className={doubt ? "warn" : "mut"}>{line.offered ? parts.join(" · ") : words.notOfferedRow}</span>
      </span>
      <span className={stale ? "m mut" : "m"}>
        {amount === null || Number(amount) === 0 ? "–" : formatAmount(amount, language, minorUnits(currency))}
      </span>
      <Icon name="down" />
    </button>
  );
}
