import { useEffect, useState } from "react";
import type { NewCartItem } from "../domain/cart-item";
import { useSiteTexts } from "../i18n/site-texts";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { cartItemName } from "./cart-item-name";
import { useAddToCart } from "./use-add-to-cart";

const useAddTexts = defineTexts({
  "de-DE": { add: "Anfragen", added: "Im Korb" },
  "en-US": { add: "Add", added: "In cart" },
  "fr-FR": { add: "Ajouter", added: "Au panier" },
  "it-IT": { add: "Aggiungi", added: "Nel carrello" },
});

/** How long the button confirms an addition, in ms. */
const confirmationTime = 1600;

/**
 * AddButton adds an article to the cart and confirms it for a moment; CartButton
 * shows and announces the count. `full` shows the page's main button instead of a
 * row's. `quantity` is called on each click; null adds nothing.
 */
export function AddButton({
  item,
  quantity = () => 1,
  full = false,
  label,
}: {
  item: NewCartItem;
  quantity?: () => number | null;
  full?: boolean;
  label?: string;
}) {
  const texts = useAddTexts();
  const { language } = usePage();
  const { addToCart } = useSiteTexts();
  const add = useAddToCart();
  const [additions, setAdditions] = useState(0);
  const confirmed = additions > 0;
  useEffect(() => {
    if (additions === 0) return undefined;
    const timer = setTimeout(() => setAdditions(0), confirmationTime);
    return () => clearTimeout(timer);
  }, [additions]);

  const put = () => {
    const wanted = quantity();
    if (wanted !== null) add(item, wanted, () => setAdditions((count) => count + 1));
  };

  const text = confirmed ? texts.added : (label ?? (full ? addToCart : texts.add));
  const icon = <Icon name={confirmed ? "check" : "plus"} />;
  return full ? (
    <button
      type="button"
      className={confirmed ? "btn btn--primary btn--block is-in" : "btn btn--primary btn--block"}
      onClick={put}
    >
      <span>{text}</span>
      <span className="ico-cell">{icon}</span>
    </button>
  ) : (
    <button
      type="button"
      className={confirmed ? "add is-in" : "add"}
      aria-label={`${text}: ${cartItemName(item, language)}`}
      onClick={put}
    >
      <span>{text}</span>
      {icon}
    </button>
  );
}
