import { useCallback, useState } from "react";
import type { Article, Reply } from "../api/reply-schemas";
import type { Detail } from "../api/schemas";
import { fieldText } from "../model/decimal";
import { addedLine, type LineForm, type OfferForm } from "../model/offer-form";
import { useKeys } from "../parts/use-keys";
import { useLanguage, useTexts } from "../texts/language";
import { Icon } from "../parts/icon";
import { ArticleChoice } from "./article-choice";
import { OfferLine } from "./line";
import type { Checked } from "./use-check";

interface Props {
  request: Detail;
  reply: Reply;
  offer: OfferForm;
  setOffer: (change: (offer: OfferForm) => OfferForm) => void;
  checked: Checked;
}

/** The lines of an offer: what the visitor wrote, the article, and what is offered. */
export function Lines({ request, reply, offer, setOffer, checked }: Props) {
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.reply;
  const { lines } = offer;
  /** The line whose article is asked for; a new one after the last. */
  const [asking, setAsking] = useState<number | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const without = lines.findIndex(({ sku, offered }) => offered && sku === "");
  const current = focused !== null && focused < lines.length ? focused : Math.max(0, without);

  const setLine = useCallback(
    (index: number, part: Partial<LineForm>) =>
      setOffer((now) => ({ ...now, lines: now.lines.with(index, { ...(now.lines[index] as LineForm), ...part }) })),
    [setOffer],
  );
  const remove = useCallback(
    (index: number) => setOffer((now) => ({ ...now, lines: now.lines.toSpliced(index, 1) })),
    [setOffer],
  );
  const choose = (index: number, article: Article) => {
    const price = article.currency === null || article.currency === offer.currency ? (article.price ?? "0") : "0";
    const part = { sku: article.sku, name: article.name, price: fieldText(price, language, 2), per: 1 };
    if (index >= lines.length) {
      setOffer((now) => ({
        ...now,
        lines: [...now.lines, { ...addedLine(now.lines, lines[0]?.vatRate ?? ""), ...part }],
      }));
      return;
    }
    const asked = reply.articles[lines[index]?.position ?? ""]?.sku ?? "";
    setLine(index, { ...part, replaces: asked !== "" && asked !== article.sku ? asked : "", offered: true });
  };

  useKeys({
    f: () => setAsking(current),
    p: () => setAsking(lines.length),
  });

  const line = asking === null ? undefined : lines[asking];
  return (
    <section aria-label={words.lines} className="lines">
      <div className="cap">
        <h2 className="h3">{words.lines}</h2>
      </div>
      <div className="ln ln-h" aria-hidden="true">
        <span>{texts.request.pos}</span>
        <span>{texts.request.words}</span>
        <span>{texts.request.article}</span>
        <span className="r">{words.quantity}</span>
        <span className="r">{`${words.price} ${offer.currency}`}</span>
        <span>{words.delivery}</span>
        <span>{words.certificate}</span>
        <span />
      </div>
      <ol>
        {lines.map((each, index) => (
          <OfferLine
            key={each.position}
            line={each}
            index={index}
            asked={request.lines.find(({ position }, place) => (position || String(place + 1)) === each.position)}
            article={reply.articles[each.position]}
            language={reply.language}
            currency={offer.currency}
            vat={offer.vat}
            amount={each.offered ? (checked.check?.total?.lines[index] ?? null) : null}
            stale={checked.stale}
            current={index === current}
            setLine={setLine}
            remove={remove}
            find={setAsking}
            focus={setFocused}
          />
        ))}
      </ol>
      {asking !== null && (
        <ArticleChoice
          label={line ? `${words.position(line.position)}: ${words.assign}` : words.addLine}
          words={line ? (line.sku || line.name).slice(0, 100) : ""}
          language={reply.language}
          choose={(article) => choose(asking, article)}
          onClose={() => setAsking(null)}
        />
      )}
      <div className="ln-add">
        <button id="reply-lines" className="b b--s" type="button" onClick={() => setAsking(lines.length)}>
          <Icon name="plus" small />
          {words.addLine}
          <kbd>P</kbd>
        </button>
      </div>
    </section>
  );
}
