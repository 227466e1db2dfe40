import { defineTexts } from "../i18n/texts";
import { overlayId, useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { cartItemName } from "./cart-item-name";
import { useCart } from "./store";

const useStatusTexts = defineTexts({
  "de-DE": { added: (name: string, count: number) => `${name} ist im Warenkorb. ${count} Artikel.` },
  "en-US": {
    added: (name: string, count: number) => `${name} is in the cart. ${count} ${count === 1 ? "item" : "items"}.`,
  },
  "fr-FR": {
    added: (name: string, count: number) =>
      `${name} est dans le panier. ${count} ${count === 1 ? "article" : "articles"}.`,
  },
  "it-IT": {
    added: (name: string, count: number) =>
      `${name} è nel carrello. ${count} ${count === 1 ? "articolo" : "articoli"}.`,
  },
});

/**
 * CartButton is the cart's button in the header: label and count, red above 0. On
 * an addition the count rolls, an underline appears and a status text announces it.
 */
export function CartButton({ label }: { label: string }) {
  const { language } = usePage();
  const texts = useStatusTexts();
  const count = useCart((cart) => cart.items.length);
  const addition = useCart((cart) => cart.addition);
  const show = useOverlays((state) => state.show);
  const rolls = addition && addition.before !== addition.after;
  return (
    <>
      <button
        type="button"
        className={count > 0 ? "hd-cell hd-cart is-filled" : "hd-cell hd-cart"}
        aria-haspopup="dialog"
        aria-controls={overlayId("cart")}
        aria-label={`${label} (${count})`}
        onClick={() => show("cart")}
      >
        <span className="hd-cart-l">{label}&nbsp;</span>
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
        {addition && (
          <span key={addition.number}>{texts.added(cartItemName(addition.item, language), addition.after)}</span>
        )}
      </span>
    </>
  );
}
