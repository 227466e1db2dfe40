import type { CartItem } from "../domain/cart-item";
import { applyChange, type Change } from "./changes";
import { parseStoredCart, type StoredCart } from "./stored-cart";

/** Where the tabs of a visitor keep their cart. */
export interface CartStorage {
  read: () => string | null;
  /** null removes it. Tells whether it was written. */
  write: (text: string | null) => boolean;
  /** In ms since 1970. */
  now: () => number;
  /** How long a cart is kept after its last change, in ms. */
  expiry: () => number;
  newId: () => string;
}

interface View {
  items: readonly CartItem[];
  /** Whether the browser's storage has all of it; otherwise only this tab has. */
  persisted: boolean;
}

/** A change of this tab that the stored cart may still lose, or never had. */
interface Pending {
  id: string;
  change: Change;
  /** The cart it is in. */
  cart: string;
  /** That cart was emptied: what was done to it is not done to one that was begun later. */
  ended?: boolean;
  /** When it was stored last; absent while it could not be. */
  saved?: number;
}

/** How long another tab may not have seen a change yet, in ms; and of how many. */
const settling = { time: 5000, changes: 20 };

/** How many changes a stored cart names: those of several tabs that are settling at once. */
const namedChanges = 100;

/**
 * One tab's hold on the cart that all tabs share. A change is made to what is
 * stored, not to what this tab last saw. The store has no lock, so a tab that
 * writes at the same moment still overwrites it; a stored cart therefore names
 * the changes that are in it, and a tab that misses one of its own makes it
 * again.
 */
export function shareItems(storage: CartStorage) {
  let pending: readonly Pending[] = [];
  let parsed: { text: string; cart: StoredCart | null } | undefined;

  const load = (): StoredCart => {
    const text = storage.read();
    if (text !== parsed?.text) parsed = text === null ? undefined : { text, cart: parseStoredCart(text) };
    const cart = parsed?.cart;
    if (cart && storage.now() - cart.updated <= storage.expiry()) return cart;
    if (text !== null) storage.write(null);
    return { items: [], updated: 0, cart: storage.newId(), changes: [] };
  };

  const save = (cart: StoredCart): boolean => {
    const text = JSON.stringify(cart);
    if (cart.items.length > 0) {
      const written = storage.write(text);
      if (written) parsed = { text, cart };
      return written;
    }
    // Before it goes, the other tabs learn which changes go with it.
    if (storage.read() !== null) storage.write(text);
    storage.write(null);
    return storage.read() === null;
  };

  /** Makes the changes that the stored cart lacks, and stores it. */
  const settle = (): View => {
    const stored = load();
    const now = storage.now();
    pending = pending.filter(({ saved }) => saved === undefined || now - saved < settling.time);
    const missing = pending.filter(
      ({ id, cart, ended }) => !stored.changes.includes(id) && (!ended || cart === stored.cart),
    );
    if (missing.length === 0) return { items: stored.items, persisted: true };
    const items = missing.reduce((lines, { change }) => applyChange(lines, change), stored.items);
    const changes = [...stored.changes, ...missing.map(({ id }) => id)].slice(-namedChanges);
    const { cart } = stored;
    const persisted = save({ items, updated: now, cart, changes });
    if (persisted) {
      const ended = items.length === 0;
      pending = pending
        .map((each) => (missing.includes(each) ? { ...each, cart, saved: now } : each))
        .map((each) => (each.cart === cart ? { ...each, ended } : each))
        .slice(-settling.changes);
    }
    return { items, persisted };
  };

  return {
    change: (change: Change): View => {
      pending = [...pending, { id: storage.newId(), change, cart: load().cart }];
      return settle();
    },
    /** Takes over what is stored. `news`: what another tab has just stored, even if it is overwritten by now. */
    follow: (news: string | null = null): View => {
      const cart = news === null ? null : parseStoredCart(news);
      // An empty cart is on its way out, with all that it names.
      if (cart?.items.length === 0) pending = pending.filter(({ id }) => !cart.changes.includes(id));
      return settle();
    },
  };
}
