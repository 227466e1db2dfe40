import type { CartItem } from "../domain/cart-item";
import { applyChange, type Change } from "./changes";
import { formatStoredCart, parseStoredCart, type StoredCart } from "./stored-cart";

/** CartStorage is the storage that the visitor's tabs share. */
export interface CartStorage {
  read: () => string | null;
  /** Stores the text, or removes it if null; reports whether that succeeded. */
  write: (text: string | null) => boolean;
  /** Returns the time in ms since 1970. */
  now: () => number;
  /** Returns how long a cart is kept after its last change, in ms. */
  expiry: () => number;
  newId: () => string;
}

interface View {
  items: readonly CartItem[];
  /** Whether the storage holds all items; otherwise some are in this tab's memory only. */
  persisted: boolean;
}

/** Pending is a change of this tab that another tab's write may still overwrite, or that is not stored yet. */
interface Pending {
  id: string;
  change: Change;
  /** The id of the cart that it changes. */
  cart: string;
  /** The cart was emptied: the change does not apply to a later cart. */
  ended?: boolean;
  /** When it was last stored, in ms since 1970; absent until it is. */
  saved?: number;
}

/** How long a stored change stays pending, in ms, and the maximum number of pending changes. */
const retention = { time: 5000, changes: 20 };

/** The maximum number of change ids in a stored cart; it covers the pending changes of several tabs. */
const maxChangeIds = 100;

/**
 * shareItems returns one tab's access to the cart that all tabs share. A change
 * applies to the stored cart, not to this tab's copy. Local storage has no lock,
 * so concurrent writes overwrite each other; a stored cart therefore lists the ids
 * of the changes it contains, and a tab applies its own missing changes again.
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
    const text = formatStoredCart(cart);
    if (cart.items.length > 0) {
      const written = storage.write(text);
      if (written) parsed = { text, cart };
      return written;
    }
    // An empty cart is written before it is removed, so that other tabs learn the ids of its changes.
    if (storage.read() !== null) storage.write(text);
    storage.write(null);
    return storage.read() === null;
  };

  /** Applies the pending changes that the stored cart lacks, and stores the result. */
  const reconcile = (): View => {
    const stored = load();
    const now = storage.now();
    pending = pending.filter(({ saved }) => saved === undefined || now - saved < retention.time);
    const missing = pending.filter(
      ({ id, cart, ended }) => !stored.changes.includes(id) && (!ended || cart === stored.cart),
    );
    if (missing.length === 0) return { items: stored.items, persisted: true };
    const items = missing.reduce((lines, { change }) => applyChange(lines, change), stored.items);
    const changes = [...stored.changes, ...missing.map(({ id }) => id)].slice(-maxChangeIds);
    const { cart } = stored;
    const persisted = save({ items, updated: now, cart, changes });
    if (persisted) {
      const ended = items.length === 0;
      pending = pending
        .map((each) => (missing.includes(each) ? { ...each, cart, saved: now } : each))
        .map((each) => (each.cart === cart ? { ...each, ended } : each))
        .slice(-retention.changes);
    }
    return { items, persisted };
  };

  return {
    change: (change: Change): View => {
      pending = [...pending, { id: storage.newId(), change, cart: load().cart }];
      return reconcile();
    },
    /** Loads the stored cart. `written` is the text that another tab stored, which may be overwritten since. */
    follow: (written: string | null = null): View => {
      const cart = written === null ? null : parseStoredCart(written);
      // An empty cart is about to be removed: its changes are complete.
      if (cart?.items.length === 0) pending = pending.filter(({ id }) => !cart.changes.includes(id));
      return reconcile();
    },
  };
}
