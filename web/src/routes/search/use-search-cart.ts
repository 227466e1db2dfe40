import { cartActions } from "../../cart/lazy-actions";
import { useCart } from "../../cart/store";
import { useAddToCart } from "../../cart/use-add-to-cart";
import { articleCartItem } from "../../catalogue/create-cart-item";
import { freeItem } from "../../domain/cart-item";
import { usePage } from "../../router/page-context";
import type { Addable, SearchCart } from "../../search/cart";

/** useSearchCart connects the results of a search with the cart. */
export function useSearchCart(): SearchCart {
  const { language } = usePage();
  const add = useAddToCart();
  const items = useCart((cart) => cart.items);
  const itemOf = (what: Addable) => (typeof what === "string" ? freeItem(what) : articleCartItem(what, language));
  return {
    add: (what, quantity, added) => add(itemOf(what), quantity, added),
    takeBack: (what, quantity) => cartActions.get()?.subtract([{ uid: itemOf(what).uid, quantity }]),
    quantityOf: (what) => {
      if (items.length === 0) return 0;
      const { uid } = itemOf(what);
      return items.find((item) => item.uid === uid)?.quantity ?? 0;
    },
  };
}
