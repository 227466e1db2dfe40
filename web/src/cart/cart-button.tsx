import type { Label } from "../i18n/translation";
import { overlayId, useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { useCart } from "./store";

/**
 * CartButton is the cart's button in the header: label and count, red above 0. On
 * an addition the count rolls, an underline appears and a status text announces it.
 * Without scripts it submits the header's form, which leads to the cart's page.
 */
export function CartButton({ label: { text, lang } }: { label: Label }) {
  const { language, prefix } = usePage();
  const count = useCart((cart) => cart.stored ?? cart.items.length);
  const addition = useCart((cart) => cart.addition);
  const show = useOverlays((state) => state.show);
  const rolls = addition && addition.before !== addition.after;
  return (
    <>
      <button
        type="submit"
        formAction={`${prefix}/cart`}
        className={count > 0 ? "hd-cell hd-cart is-filled" : "hd-cell hd-cart"}
        aria-haspopup="dialog"
        aria-controls={overlayId("cart")}
        lang={lang}
        aria-label={`${text} (${count})`}
        onClick={() => show("cart")}
      >
        <span className="hd-cart-l">{text}&nbsp;</span>
        <Icon name="cart" />
        <span className="tnum">
          (
          <span key={addition?.number} className="count" data-before={rolls ? addition.before : undefined}>
            <b>{count}</b>
          </span>
          )
        </span>
        {addition && <i key={addition.number} className="hd-line" />}
      </button>
      <span className="vh" role="status">
        {addition && <span key={addition.number}>{addition.announce(language)}</span>}
      </span>
    </>
  );
}
