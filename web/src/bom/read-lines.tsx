import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { maxLines } from "../domain/cart-item";
import { usePage } from "../router/page-context";
import { Button } from "../ui/button";
import type { ArticleAdapter, ListTarget } from "./bill-of-materials";
import { change, draftRestorer, editText, endDraft, useDraft } from "./draft";
import { Filters, type Filter, shownRows } from "./filters";
import { choose, countsOf, isReady, itemsOf, takenOver } from "./line-choices";
import { LineTable, type LineTableHandle } from "./line-table";
import type { PartLine } from "./look-up";
import { FileBar } from "./file-bar";
import { linesIn, Progress } from "./progress";
import { OwnIcon } from "./state-icon";
import { useBomTexts } from "./texts";
import type { FileReading } from "./use-file";
import { useLookUp } from "./use-look-up";
import "../ui/error-text.css";

/** ReadLines looks the pasted list up and shows its lines. */
export function ReadLines({ file, ...page }: { articles: ArticleAdapter; cart: ListTarget; file: FileReading }) {
  const { language } = usePage();
  const texts = useBomTexts();
  const text = useDraft((draft) => draft.text);
  const { lines, pending, failure, retry } = useLookUp({ text }, language);
  if (pending) {
    const pasted = linesIn(text);
    return <Progress text={texts.reading(pasted.length)} lines={pasted} onCancel={editText} />;
  }
  if (failure !== null) {
    return (
      <div className="bill">
        <FileBar file={file} />
        <p className="err" role="alert">
          {failure || texts.failed}
        </p>
        <div className="bom-f">
          <Button icon={null} onClick={editText}>
            {texts.edit}
          </Button>
          <Button kind="primary" icon={null} onClick={retry}>
            {texts.retry}
          </Button>
        </div>
      </div>
    );
  }
  return <Review key={text} lines={lines} bar={<FileBar file={file} />} {...page} />;
}

function Review({
  lines,
  articles,
  cart,
  bar,
}: {
  lines: readonly PartLine[];
  articles: ArticleAdapter;
  cart: ListTarget;
  bar: ReactNode;
}) {
  const { language } = usePage();
  const texts = useBomTexts();
  const table = useRef<LineTableHandle>(null);
  const changes = useDraft((draft) => draft.changes);
  const [filter, setFilter] = useState<Filter>({ state: "all" });
  useEffect(() => table.current?.focus(), []);

  const rows = choose(lines, changes, language, articles.itemOf);
  const counts = countsOf(rows);
  const ready = rows.filter(isReady);
  const fitting = ready.slice(0, Math.max(0, maxLines - cart.count));

  const invalid = fitting.find(({ quantity }) => quantity === null);
  const takeOver = async () => {
    if (invalid) {
      flushSync(() => setFilter({ state: "all" }));
      table.current?.edit(invalid.line.id);
      return;
    }
    const complete = fitting.length === ready.length && counts.ask === 0;
    await cart.add(itemsOf(fitting), draftRestorer(), complete);
    if (complete) endDraft();
    else change((current) => takenOver(current, rows, new Set(fitting)));
  };

  return (
    <div className="bom-read">
      <button type="button" className="lnk bom-edit" onClick={editText}>
        <OwnIcon name="pen" />
        <span>{texts.edit}</span>
      </button>
      {bar}
      <Filters rows={rows} counts={counts} filter={filter} onFilter={setFilter} />
      <LineTable
        key={filter.state}
        handle={table}
        rows={shownRows(rows, filter)}
        articles={articles}
        onChange={change}
        windowed
      />
      <div className="bom-foot">
        <div className="bom-sum">
          <p role="status">
            <b>{texts.ready(ready.length, ready.length + counts.ask)}</b>
            <small>
              {[
                ready.length > 0 && texts.composed(counts.sure, counts.free),
                counts.ask > 0 && texts.waiting(counts.ask),
                fitting.length < ready.length && texts.full(maxLines, ready.length - fitting.length),
                fitting.length > 0 && texts.cartAfter(cart.count, fitting.length),
              ]
                .filter((part) => part !== false)
                .join(" ")}
            </small>
          </p>
          {counts.ask > 0 && (
            <button type="button" className="text-btn" onClick={() => table.current?.ask()}>
              {texts.next}
            </button>
          )}
          {cart.taken > 0 && (
            <span role="status">
              {texts.taken(cart.taken)}{" "}
              <button type="button" className="text-btn" onClick={cart.undo}>
                {texts.undo}
              </button>
            </span>
          )}
        </div>
        <Button
          icon={null}
          onClick={() => {
            if (!endDraft()) cart.close();
          }}
        >
          {texts.cancel}
        </Button>
        <Button kind="primary" icon="plus" disabled={fitting.length === 0} onClick={() => void takeOver()}>
          {texts.add(fitting.length)}
        </Button>
      </div>
    </div>
  );
}
