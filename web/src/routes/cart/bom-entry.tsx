import type { CartItem } from "../../domain/cart-item";
import { useEffect } from "react";
import { BomButton, ShareButton, useButtonTexts } from "../../bom/buttons";
import { useOverlays } from "../../router/overlay-stack";

/** loadWindow loads the code of the window for a bill of materials and returns its content. */
export const loadWindow = async () => {
  const { BomWindow } = await import("./bom-window");
  return <BomWindow />;
};

/** useListWindow opens the window for a bill of materials if `open` is set. */
export function useListWindow(open: boolean): void {
  const { list } = useButtonTexts();
  useEffect(() => {
    if (open) void loadWindow().then((window) => useOverlays.getState().showModal(list, window), console.error);
  }, [open, list]);
}

/** BomEntry opens the window for a bill of materials; its code loads on opening. */
export function BomEntry({ short }: { short?: boolean }) {
  return <BomButton {...(short && { short })} body={loadWindow} />;
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
