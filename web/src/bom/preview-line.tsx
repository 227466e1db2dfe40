import { formatNumber } from "../i18n/formats";
import { usePage } from "../router/page-context";
import { pictureSources } from "../ui/picture-slots";
import { Quantity } from "../ui/quantity";
import { ValueChips } from "../ui/value-chips";
import { type Chosen, free, wordsOf } from "./line-choices";
import type { ArticleAdapter } from "./preview";
import { useBomTexts } from "./texts";

/** PreviewLine shows a line of a bill of materials: the pasted text and its article. */
export function PreviewLine({
  chosen,
  articles,
  onChange,
}: {
  chosen: Chosen;
  articles: ArticleAdapter;
  onChange: (change: { taken?: boolean; choice?: number; quantity?: number }) => void;
}) {
  const { language } = usePage();
  const texts = useBomTexts();
  const { line, taken, choice, quantity, item } = chosen;
  const written = wordsOf(line);
  const article = choice !== free;
  return (
    <li className={taken ? "bom-line" : "bom-line is-left"} data-state={line.state}>
      <label className="check bom-take">
        <input
          type="checkbox"
          checked={taken}
          aria-label={texts.take(written)}
          onChange={(event) => onChange({ taken: event.target.checked })}
        />
      </label>
      <div className="stage">
        {article && (
          <img
            className="r"
            {...pictureSources(item.image, {}, "cart")}
            width={1000}
            height={1000}
            alt=""
            loading="lazy"
            decoding="async"
          />
        )}
      </div>
      <div className="bom-what">
        <Article chosen={chosen} name={article ? articles.nameOf(item, language) : written} />
        {line.state === "ambiguous" && <Choice chosen={chosen} articles={articles} onChange={onChange} />}
        <Remarks chosen={chosen} />
      </div>
      {taken && (
        <Quantity
          live
          value={quantity}
          label={texts.quantity(written)}
          onChange={(typed) => onChange({ quantity: typed })}
        />
      )}
    </li>
  );
}

function Article({ chosen: { item, choice }, name }: { chosen: Chosen; name: string }) {
  return (
    <>
      <p className="bom-name">{name}</p>
      {choice !== free && (
        <div className="chips">
          <span className="mono mut">{item.sku}</span>
          <ValueChips chips={item.meta.chips ?? []} />
        </div>
      )}
    </>
  );
}

/** Choice selects one of several articles, or free text. */
function Choice({
  chosen: { line, choice },
  articles,
  onChange,
}: {
  chosen: Chosen;
  articles: ArticleAdapter;
  onChange: (change: { choice: number }) => void;
}) {
  const { language } = usePage();
  const texts = useBomTexts();
  return (
    <div className="field bom-choice">
      <select
        value={choice}
        aria-label={texts.choice(wordsOf(line))}
        onChange={(event) => onChange({ choice: Number(event.target.value) })}
      >
        <option value={free}>{texts.choose}</option>
        {line.items.map((part, index) => {
          const item = articles.itemOf(part, language);
          return (
            <option key={item.uid} value={index}>
              {item.sku} · {articles.nameOf(item, language)}
            </option>
          );
        })}
      </select>
    </div>
  );
}

/** Remarks shows the pasted text and the assumptions made in reading it. */
function Remarks({ chosen: { line, taken, choice, quantity } }: { chosen: Chosen }) {
  const { language } = usePage();
  const texts = useBomTexts();
  const remarks = [
    line.state === "heading" && texts.heading,
    line.state === "unknown" && line.hint !== "many" && texts.unknown,
    line.hint && texts.hint(line.hint, formatNumber(quantity, language)),
    line.state === "ambiguous" && line.all > line.items.length && texts.more(line.items.length, line.all),
    taken && choice === free && texts.asFree,
    line.note && `${texts.note} ${line.note}`,
  ].filter((text) => typeof text === "string" && text !== "");
  const pasted = line.text.trim().replace(/\s+/g, " ");
  return (
    <p className="bom-why mut">
      <span className="bom-pasted">
        <span className="tnum">{texts.line(line.line)}</span>
        {pasted !== wordsOf(line) && ` · ${texts.pasted} ${pasted}`}
      </span>
      {remarks.length > 0 && <span>{remarks.join(" ")}</span>}
    </p>
  );
}
