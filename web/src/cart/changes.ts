import { type CartItem, defaultQuantity, maxKey, maxNote, maxQuantity, type NewCartItem } from "../domain/cart-item";

/** Change is a change to the lines of a cart; plain data, so that it can be applied again after another tab's write overwrote it. */
export type Change =
  /** Adds a line, or raises the quantity of an existing one and merges newer details. A quantity of 0 merges details only. */
  | { kind: "add"; item: NewCartItem; quantity: number }
  /** Appends the lines of a list; each stays a line of its own, also of an article that the cart has already. */
  | { kind: "append"; lines: readonly CartItem[] }
  /** Adds lines; one whose uid the cart has only sets its quantity. */
  | { kind: "put"; lines: readonly CartItem[] }
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
      return appended(items, change.lines);
    case "put": {
      const quantities = new Map(change.lines.map(({ uid, quantity }) => [uid, quantity]));
      const known = new Set(items.map(({ uid }) => uid));
      const changed = withQuantities(items, quantities, (_, quantity) => quantity);
      return [...changed, ...change.lines.filter(({ uid }) => !known.has(uid))];
    }
    case "quantity":
      return withQuantities(items, new Map([[change.uid, change.quantity]]), (_, quantity) => quantity);
    case "note":
      return items.map((item) => (item.uid === change.uid ? noted(item, change.note) : item));
    case "remove": {
      const removed = new Set(change.uids);
      return items.filter(({ uid }) => !removed.has(uid));
    }
    case "subtract":
      return withQuantities(
        items,
        new Map(change.lines.map(({ uid, quantity }) => [uid, quantity])),
        (former, quantity) => former - quantity,
      );
    case "restore":
      return change.lines.reduce((former, { item, at }) => restored(former, item, at), items);
  }
}

/** withQuantities changes the quantities of the lines that are keys of `changes`; a line without quantity is removed. */
function withQuantities(
  items: readonly CartItem[],
  changes: ReadonlyMap<string, number>,
  quantityOf: (former: number, change: number) => number,
): readonly CartItem[] {
  return items.flatMap((item) => {
    const change = changes.get(item.uid);
    if (change === undefined) return [item];
    const quantity = Math.min(maxQuantity, quantityOf(item.quantity, change));
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
 * appended returns the lines with those of a list, each under a uid of its own. A line with a position or a
 * note leaves the article's own uid free: an article that is added without them does not raise its quantity.
 */
function appended(items: readonly CartItem[], lines: readonly CartItem[]): readonly CartItem[] {
  const used = new Set(items.map(({ uid }) => uid));
  /** The number after the last one, by uid without number. */
  const next = new Map<string, number>();
  const added = lines.map((line) => {
    const own = line.uid.slice(0, maxKey - maxSuffix);
    let number = line.meta.position || line.meta.note ? 2 : 1;
    if (used.has(numbered(own, number))) number = next.get(own) ?? 2;
    while (used.has(numbered(own, number))) number++;
    next.set(own, number + 1);
    const uid = numbered(own, number);
    used.add(uid);
    return { ...line, uid };
  });
  return [...items, ...added];
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
