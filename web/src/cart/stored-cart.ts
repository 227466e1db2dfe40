import type { CartItem } from "../lib/cart-item";

/** The cart as it is stored; `updated` in ms since 1970. */
export interface StoredCart {
  items: readonly CartItem[];
  updated: number;
}

/**
 * Reads a stored cart. null where it is older than `expiry` minutes or broken,
 * and should be removed; a cart that was never stored is empty.
 */
export function parseStoredCart(text: string | null, now: number, expiry: number): readonly CartItem[] | null {
  if (text === null) return [];
  let stored: Partial<StoredCart> | null;
  try {
    stored = JSON.parse(text) as Partial<StoredCart> | null;
  } catch {
    return null;
  }
  if (!stored || !Array.isArray(stored.items) || typeof stored.updated !== "number") return null;
  if (now - stored.updated > expiry * 60_000) return null;
  return (stored.items as unknown[]).every(isCartItem) ? stored.items : null;
}

function isCartItem(value: unknown): value is CartItem {
  if (typeof value !== "object" || value === null) return false;
  const item = value as Partial<CartItem>;
  return (
    typeof item.uid === "string" &&
    typeof item.productId === "number" &&
    typeof item.slug === "string" &&
    typeof item.sku === "string" &&
    typeof item.quantity === "number" &&
    item.quantity > 0 &&
    typeof item.image === "string" &&
    typeof item.translations === "object" &&
    item.translations !== null
  );
}
