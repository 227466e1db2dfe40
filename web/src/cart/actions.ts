import { readStored, removeStored, writeStored } from "../browser/storage";
import { limits, storageKeys } from "../constants";
import type { CartItem, NewCartItem } from "../domain/cart-item";
import { defaultQuantity } from "../domain/cart-item";
import type { Change } from "./changes";
import { shareItems } from "./shared-items";
import { useCart } from "./store";

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

/** Adds a line; a line that is already there grows, and takes over newer details. */
export function add(item: NewCartItem, quantity = defaultQuantity): void {
  const { items: former, addition } = useCart.getState();
  const view = shared.change({ kind: "add", item, quantity });
  useCart.setState(view);
  // Details that follow add nothing.
  if (quantity <= 0) return;
  const number = (addition?.number ?? 0) + 1;
  useCart.setState({ removed: null, addition: { number, item, before: former.length, after: view.items.length } });
}

/** Sets a line's quantity; 0 or less removes it. */
export function setQuantity(uid: string, quantity: number): void {
  if (quantity > 0) change({ kind: "quantity", uid, quantity });
  else remove(uid);
}

/** Sets what is said about a line; "" takes it back. */
export function setNote(uid: string, note: string): void {
  change({ kind: "note", uid, note });
}

export function remove(uid: string): void {
  removeLines(false, (item) => item.uid === uid);
}

export function clear(): void {
  removeLines(true, () => true);
}

/** Puts back what was removed last. */
export function undo(): void {
  change({ kind: "restore", lines: useCart.getState().removed?.lines ?? [] });
}

/** Takes lines out that were sent; what other tabs added to them meanwhile stays. */
export function take(lines: readonly Pick<CartItem, "uid" | "quantity">[]): void {
  change({ kind: "take", lines: lines.map(({ uid, quantity }) => ({ uid, quantity })) });
}

function change(made: Change): void {
  useCart.setState({ ...shared.change(made), removed: null });
}

function removeLines(all: boolean, leaving: (item: CartItem) => boolean): void {
  const lines = useCart.getState().items.flatMap((item, at) => (leaving(item) ? [{ item, at }] : []));
  change({ kind: "remove", uids: lines.map(({ item }) => item.uid) });
  useCart.setState({ removed: lines.length > 0 ? { lines, all } : null });
}

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
