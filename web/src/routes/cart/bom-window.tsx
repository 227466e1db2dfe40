import type { ReactNode } from "react";
import { BillOfMaterials } from "../../bom/bill-of-materials";
import { cartActions } from "../../cart/lazy-actions";
import { useCart } from "../../cart/store";
import { isShown, usePhase } from "../../router/overlay-stack";
import { useReopening } from "../../router/use-reopening";
import { addToCart, articleAdapter, closeWindow } from "./add-articles";

export function BomWindow(): ReactNode {
  useReopening("list", isShown(usePhase("modal")));
  const count = useCart((cart) => cart.items.length);
  const taken = useCart((cart) => cart.taken?.uids.length ?? 0);
  return (
    <BillOfMaterials
      articles={articleAdapter}
      cart={{
        count,
        taken,
        add: async (items, restore, complete) => {
          if (complete) return addToCart(items, restore);
          const { append } = await cartActions.loadOrNotify();
          append(items, restore);
        },
        undo: () => cartActions.get()?.undoAppend(),
        close: closeWindow,
      }}
    />
  );
}
