import { create } from "zustand";
import type { CartItem, NewCartItem } from "../domain/cart-item";
import type { RemovedLine } from "./changes";

/** Addition is the last addition in this tab, for the feedback on it. */
interface Addition {
  /** Distinguishes successive additions, also of the same article. */
  number: number;
  item: NewCartItem;
  /** Returns its status text, for screen readers. */
  announce: (language: string) => string;
  /** The number of lines before and after. */
  before: number;
  after: number;
}

interface Removal {
  /** In the order of the cart. */
  lines: readonly RemovedLine[];
  /** Whether the whole cart was emptied. */
  all: boolean;
}

/** TakenList is the list whose lines were appended last. */
interface TakenList {
  uids: readonly string[];
  /** Restores the list where it came from. */
  restore: () => void;
}

interface Cart {
  items: readonly CartItem[];
  /** The number of lines that app/boot.ts has found in the stored cart; undefined once the cart is loaded. */
  stored: number | undefined;
  addition: Addition | null;
  /** The last removal in this tab, until its next change. */
  removed: Removal | null;
  /** The list that was taken over last in this tab, until its next change. */
  taken: TakenList | null;
  /** Whether the browser stores the cart; otherwise it is lost when the page closes. */
  persisted: boolean;
  /** Whether the visitor has dismissed the warning that the cart is not stored. */
  warningDismissed: boolean;
}

/**
 * useCart holds the cart as this tab shows it. The actions that change it
 * (actions.ts) load only if a cart is stored or on the first addition.
 */
export const useCart = create<Cart>()(() => ({
  items: [],
  stored: typeof document === "undefined" ? 0 : Number(document.documentElement.dataset.cartLines ?? 0),
  addition: null,
  removed: null,
  taken: null,
  persisted: true,
  warningDismissed: false,
}));
