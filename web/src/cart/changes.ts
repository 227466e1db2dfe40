import { type CartItem, defaultQuantity, maxKey, maxNote, maxQuantity, type NewCartItem } from "../domain/cart-item";

/** Change is a change to the lines of a cart; plain data, so that it can be applied again after another tab's write overwrote it. */
export type Change =
  /** Adds a line, or raises the quantity of an existing one and merges newer details. A quantity of 0 merges details only. */
  | { kind: "add"; item: NewCartItem; quantity: number }
  /** Appends the lines of a list; each stays a line of its own, also of an article that the cart has already. */
  | { kind: "append"; lines: readonly CartItem[] }
  /** 0 or less removes the line. */
  | { kind: "quantity"; uid: string; quantity: number }
  | { kind: "note"; uid: string; note: string }
  | { kind: "remove"; uids: readonly string[] }
  /** Lowers quantities; a line without quantity is removed. */
  | { kind: "subtract"; lines: readonly Pick<CartItem, "uid" | "quantity">[] }
  /** Restores removed lines at their positions. */
  | { kind: "restore"; lines: readonly RemovedLine[] };

export interface RemovedLine {
  item: CartItem;
  /** The line's index. */
  at: number;
}

/** applyChange returns the lines after a change. */
export function applyChange(items: readonly CartItem[], change: Change): readonly CartItem[] {
  switch (change.kind) {
    case "add":
      return added(items, change.item, change.quantity);
    case "append":
      return change.lines.reduce(appended, items);
    case "quantity":
      return withQuantity(items, change.uid, () => change.quantity);
    case "note":
      return items.map((item) => (item.uid === change.uid ? noted(item, change.note) : item));
    case "remove":
      return items.filter(({ uid }) => !change.uids.includes(uid));
    case "subtract":
      return change.lines.reduce(
        (left, { uid, quantity }) => withQuantity(left, uid, (former) => former - quantity),
        items,
      );
    case "restore":
      return change.lines.reduce((former, { item, at }) => restored(former, item, at), items);
  }
}

function withQuantity(
  items: readonly CartItem[],
  uid: string,
  quantityOf: (former: number) => number,
): readonly CartItem[] {
  return items.flatMap((item) => {
    if (item.uid !== uid) return [item];
    const quantity = Math.min(maxQuantity, quantityOf(item.quantity));
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
}

function added(items: readonly CartItem[], item: NewCartItem, quantity = defaultQuantity): readonly CartItem[] {
  const existing = items.find(({ uid }) => uid === item.uid);
  if (!existing) return quantity > 0 ? [...items, { ...item, quantity: Math.min(maxQuantity, quantity) }] : items;
  const merged: CartItem = {
    ...existing,
    ...item,
    translations: { ...existing.translations, ...item.translations },
    meta: { ...existing.meta, ...item.meta },
    quantity: Math.min(maxQuantity, existing.quantity + Math.max(0, quantity)),
  };
  return items.map((line) => (line === existing ? merged : line));
}

/**
 * appended returns the lines with one more, under a uid of its own. A line with a position or a note leaves
 * the article's own uid free: an article that is added without them does not raise its quantity.
 */
function appended(items: readonly CartItem[], line: CartItem): readonly CartItem[] {
  const used = new Set(items.map(({ uid }) => uid));
  const own = line.uid.slice(0, maxKey - maxSuffix);
  let number = line.meta.position || line.meta.note ? 2 : 1;
  while (used.has(numbered(own, number))) number++;
  return [...items, { ...line, uid: numbered(own, number) }];
}

/** The maximum length of the suffix of a uid. */
const maxSuffix = 6;

function numbered(uid: string, number: number): string {
  return number === 1 ? uid : `${uid}#${number}`;
}

function noted(item: CartItem, note: string): CartItem {
  const { note: _, ...meta } = item.meta;
  return { ...item, meta: note === "" ? meta : { ...meta, note: note.slice(0, maxNote) } };
}

function restored(items: readonly CartItem[], item: CartItem, at: number): readonly CartItem[] {
  if (items.some(({ uid }) => uid === item.uid)) return added(items, item, item.quantity);
  return items.toSpliced(Math.min(at, items.length), 0, item);
}
