import { maxNote } from "../domain/cart-item";
import { formatNumber } from "../i18n/formats";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { QuantityError } from "../ui/quantity-error";
import { ValueChips } from "../ui/value-chips";
import type { ArticleAdapter } from "./bill-of-materials";
import { canMerge, changed, type Changes, free, merge, type Row, separate, wordsOf } from "./line-choices";
import { LineOptions } from "./line-options";
import { StateIcon } from "./state-icon";
import { type BomTexts, useBomTexts } from "./texts";
import "../ui/chip.css";

interface RowProps {
  row: Row;
  articles: ArticleAdapter;
  onChange: (update: (changes: Changes) => Changes) => void;
}

/** nameOf returns the name of a row: its position or line number. */
function nameOf({ position, line }: Row, texts: BomTexts): string {
  return texts.name(position, line.line);
}

/** LineRow shows a line of a list: the pasted text, what is requested, quantity and remark. */
export function LineRow({
  row,
  index,
  articles,
  measure,
  onChange,
}: RowProps & { index: number; measure?: (element: HTMLElement) => () => void }) {
  const texts = useBomTexts();
  const { line, state, position, note } = row;
  const name = nameOf(row, texts);
  const edit = (change: Parameters<typeof changed>[2]) => onChange((changes) => changed(changes, row, change));
  return (
    <tr
      ref={measure ? (element) => (element ? measure(element) : undefined) : undefined}
      className={`bom-row is-${state}`}
      data-line={line.id}
      aria-rowindex={index + 2}
      tabIndex={-1}
    >
      <td className="bom-c-state">
        <span className="bom-mark" role="img" aria-label={texts.state[state]}>
          <StateIcon state={state} />
        </span>
      </td>
      <td className="bom-c-pos">{position}</td>
      <td className="bom-c-src">{sourceOf(line.text)}</td>
      <td className="bom-c-res">
        <Result row={row} articles={articles} onChange={onChange} />
      </td>
      <td className="bom-c-qty">
        {state !== "none" && <RowQuantity row={row} onType={(quantity) => edit({ quantity })} />}
      </td>
      <td className="bom-c-note">
        {state !== "none" && (
          <label>
            <span className="bom-note-l">{texts.columns.note}:</span>
            <textarea
              aria-label={texts.note(name)}
              rows={1}
              value={note}
              maxLength={maxNote}
              onChange={(event) => edit({ note: event.target.value })}
            />
          </label>
        )}
      </td>
      <td className="bom-c-x">
        {state !== "none" && (
          <button type="button" aria-label={texts.leave(name)} onClick={() => edit({ taken: false })}>
            <Icon name="close" />
          </button>
        )}
      </td>
    </tr>
  );
}

/** sourceOf returns a pasted line as it is shown; the line breaks of a position of several lines are visible. */
function sourceOf(text: string): string {
  return text
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => line.replace(/\s+/g, " "))
    .join(" ↵ ");
}

function Result({ row, articles, onChange }: RowProps) {
  const { language } = usePage();
  const texts = useBomTexts();
  const { line, state, item, quantity, like } = row;
  if (state === "none") return <NoPosition row={row} onChange={onChange} />;
  const hint = line.hint && texts.hint(line.hint, formatNumber(quantity ?? 1, language));
  return (
    <>
      <b>
        {state === "sure"
          ? articles.nameOf(item, language)
          : state === "ask"
            ? texts.which(line.differs)
            : wordsOf(line)}
      </b>
      {state === "sure" && (
        <div className="bom-facts">
          <span className="mono">{item.sku}</span>
          <span className="chips">
            <ValueChips chips={item.meta.chips ?? []} />
          </span>
        </div>
      )}
      {state === "free" && <div className="bom-facts mono">{texts.staysText}</div>}
      {line.state === "ambiguous" && (
        <LineOptions
          row={row}
          articles={articles}
          onChoose={(choice) => onChange((changes) => changed(changes, row, { choice }))}
        />
      )}
      {hint && <p className="bom-why">{hint}</p>}
      {like && (
        <p className="bom-why">
          <span className="bom-like">{texts.like(nameOf(like, texts))}</span>
          {canMerge(row) && (
            <button
              type="button"
              className="text-btn"
              aria-label={`${texts.merge}: ${nameOf(row, texts)}, ${nameOf(like, texts)}`}
              onClick={() => onChange((changes) => merge(changes, row))}
            >
              {texts.merge}
            </button>
          )}
        </p>
      )}
    </>
  );
}

/** NoPosition shows why a line requests nothing, with a button that makes it a position. */
function NoPosition({ row, onChange }: Omit<RowProps, "articles">) {
  const texts = useBomTexts();
  const { line, into, left } = row;
  const reason = into
    ? texts.mergedInto(nameOf(into, texts))
    : left && line.state !== "heading"
      ? texts.left
      : line.hint === "zero"
        ? texts.zero
        : texts.reason(line.reason);
  const take = (choice?: number) =>
    onChange((changes) => changed(changes, row, { taken: true, ...(choice === undefined ? {} : { choice }) }));
  const button = (label: string, onClick: () => void) => (
    <button
      type="button"
      className="text-btn"
      aria-label={`${label}: ${nameOf(row, texts)}, ${sourceOf(line.text)}`}
      onClick={onClick}
    >
      {label}
    </button>
  );
  return (
    <>
      <b>{reason}</b>
      <span className="bom-why">
        {into && button(texts.separate, () => onChange((changes) => separate(changes, row)))}
        {!into && line.items.length > 0 && button(texts.restore, () => take())}
        {!into && button(texts.take, () => take(free))}
      </span>
    </>
  );
}

/** RowQuantity is a field for the quantity; text that is none stays in it and is reported. */
function RowQuantity({ row, onType }: { row: Row; onType: (typed: string) => void }) {
  const texts = useBomTexts();
  const invalid = row.quantity === null;
  const id = `bom-quantity-${row.line.id}`;
  return (
    <>
      <input
        aria-label={texts.quantity(nameOf(row, texts))}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? id : undefined}
        data-invalid={invalid ? "" : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={row.typed}
        onChange={(event) => onType(event.target.value)}
      />
      {invalid && <QuantityError id={id} min={1} />}
    </>
  );
}
