import { create } from "zustand";
import type { CartItem, NewCartItem } from "../lib/cart-item";
import { limits, storageKeys } from "../lib/constants";
import { readStored, removeStored, writeStored } from "../lib/storage";
import { parseStoredCart, type StoredCart } from "./stored-cart";

/** What was added last in this tab, so that it can be answered. */
interface Addition {
  /** Tells one addition from the next, of the same article as well. */
  number: number;
  item: NewCartItem;
  /** The number of lines before and after. */
  before: number;
  after: number;
}

interface Cart {
  items: readonly CartItem[];
  addition: Addition | null;
  /** Adds a line; a line that is already there grows, and takes over newer details. */
  add: (item: NewCartItem, quantity?: number) => void;
  /** Sets a line's quantity; 0 or less removes it. */
  setQuantity: (uid: string, quantity: number) => void;
  remove: (uid: string) => void;
  clear: () => void;
}

export const useCart = create<Cart>()((set, get) => {
  const change = (items: readonly CartItem[]) => {
    set({ items });
    if (items.length === 0) removeStored(storageKeys.cart);
    else writeStored(storageKeys.cart, JSON.stringify({ items, updated: Date.now() } satisfies StoredCart));
  };
  return {
    items: [],
    addition: null,
    add: (item, quantity = 1) => {
      const { items: former, addition } = get();
      const items = added(former, item, quantity);
      change(items);
      // Details that follow add nothing.
      if (quantity > 0) {
        set({
          addition: { number: (addition?.number ?? 0) + 1, item, before: former.length, after: items.length },
        });
      }
    },
    setQuantity: (uid, quantity) =>
      change(get().items.flatMap((item) => (item.uid !== uid ? [item] : quantity > 0 ? [{ ...item, quantity }] : []))),
    remove: (uid) => change(get().items.filter((item) => item.uid !== uid)),
    clear: () => change([]),
  };
});

function added(items: readonly CartItem[], item: NewCartItem, quantity: number): readonly CartItem[] {
  const existing = items.find(({ uid }) => uid === item.uid);
  if (!existing) return [...items, { ...item, quantity }];
  const merged: CartItem = {
    ...existing,
    ...item,
    translations: { ...existing.translations, ...item.translations },
    meta: { ...existing.meta, ...item.meta },
    quantity: existing.quantity + quantity,
  };
  return items.map((line) => (line.uid === item.uid ? merged : line));
}

/** Takes over what is stored; called once in the browser and whenever another tab has changed it. */
export function readCart(): void {
  const items = parseStoredCart(readStored(storageKeys.cart), Date.now(), limits.cartExpiry);
  if (items === null) removeStored(storageKeys.cart);
  useCart.setState({ items: items ?? [] });
}
