import { cartItemName } from "../../cart/cart-item-name";
import { cartActions } from "../../cart/lazy-actions";
import { articleCartItem } from "../../catalogue/create-cart-item";
import type { CartItem } from "../../domain/cart-item";
import { BillOfMaterials } from "../../bom/bill-of-materials";
import type { ArticleAdapter } from "../../bom/preview";
import { useOverlays } from "../../router/overlay-stack";

/** articleAdapter creates cart items as the catalogue does and names them as the cart does. */
export const articleAdapter: ArticleAdapter = { itemOf: articleCartItem, nameOf: cartItemName };

/** addToCart adds lines to the cart and opens the cart. */
export async function addToCart(items: readonly CartItem[]): Promise<void> {
  const { add } = await cartActions.loadOrNotify();
  for (const { quantity, ...item } of items) add(item, quantity);
  const { close, show } = useOverlays.getState();
  close("modal");
  show("cart");
}

export function BomWindow() {
  return <BillOfMaterials articles={articleAdapter} onAdd={(items) => void addToCart(items)} />;
}
