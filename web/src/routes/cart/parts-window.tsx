import { cartItemName } from "../../cart/cart-item-name";
import { cartActions } from "../../cart/lazy-actions";
import { articleCartItem } from "../../catalogue/create-cart-item";
import type { CartItem } from "../../domain/cart-item";
import { BillOfMaterials } from "../../bom/bill-of-materials";
import type { ArticleWords } from "../../bom/preview";
import { useOverlays } from "../../router/overlay-stack";

/** Articles as the catalogue and the cart make and name them. */
export const articleWords: ArticleWords = { itemOf: articleCartItem, nameOf: cartItemName };

/** Puts lines into the cart, and shows it. */
export async function addToCart(items: readonly CartItem[]): Promise<void> {
  const { add } = await cartActions.loadOrNotify();
  for (const { quantity, ...item } of items) add(item, quantity);
  const { close, show } = useOverlays.getState();
  close("modal");
  show("cart");
}

export function PartsWindow() {
  return <BillOfMaterials words={articleWords} onAdd={(items) => void addToCart(items)} />;
}
