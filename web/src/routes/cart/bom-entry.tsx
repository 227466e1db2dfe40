import type { CartItem } from "../../domain/cart-item";
import { BomButton, ShareButton } from "../../bom/buttons";

/** BomEntry opens the window for a bill of materials; its code loads on opening. */
export function BomEntry() {
  return (
    <BomButton
      body={async () => {
        const { BomWindow } = await import("./bom-window");
        return <BomWindow />;
      }}
    />
  );
}

/** ShareEntry opens the window with the link to the cart; its code loads on opening. */
export function ShareEntry({ items }: { items: readonly CartItem[] }) {
  return (
    <ShareButton
      body={async () => {
        const { ShareWindow } = await import("../../bom/share-window");
        return <ShareWindow items={items} />;
      }}
    />
  );
}
