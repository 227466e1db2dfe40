import { flushSync } from "react-dom";
import { productNamesBlock } from "../content/blocks";
import { type ContentCache, useContentCache } from "../content/cache";
import type { Products } from "../content/model.gen";
import type { NewCartItem } from "../domain/cart-item";
import { type CartActions, cartActions } from "./lazy-actions";
import { useCart } from "./store";

type AddToCart = (item: NewCartItem, quantity: number, added?: () => void) => void;

/**
 * Puts an article into the cart, and says when it is in: at once, unless what
 * changes the cart has still to come. Its names in the other languages follow;
 * where they cannot be had the line stays as it is.
 */
export function useAddToCart(): AddToCart {
  const cache = useContentCache();
  return (item, quantity, added) => {
    const actions = cartActions.get();
    if (actions) put(actions);
    else cartActions.loadOrNotify().then(put, (error: unknown) => console.error(error));

    function put({ add }: CartActions): void {
      // In one frame, whether the visitor's press is being answered or was answered before the code came.
      flushSync(() => {
        add(item, quantity);
        added?.();
      });
      void addNames(add, cache, item);
    }
  };
}

async function addNames(add: CartActions["add"], cache: ContentCache, item: NewCartItem): Promise<void> {
  try {
    const [product] = await cache.load(productNamesBlock(item.productId, item.variation?.id));
    const line = useCart.getState().items.find(({ uid }) => uid === item.uid);
    if (line && product) add({ ...item, translations: namesOf(product) }, 0);
  } catch {
    // The current language's name is in the line already.
  }
}

function namesOf(product: Products): NewCartItem["translations"] {
  const titles = new Map(
    (product.variations?.[0]?.translations ?? []).map((row) => [row.languages_code, row.title ?? ""]),
  );
  const names: Record<string, { name: string; title?: string }> = {};
  for (const { languages_code: code, name } of product.translations ?? []) {
    const title = titles.get(code);
    if (typeof code === "string" && name) names[code] = { name, ...(title ? { title } : {}) };
  }
  return names;
}
