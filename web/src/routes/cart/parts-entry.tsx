import type { CartItem } from "../../domain/cart-item";
import { PartsButton, ShareButton } from "../../bom/buttons";

/** The way to the window for a bill of materials; its code comes when it is opened. */
export function PartsEntry() {
  return (
    <PartsButton
      body={async () => {
        const { PartsWindow } = await import("./parts-window");
        return <PartsWindow />;
      }}
    />
  );
}

/** The way to the cart's link. */
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
