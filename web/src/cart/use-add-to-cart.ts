import { flushSync } from "react-dom";
import { productNamesBlock } from "../content/blocks";
import { type ContentCache, useContentCache } from "../content/cache";
import { itemNames, type NewCartItem } from "../domain/cart-item";
import { type CartActions, cartActions } from "./lazy-actions";
import { useCart } from "./store";

type AddToCart = (item: NewCartItem, quantity: number, added?: () => void) => void;

/**
 * useAddToCart returns a function that adds an article to the cart and then calls
 * `added`: at once, or after the cart's actions are loaded. The names in the other
 * languages are loaded afterwards; if that fails the line is left unchanged.
 */
export function useAddToCart(): AddToCart {
  const cache = useContentCache();
  return (item, quantity, added) => {
    const actions = cartActions.get();
    if (actions) put(actions);
    else cartActions.loadOrNotify().then(put, (error: unknown) => console.error(error));

    function put({ add }: CartActions): void {
      // One synchronous render, also if the actions loaded after the click event ended.
      flushSync(() => {
        add(item, quantity);
        added?.();
      });
      if (!item.meta.free) void addNames(add, cache, item);
    }
  };
}

async function addNames(add: CartActions["add"], cache: ContentCache, item: NewCartItem): Promise<void> {
  try {
    const [product] = await cache.load(productNamesBlock(item.productId, item.variation?.id));
    const line = useCart.getState().items.find(({ uid }) => uid === item.uid);
    if (line && product) add({ ...item, translations: itemNames(product, product.variations?.[0]) }, 0);
  } catch {
    // The line already has the name in the current language.
  }
}
