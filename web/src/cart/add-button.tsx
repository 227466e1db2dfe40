import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { productNamesBlock } from "../content/blocks";
import { fetchContent } from "../content/client";
import type { NewCartItem } from "../lib/cart-item";
import { usePage } from "../lib/page-context";
import { useSiteTexts } from "../lib/site-texts";
import { defineTexts } from "../lib/texts";
import { Icon } from "../ui/icon";
import { itemName } from "./item-name";
import { useCart } from "./store";

const useAddTexts = defineTexts({
  "de-DE": { add: "Anfragen", added: "Im Korb" },
  "en-US": { add: "Add", added: "In cart" },
  "fr-FR": { add: "Ajouter", added: "Au panier" },
  "it-IT": { add: "Aggiungi", added: "Nel carrello" },
});

/** How long the button says that the article is in the cart, in ms. */
const confirmation = 1600;

/**
 * Puts an article into the cart, and says so for a moment; the cart's button
 * tells the count and announces it. `full`: the page's main button instead of a row's. */
export function AddButton({
  item,
  quantity = 1,
  full = false,
  label,
}: {
  item: NewCartItem;
  quantity?: number;
  full?: boolean;
  label?: string;
}) {
  const texts = useAddTexts();
  const { language } = usePage();
  const { addToCart } = useSiteTexts();
  const client = useQueryClient();
  const add = useCart((cart) => cart.add);
  const [additions, setAdditions] = useState(0);
  const confirmed = additions > 0;
  useEffect(() => {
    if (additions === 0) return undefined;
    const timer = setTimeout(() => setAdditions(0), confirmation);
    return () => clearTimeout(timer);
  }, [additions]);

  const put = () => {
    add(item, quantity);
    setAdditions((count) => count + 1);
    // The line is there at once; its names in the other languages follow.
    const query = productNamesBlock(item.productId);
    client
      .fetchQuery({ queryKey: [query], queryFn: () => fetchContent(query) })
      .then((products) => {
        const translations: Record<string, { name: string }> = {};
        for (const row of products[0]?.translations ?? []) {
          if (typeof row.languages_code === "string" && row.name) translations[row.languages_code] = { name: row.name };
        }
        if (useCart.getState().items.some(({ uid }) => uid === item.uid)) add({ ...item, translations }, 0);
      })
      .catch(() => undefined); // the current language's name is in the line already
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
      aria-label={`${text}: ${itemName(item, language)}`}
      onClick={put}
    >
      <span>{text}</span>
      {icon}
    </button>
  );
}
