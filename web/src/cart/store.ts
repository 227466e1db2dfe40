import { create } from "zustand";
import type { CartItem, NewCartItem } from "../lib/cart-item";
import { defaultQuantity } from "../lib/cart-item";
import { limits, storageKeys } from "../lib/constants";
import { readStored, removeStored, writeStored } from "../lib/storage";
import type { Change, RemovedLine } from "./changes";
import { shareItems } from "./shared-items";

/** What was added last in this tab, so that it can be answered. */
interface Addition {
  /** Tells one addition from the next, of the same article as well. */
  number: number;
  item: NewCartItem;
  /** The number of lines before and after. */
  before: number;
  after: number;
}

interface Removal {
  /** In the order in which they stood. */
  lines: readonly RemovedLine[];
  /** The cart was emptied, instead of a line removed. */
  all: boolean;
}

interface Cart {
  items: readonly CartItem[];
  addition: Addition | null;
  /** What this tab removed last, until its next change. */
  removed: Removal | null;
  /** Whether the browser keeps the cart; otherwise it ends with the page, and the visitor is told once. */
  kept: boolean;
  told: boolean;
  /** Adds a line; a line that is already there grows, and takes over newer details. */
  add: (item: NewCartItem, quantity?: number) => void;
  /** Sets a line's quantity; 0 or less removes it. */
  setQuantity: (uid: string, quantity: number) => void;
  /** Sets what is said about a line; "" takes it back. */
  setNote: (uid: string, note: string) => void;
  remove: (uid: string) => void;
  clear: () => void;
  /** Puts back what was removed last. */
  undo: () => void;
  /** Takes lines out that were sent; what other tabs added to them meanwhile stays. */
  take: (lines: readonly Pick<CartItem, "uid" | "quantity">[]) => void;
  /** The visitor knows that the cart is not kept. */
  tell: () => void;
}

const minute = 60_000;

const shared = shareItems({
  read: () => readStored(storageKeys.cart),
  write: (text) => (text === null ? removeStored(storageKeys.cart) : writeStored(storageKeys.cart, text)),
  now: () => Date.now(),
  expiry: () => {
    // The server's configuration stands in the document.
    const hours = Number(document.documentElement.dataset.cartHours);
    return (hours > 0 ? hours * 60 : limits.cartExpiry) * minute;
  },
  newId: () => Math.random().toString(36).slice(2),
});

export const useCart = create<Cart>()((set, get) => {
  const change = (made: Change) => set({ ...shared.change(made), removed: null });
  const remove = (all: boolean, leaving: (item: CartItem) => boolean) => {
    const lines = get().items.flatMap((item, at) => (leaving(item) ? [{ item, at }] : []));
    change({ kind: "remove", uids: lines.map(({ item }) => item.uid) });
    set({ removed: lines.length > 0 ? { lines, all } : null });
  };
  return {
    items: [],
    addition: null,
    removed: null,
    kept: true,
    told: false,
    add: (item, quantity = defaultQuantity) => {
      const { items: former, addition } = get();
      const view = shared.change({ kind: "add", item, quantity });
      set(view);
      // Details that follow add nothing.
      if (quantity <= 0) return;
      const number = (addition?.number ?? 0) + 1;
      set({ removed: null, addition: { number, item, before: former.length, after: view.items.length } });
    },
    setQuantity: (uid, quantity) => {
      if (quantity > 0) change({ kind: "quantity", uid, quantity });
      else remove(false, (item) => item.uid === uid);
    },
    setNote: (uid, note) => change({ kind: "note", uid, note }),
    remove: (uid) => remove(false, (item) => item.uid === uid),
    clear: () => remove(true, () => true),
    undo: () => change({ kind: "restore", lines: get().removed?.lines ?? [] }),
    take: (lines) => change({ kind: "take", lines: lines.map(({ uid, quantity }) => ({ uid, quantity })) }),
    tell: () => set({ told: true }),
  };
});

/** Takes over what is stored, and from then on what other tabs change; returns what ends it. */
export function followCart(): () => void {
  const read = (news?: string | null) => useCart.setState(shared.follow(news));
  const stored = ({ key, newValue }: StorageEvent) => {
    // A key of null: the other tab cleared the whole store.
    if (key === storageKeys.cart || key === null) read(newValue);
  };
  // Meanwhile it may have expired; and a page that the browser put aside was told nothing.
  const returned = () => read();
  read();
  window.addEventListener("storage", stored);
  window.addEventListener("pageshow", returned);
  document.addEventListener("visibilitychange", returned);
  return () => {
    window.removeEventListener("storage", stored);
    window.removeEventListener("pageshow", returned);
    document.removeEventListener("visibilitychange", returned);
  };
}
