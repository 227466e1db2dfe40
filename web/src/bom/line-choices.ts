import { type CartItem, freeItem, maxKey, type NewCartItem } from "../domain/cart-item";
import type { Part, PartLine } from "./look-up";

/** What the visitor has changed about a line. */
interface Change {
  taken?: boolean;
  /** Place of the article among the line's items; `free`: none of them, but what is written. */
  choice?: number;
  quantity?: number;
}

/** The choice of none of a line's articles: what is written is asked for as it is. */
export const free = -1;

/** The changes by line. A line that is typed anew begins anew. */
export type Changes = Readonly<Record<string, Change>>;

export function changeKey({ line, text }: PartLine): string {
  return `${line} ${text}`;
}

/** A line with what the visitor decided, or would have decided. */
export interface Chosen {
  line: PartLine;
  taken: boolean;
  choice: number;
  quantity: number;
  /** What would be put into the cart. */
  item: NewCartItem;
}

/** Makes a line of the cart of an article, as the page's "add to cart" does. */
export type ItemOf = (part: Part, language: string) => NewCartItem;

/**
 * Decides about each line. Only an article's own number chooses it: one of
 * several is chosen by the visitor, and until then the words are asked for, so
 * that neither a guess nor a gap is sent. `exact`: of several, the number itself
 * chooses as well; a shared cart has no others.
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
    const named = exact ? items.findIndex(({ sku }) => sku === line.part) : free;
    const choice = change.choice ?? (line.state === "resolved" ? 0 : named);
    return {
      line,
      taken: change.taken ?? (line.state !== "heading" && line.hint !== "zero"),
      choice,
      quantity: change.quantity ?? line.quantity,
      item: noted(items[choice] ?? freeItem(wordsOf(line)), line.note),
    };
  });
}

function noted(item: NewCartItem, note: string | undefined): NewCartItem {
  return note ? { ...item, meta: { ...item.meta, note } } : item;
}

/** What is asked for where no article is: the number and the words, without quantity and position. */
export function wordsOf({ part, description, text }: PartLine): string {
  const words = [part, description].filter(Boolean).join(" ") || text.trim().replace(/\s+/g, " ");
  return words.slice(0, maxKey);
}

/** The lines of the cart that the decisions make. */
export function itemsOf(chosen: readonly Chosen[]): readonly CartItem[] {
  return chosen.flatMap(({ taken, item, quantity }) => (taken ? [{ ...item, quantity }] : []));
}

export interface Counts {
  recognised: number;
  /** Several articles fit, and none is chosen. */
  open: number;
  /** Asked for as they are written. */
  free: number;
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
