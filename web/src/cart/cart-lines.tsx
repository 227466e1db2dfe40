import { Fragment, type ReactNode, useRef, useState } from "react";
import type { CartItem } from "../domain/cart-item";
import { Icon } from "../ui/icon";
import { WarningIcon } from "../ui/late-icons";
import { useRowsInView } from "../ui/use-rows-in-view";
import { clear } from "./actions";
import { CartLine } from "./cart-line";
import { EmptyCart } from "./empty-cart";
import { useCart } from "./store";
import { useCartTexts } from "./texts";
import { TakenNotice, Undo, useRemovedText, useTakenText } from "./undo";
import { useStock } from "./use-stock";
import "./lines.css";

/** The usual height of a line until it is measured, in px. */
const estimatedHeight = 105;

/**
 * CartLines shows the lines of the cart or, if it is empty, what to do next.
 * `actions` are further controls: beside the count, or below the hint.
 */
export function CartLines({ actions }: { actions?: ReactNode }) {
  const filled = useCart((cart) => cart.items.length > 0);
  const removed = useRemovedText();
  const taken = useTakenText();
  return (
    <>
      <p className="vh" role="status">
        {removed || taken}
      </p>
      {filled ? <FilledCart actions={actions} /> : <EmptyPanel actions={actions} />}
    </>
  );
}

function FilledCart({ actions }: { actions: ReactNode }) {
  const items = useCart((cart) => cart.items);
  const removedAt = useCart((cart) => cart.removed?.lines[0]?.at);
  return (
    <>
      <Summary actions={actions} />
      <div className="panel-b">
        <NotPersistedNotice />
        <TakenNotice />
        <Items items={items} undoAt={removedAt === undefined ? -1 : Math.min(removedAt, items.length)} />
      </div>
    </>
  );
}

/** Items shows the lines of the cart in view, and the undo row before the line with the index `undoAt`. */
function Items({ items, undoAt }: { items: readonly CartItem[]; undoAt: number }) {
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState("");
  const { slices, after, measure } = useRowsInView(
    list,
    items.map(({ uid }) => uid),
    items.findIndex(({ uid }) => uid === focused),
    () => estimatedHeight,
  );
  const stock = useStock(slices.flatMap(({ from, to }) => items.slice(from, to)));
  return (
    <div
      ref={list}
      className="cart-list"
      onFocus={({ target }) => setFocused(target.closest<HTMLElement>("[data-line]")?.dataset.line ?? "")}
    >
      {slices.flatMap(({ before, from, to }) => [
        before > 0 && <div key={`gap ${from}`} style={{ height: before }} />,
        ...items.slice(from, to).map((item, offset) => (
          <Fragment key={item.uid}>
            {from + offset === undoAt && <Undo />}
            <CartLine item={item} stock={stock.get(item.uid)} measure={measure} />
          </Fragment>
        )),
      ])}
      {after > 0 && <div style={{ height: after }} />}
      {undoAt === items.length && <Undo />}
    </div>
  );
}

/** Summary shows the number of lines and pieces, and the actions on the whole cart. */
function Summary({ actions }: { actions: ReactNode }) {
  const texts = useCartTexts();
  const items = useCart((cart) => cart.items);
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className="csum">
      <p className="tnum mut">
        {texts.lines(items.length)}, {texts.pieces(pieces)}
      </p>
      {actions}
      <button type="button" className="csum-a" onClick={clear}>
        <Icon path="M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13" />
        <span>{texts.clear}</span>
      </button>
    </div>
  );
}

/** NotPersistedNotice warns that the browser does not store the cart, until dismissed. */
function NotPersistedNotice() {
  const texts = useCartTexts();
  const { persisted, warningDismissed } = useCart();
  if (persisted || warningDismissed) return null;
  return (
    <div className="cundo" role="status">
      <WarningIcon />
      <span>{texts.notPersisted}</span>
      <button type="button" className="text-btn" onClick={() => useCart.setState({ warningDismissed: true })}>
        {texts.understood}
      </button>
    </div>
  );
}

function EmptyPanel({ actions }: { actions: ReactNode }) {
  const removed = useCart((cart) => cart.removed !== null);
  return (
    <div className="panel-b cart-empty">
      {removed && <Undo />}
      <EmptyCart heading="h3" actions={actions} />
    </div>
  );
}
