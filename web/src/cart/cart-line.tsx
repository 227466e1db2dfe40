import { useState } from "react";
import { type CartItem, defaultImage } from "../domain/cart-item";
import { usePage } from "../router/page-context";
import { Chip } from "../ui/chip";
import { Icon } from "../ui/icon";
import { pictureSources } from "../ui/picture-slots";
import { Quantity } from "../ui/quantity";
import { StockCell } from "../ui/stock";
import { ValueChips } from "../ui/value-chips";
import { remove, setQuantity } from "./actions";
import { cartItemName, itemLanguage } from "./cart-item-name";
import { NoteButton, NoteField } from "./line-note";
import { useCartTexts } from "./texts";
import "../ui/chip.css";

/**
 * CartLine shows a line of the cart: the article, its quantity and its note.
 * `stock` is undefined while it is unknown. `measure` observes the line's height.
 */
export function CartLine({
  item,
  stock,
  measure,
}: {
  item: CartItem;
  stock: number | undefined;
  measure: (element: HTMLElement) => () => void;
}) {
  const { language } = usePage();
  const texts = useCartTexts();
  const [noting, setNoting] = useState(false);
  const name = cartItemName(item, language);
  const note = item.meta.note ?? "";
  const noted = noting || note !== "";
  return (
    <article ref={(element) => (element ? measure(element) : undefined)} className="citem" data-line={item.uid}>
      <div className="stage">
        {/* Free text has no picture, which would suggest a known part. */}
        {!item.meta.free && (
          <img
            className="r"
            {...pictureSources(item.image || defaultImage, {}, "cart")}
            width={1000}
            height={1000}
            alt=""
            loading="lazy"
            decoding="async"
          />
        )}
      </div>
      <div className="citem-t">
        <h3 lang={itemLanguage(item, language)}>{name}</h3>
        {name !== item.sku && <span className="mono mut">{item.sku}</span>}
        <div className="chips">
          {item.type === "bundle" && <span className="tag">{texts.set}</span>}
          {item.meta.free && <span className="tag tag--free">{texts.free}</span>}
          {item.meta.position && <Chip name={texts.position} value={item.meta.position} />}
          <ValueChips chips={item.meta.chips ?? []} />
          {(item.meta.parts ?? []).map(({ sku, quantity }) => (
            <Chip key={sku} name={`${quantity} ×`} value={sku} />
          ))}
          {!noted && <NoteButton name={name} onOpen={() => setNoting(true)} />}
        </div>
      </div>
      <div className="citem-q">
        {stock !== undefined && <StockCell quantity={stock} />}
        <button type="button" className="rm" aria-label={`${texts.remove}: ${name}`} onClick={() => remove(item.uid)}>
          <Icon name="close" />
        </button>
        <Quantity
          value={item.quantity}
          min={0}
          label={texts.quantity(name)}
          onChange={(quantity) => setQuantity(item.uid, quantity)}
        />
      </div>
      {noted && <NoteField uid={item.uid} name={name} note={note} opened={noting} onUse={setNoting} />}
    </article>
  );
}
