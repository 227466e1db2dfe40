import type { CartItem } from "../../domain/cart-item";
import { BomButton, ShareButton } from "../../bom/buttons";

/** BomEntry opens the window for a bill of materials; its code loads on opening. */
export function BomEntry({ short }: { short?: boolean }) {
  return (
    <BomButton
      {...(short && { short })}
      body={async () => {
        const { BomWindow } = await import("./bom-window");
        return <BomWindow />;
      }}
    />
  );
}

/** ShareEntry opens the window with the link to the cart; its code loads on opening. */
export function ShareEntry({ items, short }: { items: readonly CartItem[]; short?: boolean }) {
  return (
    <ShareButton
      {...(short && { short })}
      body={async () => {
        const { ShareWindow } = await import("../../bom/share-window");
        return <ShareWindow items={items} />;
      }}
    />
  );
}
