import { Fragment, type ReactNode } from "react";
import { maxLines } from "../domain/cart-item";
import { useSiteTexts } from "../i18n/site-texts";
import { ButtonLink } from "../ui/button";
import { Drawing } from "../ui/drawing";
import { Icon } from "../ui/icon";
import { clear } from "./actions";
import { CartLine } from "./cart-line";
import { useCart } from "./store";
import { useCartTexts } from "./texts";
import { Undo, useRemovedText } from "./undo";

/**
 * The lines of the cart, or what to do while there are none. `actions`: what
 * else can be done with a cart, filled or empty.
 */
export function CartLines({ actions }: { actions?: ReactNode }) {
  const filled = useCart((cart) => cart.items.length > 0);
  const removed = useRemovedText();
  return (
    <>
      <p className="vh" role="status">
        {removed}
      </p>
      {filled ? <FilledCart actions={actions} /> : <EmptyCart actions={actions} />}
    </>
  );
}

function FilledCart({ actions }: { actions: ReactNode }) {
  const items = useCart((cart) => cart.items);
  const removedAt = useCart((cart) => cart.removed?.lines[0]?.at);
  const place = removedAt === undefined ? -1 : Math.min(removedAt, items.length);
  return (
    <div className="panel-b">
      <NotPersistedNotice />
      <Summary />
      <Overfull />
      {actions}
      {items.map((item, index) => (
        <Fragment key={item.uid}>
          {index === place && <Undo />}
          <CartLine item={item} />
        </Fragment>
      ))}
      {place === items.length && <Undo />}
    </div>
  );
}

/** How much there is, and the way to have nothing. */
function Summary() {
  const texts = useCartTexts();
  const items = useCart((cart) => cart.items);
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className="csum">
      <span className="tnum mut">
        {texts.lines(items.length)}, {texts.pieces(pieces)}
      </span>
      <button type="button" className="text-btn" onClick={clear}>
        {texts.clear}
      </button>
    </div>
  );
}

/** Says what becomes of lines that are too many for one request. */
function Overfull() {
  const texts = useCartTexts();
  const rest = useCart((cart) => cart.items.length) - maxLines;
  if (rest <= 0) return null;
  return (
    <div className="cundo" role="status">
      <Icon name="warning" />
      <span>{texts.overfull(maxLines, rest)}</span>
    </div>
  );
}

/** Says once that the browser does not keep the cart. */
function NotPersistedNotice() {
  const texts = useCartTexts();
  const { persisted, told } = useCart();
  if (persisted || told) return null;
  return (
    <div className="cundo" role="status">
      <Icon name="warning" />
      <span>{texts.notPersisted}</span>
      <button type="button" className="text-btn" onClick={() => useCart.setState({ told: true })}>
        {texts.understood}
      </button>
    </div>
  );
}

function EmptyCart({ actions }: { actions: ReactNode }) {
  const texts = useCartTexts();
  const { toCatalog } = useSiteTexts();
  const removed = useCart((cart) => cart.removed !== null);
  return (
    <div className="panel-b cart-empty">
      {removed && <Undo />}
      <div>
        <div className="cart-dwg">
          <Drawing name="straight-union" />
        </div>
        <h3 className="t-h3">{texts.empty}</h3>
        <p className="mut">{texts.hint}</p>
        <ButtonLink kind="primary" href="/catalog">
          {toCatalog}
        </ButtonLink>
        {actions}
      </div>
    </div>
  );
}
