import { create } from "zustand";
import type { CartItem, NewCartItem } from "../domain/cart-item";
import type { RemovedLine } from "./changes";

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
  persisted: boolean;
  told: boolean;
}

/**
 * The cart as this tab shows it. What changes it (actions.ts) comes when there
 * is something in it or to put in; most visits do without.
 */
export const useCart = create<Cart>()(() => ({
  items: [],
  addition: null,
  removed: null,
  persisted: true,
  told: false,
}));
