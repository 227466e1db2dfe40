import type { ArticleAdapter } from "../../bom/bill-of-materials";
import type { Part } from "../../bom/look-up";
import { cartItemName } from "../../cart/cart-item-name";
import { cartActions } from "../../cart/lazy-actions";
import { articleCartItem } from "../../catalogue/create-cart-item";
import type { CartItem, NewCartItem } from "../../domain/cart-item";
import { useOverlays } from "../../router/overlay-stack";

/** The cart items by article, in the last language: with 5,000 lines, each key press needs all of them. */
const items = new WeakMap<Part, { language: string; item: NewCartItem }>();

function itemOf(part: Part, language: string): NewCartItem {
  const known = items.get(part);
  if (known?.language === language) return known.item;
  const item = articleCartItem(part, language);
  items.set(part, { language, item });
  return item;
}

/** articleAdapter creates cart items as the catalogue does and names them as the cart does. */
export const articleAdapter: ArticleAdapter = { itemOf, nameOf: cartItemName };

/** addToCart appends lines to the cart and opens the cart; `restore` is called if that is undone. */
export async function addToCart(items: readonly CartItem[], restore: () => void = () => undefined): Promise<void> {
  const { append } = await cartActions.loadOrNotify();
  append(items, restore);
  closeWindow();
  useOverlays.getState().show("cart");
}

/** closeWindow closes the window for a bill of materials. */
export function closeWindow(): void {
  useOverlays.getState().close("modal");
}
