import { type CartItem, freeItem, maxKey, type NewCartItem } from "../domain/cart-item";
import type { Part, PartLine } from "./look-up";

/** Change is the visitor's changes to a line. */
interface Change {
  taken?: boolean;
  /** The index of the article among the line's items, or `free`. */
  choice?: number;
  quantity?: number;
}

/** The choice of none of a line's articles: the line is requested as free text. */
export const free = -1;

/** Changes is the changes by changeKey, which includes the text, so that an edited line has none. */
export type Changes = Readonly<Record<string, Change>>;

export function changeKey({ line, text }: PartLine): string {
  return `${line} ${text}`;
}

/** Chosen is a line with the visitor's choices or their defaults. */
export interface Chosen {
  line: PartLine;
  taken: boolean;
  choice: number;
  quantity: number;
  /** The resulting cart item. */
  item: NewCartItem;
}

/** ItemOf returns the cart item of an article, as the page's "add to cart" creates it. */
export type ItemOf = (part: Part, language: string) => NewCartItem;

/**
 * choose returns each line with its choices. Only an unambiguous part number selects
 * an article; an ambiguous line is free text until the visitor chooses, so that
 * neither a guess nor a gap is sent. With `exact`, as in a shared cart, an ambiguous
 * line selects the article whose part number is equal.
 */
export function choose(
  lines: readonly PartLine[],
  changes: Changes,
  language: string,
  itemOf: ItemOf,
  exact = false,
): readonly Chosen[] {
  return lines.map((line) => {
    const change = changes[changeKey(line)] ?? {};
    const items = line.items.map((part) => itemOf(part, language));
    const exactMatch = exact ? items.findIndex(({ sku }) => sku === line.part) : free;
    const choice = change.choice ?? (line.state === "resolved" ? 0 : exactMatch);
    return {
      line,
      taken: change.taken ?? (line.state !== "heading" && line.hint !== "zero"),
      choice,
      quantity: change.quantity ?? line.quantity,
      item: withNote(items[choice] ?? freeItem(wordsOf(line)), line.note),
    };
  });
}

function withNote(item: NewCartItem, note: string | undefined): NewCartItem {
  return note ? { ...item, meta: { ...item.meta, note } } : item;
}

/** wordsOf returns the free text of a line: part number and description, without quantity and position. */
export function wordsOf({ part, description, text }: PartLine): string {
  const words = [part, description].filter(Boolean).join(" ") || text.trim().replace(/\s+/g, " ");
  return words.slice(0, maxKey);
}

/** itemsOf returns the cart items of the included lines. */
export function itemsOf(chosen: readonly Chosen[]): readonly CartItem[] {
  return chosen.flatMap(({ taken, item, quantity }) => (taken ? [{ ...item, quantity }] : []));
}

export interface Counts {
  recognised: number;
  /** Ambiguous lines without a choice. */
  open: number;
  /** Lines requested as free text. */
  free: number;
  /** Excluded lines. */
  left: number;
}

export function countsOf(chosen: readonly Chosen[]): Counts {
  const counts: Counts = { recognised: 0, open: 0, free: 0, left: 0 };
  for (const { line, taken, choice } of chosen) {
    if (!taken) counts.left++;
    else if (choice !== free) counts.recognised++;
    else if (line.state === "ambiguous") counts.open++;
    else counts.free++;
  }
  return counts;
}
