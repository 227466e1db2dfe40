import { readStored, removeStored, writeStored } from "../browser/storage";
import { storageKeys } from "../constants";
import { expiry } from "../lazy-constants";
import type { CartItem, NewCartItem } from "../domain/cart-item";
import { defaultQuantity } from "../domain/cart-item";
import { announcement } from "./announcement";
import type { Change } from "./changes";
import { shareItems } from "./shared-items";
import { useCart } from "./store";

const minute = 60_000;

const shared = shareItems({
  read: () => readStored(storageKeys.cart),
  write: (text) => (text === null ? removeStored(storageKeys.cart) : writeStored(storageKeys.cart, text)),
  now: () => Date.now(),
  expiry: () => {
    // The server writes its configuration into the document.
    const hours = Number(document.documentElement.dataset.cartHours);
    return (hours > 0 ? hours * 60 : expiry.cart) * minute;
  },
  newId: () => Math.random().toString(36).slice(2),
});

/** add adds a line, or raises the quantity of an existing one and merges newer details; a quantity of 0 merges details only. */
export function add(item: NewCartItem, quantity = defaultQuantity): void {
  const { items: former, addition } = useCart.getState();
  const view = shared.change({ kind: "add", item, quantity });
  useCart.setState(view);
  // Merging details is not an addition.
  if (quantity <= 0) return;
  const number = (addition?.number ?? 0) + 1;
  useCart.setState({
    removed: null,
    taken: null,
    addition: {
      number,
      item,
      announce: (language) => announcement(item, view.items.length, language),
      before: former.length,
      after: view.items.length,
    },
  });
}

/** append appends the lines of a list, each as a line of its own; `restore` is called if that is undone. */
export function append(lines: readonly CartItem[], restore: () => void): void {
  const former = new Set(useCart.getState().items.map(({ uid }) => uid));
  change({ kind: "append", lines });
  const uids = useCart.getState().items.flatMap(({ uid }) => (former.has(uid) ? [] : [uid]));
  useCart.setState({ taken: { uids, restore } });
}

/** put adds lines; one whose uid the cart has only sets its quantity. */
export function put(lines: readonly CartItem[]): void {
  change({ kind: "put", lines });
}

/** undoAppend removes the lines that were appended last and restores their list. */
export function undoAppend(): void {
  const { taken } = useCart.getState();
  if (!taken) return;
  change({ kind: "remove", uids: taken.uids });
  taken.restore();
}

/** setQuantity sets a line's quantity; 0 or less removes the line. */
export function setQuantity(uid: string, quantity: number): void {
  if (quantity > 0) change({ kind: "quantity", uid, quantity });
  else remove(uid);
}

/** setNote sets a line's note; "" removes it. */
export function setNote(uid: string, note: string): void {
  change({ kind: "note", uid, note });
}

export function remove(uid: string): void {
  removeLines(false, (item) => item.uid === uid);
}

export function clear(): void {
  removeLines(true, () => true);
}

/** undo restores the lines that were removed last. */
export function undo(): void {
  change({ kind: "restore", lines: useCart.getState().removed?.lines ?? [] });
}

/** subtract lowers quantities; a line without quantity is removed. */
export function subtract(lines: readonly Pick<CartItem, "uid" | "quantity">[]): void {
  change({ kind: "subtract", lines: lines.map(({ uid, quantity }) => ({ uid, quantity })) });
}

function change(next: Change): void {
  useCart.setState({ ...shared.change(next), removed: null, taken: null });
}

function removeLines(all: boolean, matches: (item: CartItem) => boolean): void {
  const lines = useCart.getState().items.flatMap((item, at) => (matches(item) ? [{ item, at }] : []));
  change({ kind: "remove", uids: lines.map(({ item }) => item.uid) });
  useCart.setState({ removed: lines.length > 0 ? { lines, all } : null });
}

/** followCart loads the stored cart and follows the changes of other tabs; it returns the cleanup function. */
export function followCart(): () => void {
  const read = (written?: string | null) => useCart.setState({ ...shared.follow(written), stored: undefined });
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // The key is null if another tab cleared the whole storage.
    if (key === storageKeys.cart || key === null) read(newValue);
  };
  // The cart may have expired, and a page in the back/forward cache gets no storage events.
  const onReturn = () => read();
  read();
  window.addEventListener("storage", onStorage);
  window.addEventListener("pageshow", onReturn);
  document.addEventListener("visibilitychange", onReturn);
  return () => {
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", onReturn);
    document.removeEventListener("visibilitychange", onReturn);
  };
}
