import { useRef, useState } from "react";
import type { CartItem } from "../domain/cart-item";
import { usePage } from "../router/page-context";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Button } from "../ui/button";
import type { ArticleAdapter } from "./bill-of-materials";
import { type Changes, choose, countsOf, isReady, itemsOf } from "./line-choices";
import { LineTable, type LineTableHandle } from "./line-table";
import type { GivenLine } from "./look-up";
import { useBomTexts } from "./texts";
import { useLookUp } from "./use-look-up";
import "./bom.css";

/** SharedCart shows the cart of a shared link, with buttons to add it to the visitor's own cart or replace that. */
export function SharedCart({
  lines: given,
  articles,
  onAdd,
  onReplace,
}: {
  lines: readonly GivenLine[];
  articles: ArticleAdapter;
  onAdd: (items: readonly CartItem[]) => void;
  /** Undefined if the visitor's own cart is empty. */
  onReplace: ((items: readonly CartItem[]) => void) | undefined;
}) {
  const { language } = usePage();
  const texts = useBomTexts();
  const table = useRef<LineTableHandle>(null);
  const [changes, setChanges] = useState<Changes>({});
  const { lines, pending, failure, retry } = useLookUp({ lines: given }, language);
  if (failure !== null) return <FailedBlock reload={retry} />;
  if (pending) return <LoadingBlock />;
  const rows = choose(lines, changes, language, articles.itemOf, true);
  const counts = countsOf(rows);
  const ready = rows.filter(isReady);
  const invalid = ready.find(({ quantity }) => quantity === null);
  const unlessInvalid = (action: (items: readonly CartItem[]) => void) => () =>
    invalid ? table.current?.edit(invalid.line.id) : action(itemsOf(ready));
  return (
    <div className="wrap bom--page">
      <LineTable handle={table} rows={rows} articles={articles} onChange={setChanges} />
      <div className="bom-foot">
        <p className="bom-sum" role="status">
          <b>{texts.ready(ready.length, ready.length)}</b>
          <small>{ready.length > 0 && texts.composed(counts.sure, counts.free)}</small>
        </p>
        {onReplace && ready.length > 0 && (
          <Button icon={null} onClick={unlessInvalid(onReplace)}>
            {texts.replace}
          </Button>
        )}
        <Button kind="primary" icon="plus" disabled={ready.length === 0} onClick={unlessInvalid(onAdd)}>
          {texts.add(ready.length)}
        </Button>
      </div>
    </div>
  );
}
