import type { CartItem } from "../lib/cart-item";
import { defaultImage } from "../lib/cart-item";
import { formatDecimals } from "../lib/format";
import { usePage } from "../lib/page-context";
import { useSiteTexts } from "../lib/site-texts";
import { defineTexts } from "../lib/texts";
import { ButtonLink } from "../ui/button";
import { Chip } from "../ui/chip";
import { Drawing } from "../ui/drawing";
import { Icon } from "../ui/icon";
import { pictureSources } from "../ui/picture-slots";
import { Quantity } from "../ui/quantity";
import { itemName } from "./item-name";
import { useCart } from "./store";

const useCartTexts = defineTexts({
  "de-DE": {
    remove: "Artikel entfernen",
    empty: "Der Warenkorb ist leer.",
    hint: "Artikel aus dem Katalog hinzufügen und als Anfrage senden.",
    set: "Satz",
    quantity: (name: string) => `Menge, ${name}`,
  },
  "en-US": {
    remove: "Remove item",
    empty: "The cart is empty.",
    hint: "Add items from the catalog and send them as a request.",
    set: "Set",
    quantity: (name: string) => `Quantity, ${name}`,
  },
  "fr-FR": {
    remove: "Retirer l’article",
    empty: "Le panier est vide.",
    hint: "Ajoutez des articles du catalogue et envoyez-les comme demande.",
    set: "Jeu",
    quantity: (name: string) => `Quantité, ${name}`,
  },
  "it-IT": {
    remove: "Rimuovi articolo",
    empty: "Il carrello è vuoto.",
    hint: "Aggiungere articoli dal catalogo e inviarli come richiesta.",
    set: "Kit",
    quantity: (name: string) => `Quantità, ${name}`,
  },
});

/** The lines of the cart, or what to do while there are none. */
export function CartLines() {
  const items = useCart((cart) => cart.items);
  if (items.length === 0) return <EmptyCart />;
  return (
    <div className="panel-b">
      {items.map((item) => (
        <Line key={item.uid} item={item} />
      ))}
    </div>
  );
}

function EmptyCart() {
  const texts = useCartTexts();
  const { toCatalog } = useSiteTexts();
  return (
    <div className="panel-b cart-empty">
      <div>
        <div className="cart-dwg">
          <Drawing name="straight-union" />
        </div>
        <h3 className="t-h3">{texts.empty}</h3>
        <p className="mut">{texts.hint}</p>
        <ButtonLink kind="primary" href="/catalog">
          {toCatalog}
        </ButtonLink>
      </div>
    </div>
  );
}

function Line({ item }: { item: CartItem }) {
  const { language } = usePage();
  const texts = useCartTexts();
  const { setQuantity, remove } = useCart();
  const name = itemName(item, language);
  return (
    <article className="citem">
      <div className="stage">
        <img
          className="r"
          {...pictureSources(item.image || defaultImage, {}, "cart")}
          width={1000}
          height={1000}
          alt=""
          loading="lazy"
          decoding="async"
        />
      </div>
      <div>
        <h3>{name}</h3>
        <span className="mono mut">{item.sku}</span>
      </div>
      <button type="button" className="rm" aria-label={`${texts.remove}: ${name}`} onClick={() => remove(item.uid)}>
        <Icon name="trash" />
      </button>
      <div className="cq">
        <div className="chips">
          {item.type === "bundle" && <span className="tag">{texts.set}</span>}
          {(item.meta?.chips ?? []).map(({ code, value }) => (
            <Chip key={code} name={code} value={formatDecimals(value, language)} />
          ))}
        </div>
        <Quantity
          value={item.quantity}
          min={0}
          label={texts.quantity(name)}
          onChange={(quantity) => setQuantity(item.uid, quantity)}
        />
      </div>
    </article>
  );
}
