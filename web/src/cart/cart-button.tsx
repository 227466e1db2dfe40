import { useEffect } from "react";
import { useOverlays } from "../lib/overlays";
import { cartKey, readCart, useCart } from "./store";

/** The cart's button in the header: label and count, red above 0. */
export function CartButton({ label }: { label: string }) {
  const count = useCart((cart) => cart.items.length);
  const show = useOverlays((state) => state.show);
  useEffect(() => {
    readCart();
    const follow = (event: StorageEvent) => {
      if (event.key === cartKey || event.key === null) readCart();
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);
  return (
    <button
      type="button"
      className={count > 0 ? "hd-cell hd-cart is-filled" : "hd-cell hd-cart"}
      aria-haspopup="dialog"
      onClick={() => show("cart")}
    >
      {label}&nbsp;<span className="tnum">({count})</span>
    </button>
  );
}
