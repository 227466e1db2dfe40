import { type CartItem, freeItem, maxKey, maxNote, maxQuantity, type NewCartItem } from "../domain/cart-item";
import { readQuantity } from "../i18n/read-quantity";
import type { Part, PartLine } from "./look-up";

/** The longest position that the server keeps, in characters. */
export const maxPosition = 40;

/** Change is the visitor's changes to a line. */
interface Change {
  /** Whether the line is requested. */
  taken?: boolean;
  /** The index of the article among the line's items, or `free`. */
  choice?: number;
  /** The quantity as typed. */
  quantity?: string;
  note?: string;
  /** The key of the earlier line that this one was merged into. */
  into?: string;
  /** The line is in the cart. */
  added?: boolean;
}

/** The choice of none of a line's articles: the line is requested as free text. */
export const free = -1;

/** Changes is the changes by Row.key. */
export type Changes = Readonly<Record<string, Change>>;

/**
 * RowState is what becomes of a line: "sure" is requested as an article, "free" as
 * text, "ask" waits for a choice, "none" is no position.
 */
export type RowState = "sure" | "ask" | "free" | "none";

export const rowStates: readonly RowState[] = ["sure", "ask", "free", "none"];

/** Row is a line with the visitor's choices or their defaults. */
export interface Row {
  /** The line's text, with a number if an earlier line has the same: it survives changes of other lines. */
  key: string;
  line: PartLine;
  state: RowState;
  choice: number;
  /** The quantity as typed, and as a number; null if it is none. */
  typed: string;
  quantity: number | null;
  /** The positions of the line and of those merged into it. */
  position: string;
  note: string;
  /** The resulting cart item; of a line that waits for a choice or is no position, its text. */
  item: NewCartItem;
  /** The earlier line with the same article or text. */
  like?: Row;
  /** The earlier line that this one was merged into. */
  into?: Row;
  /** The visitor has excluded the line. */
  left: boolean;
}

/** ItemOf returns the cart item of an article, as the page's "add to cart" creates it. */
export type ItemOf = (part: Part, language: string) => NewCartItem;

/**
 * choose returns each line that is not in the cart yet with its choices. An
 * ambiguous line waits for a choice, so that neither a guess nor a gap is sent.
 * With `exact`, as in a shared cart, it is the article whose part number is equal,
 * else free text, as it was in the cart.
 */
export function choose(
  lines: readonly PartLine[],
  changes: Changes,
  language: string,
  itemOf: ItemOf,
  exact = false,
): readonly Row[] {
  const keys = keysOf(lines);
  const positions = mergedPositions(lines, keys, changes);
  const byKey = new Map<string, Row>();
  const byArticle = new Map<string, Row>();
  for (const [index, line] of lines.entries()) {
    const key = keys[index] ?? "";
    const change = changes[key] ?? {};
    if (change.added) continue;
    const into = change.into === undefined ? undefined : byKey.get(change.into);
    const taken = change.taken ?? (line.state !== "heading" && line.hint !== "zero");
    const choice = change.choice ?? defaultChoice(line, exact ? itemOf : null, language);
    const state = taken && !into ? stateOf(choice) : "none";
    const part = state === "sure" ? line.items[choice ?? free] : undefined;
    const item = part ? itemOf(part, language) : freeItem(wordsOf(line));
    const typed = change.quantity ?? String(Math.max(1, line.quantity));
    const article = state === "ask" ? `line ${line.duplicateOf ?? line.id}` : item.uid;
    const like = state === "none" ? undefined : byArticle.get(article);
    const row: Row = {
      key,
      line,
      state,
      choice: choice ?? free,
      typed,
      quantity: readQuantity(typed, language) || null,
      position: [line.position, ...(positions.get(key) ?? [])].filter(Boolean).join(", ").slice(0, maxPosition),
      note: change.note ?? line.note ?? "",
      item,
      left: change.taken === false,
      ...(like ? { like } : {}),
      ...(into ? { into } : {}),
    };
    byKey.set(key, row);
    if (state !== "none" && !like) byArticle.set(article, row);
  }
  return [...byKey.values()];
}

/** keysOf returns the keys of lines; of equal texts, all but the first are numbered. */
function keysOf(lines: readonly PartLine[]): readonly string[] {
  const seen = new Map<string, number>();
  return lines.map(({ text }) => {
    const number = (seen.get(text) ?? 0) + 1;
    seen.set(text, number);
    return number === 1 ? text : `${text}\n#${number}`;
  });
}

/** mergedPositions returns the positions that were merged into lines, by the keys of those. */
function mergedPositions(
  lines: readonly PartLine[],
  keys: readonly string[],
  changes: Changes,
): ReadonlyMap<string, readonly string[]> {
  const positions = new Map<string, readonly string[]>();
  for (const [index, { position }] of lines.entries()) {
    const into = changes[keys[index] ?? ""]?.into;
    if (into !== undefined && position) positions.set(into, [...(positions.get(into) ?? []), position]);
  }
  return positions;
}

/** defaultChoice returns the choice of a line that the visitor has not changed; undefined if one is needed. */
function defaultChoice(line: PartLine, exactItemOf: ItemOf | null, language: string): number | undefined {
  if (line.state === "resolved") return 0;
  if (line.state !== "ambiguous") return free;
  return exactItemOf ? line.items.findIndex((part) => exactItemOf(part, language).sku === line.part) : undefined;
}

function stateOf(choice: number | undefined): RowState {
  if (choice === undefined) return "ask";
  return choice === free ? "free" : "sure";
}

/** wordsOf returns the free text of a line: part number and description, without quantity and position. */
export function wordsOf({ part, description, text }: PartLine): string {
  const words = [part, description].filter(Boolean).join(" ") || text.trim().replace(/\s+/g, " ");
  return words.slice(0, maxKey);
}

/** isReady reports whether a row can be requested. */
export function isReady({ state }: Row): boolean {
  return state === "sure" || state === "free";
}

/** itemsOf returns the cart items of rows that are ready. */
export function itemsOf(rows: readonly Row[]): readonly CartItem[] {
  return rows.filter(isReady).map(({ item, quantity, position, note }) => ({
    ...item,
    quantity: quantity ?? 1,
    meta: { ...item.meta, ...(position ? { position } : {}), ...(note ? { note: note.slice(0, maxNote) } : {}) },
  }));
}

/** countsOf returns the number of rows in each state. */
export function countsOf(rows: readonly Row[]): Readonly<Record<RowState, number>> {
  const counts = { sure: 0, ask: 0, free: 0, none: 0 };
  for (const { state } of rows) counts[state]++;
  return counts;
}

/** changed returns the changes with one more. */
export function changed(changes: Changes, { key }: Row, change: Change): Changes {
  return { ...changes, [key]: { ...changes[key], ...change } };
}

/** canMerge reports whether a row repeats an earlier one and both have quantities that a line can hold. */
export function canMerge({ like, quantity }: Row): boolean {
  return !!like && like.quantity !== null && quantity !== null && like.quantity + quantity <= maxQuantity;
}

/** merge adds a row's quantity, position and remark to the earlier row with the same article. */
export function merge(changes: Changes, row: Row): Changes {
  const { like: first, quantity } = row;
  if (!first || !canMerge(row)) return changes;
  const notes = first.note.split("; ").includes(row.note) ? [first.note] : [first.note, row.note];
  const note = notes.filter(Boolean).join("; ").slice(0, maxNote);
  const total = String((first.quantity ?? 0) + (quantity ?? 0));
  return changed(changed(changes, first, { quantity: total, note }), row, { into: first.key });
}

/** separate undoes merge; a quantity that the visitor has changed since stays at least 1. */
export function separate(changes: Changes, row: Row): Changes {
  const { into: first } = row;
  if (!first) return changes;
  const { into: _, ...others } = changes[row.key] ?? {};
  const rest = { ...changes, [row.key]: others };
  const quantity = String(Math.max(1, (first.quantity ?? 1) - (row.quantity ?? 0)));
  const own = row.note !== "" && row.note !== first.line.note;
  const ending = first.note === row.note ? row.note : `; ${row.note}`;
  const note = own && first.note.endsWith(ending) ? first.note.slice(0, -ending.length) : first.note;
  return changed(rest, first, { quantity, note });
}

/** takenOver returns the changes after rows, and those merged into them, were added to the cart. */
export function takenOver(changes: Changes, rows: readonly Row[], added: ReadonlySet<Row>): Changes {
  const gone = rows.filter((row) => added.has(row) || (row.into && added.has(row.into)));
  return { ...changes, ...Object.fromEntries(gone.map(({ key }) => [key, { added: true }])) };
}
