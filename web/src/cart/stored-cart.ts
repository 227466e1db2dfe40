import * as v from "valibot";
import { pack, unpack } from "../browser/packed";
import {
  type CartItem,
  defaultCurrency,
  defaultImage,
  defaultQuantity,
  maxLines,
  maxKey,
  maxNote,
  maxQuantity,
} from "../domain/cart-item";

/** StoredCart is the cart in local storage. */
export interface StoredCart {
  items: readonly CartItem[];
  /** The time of the last change, in ms since 1970. */
  updated: number;
  /** The cart's id; an emptied cart is followed by one with a new id. */
  cart: string;
  /** The ids of the latest changes that it contains, the newest last. */
  changes: readonly string[];
}

const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength));
const key = v.pipe(text(maxKey), v.nonEmpty());
const optional = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined as never);

/** validRows returns a function that drops the rows of a list that do not match the schema. */
function validRows<T extends v.GenericSchema>(schema: T) {
  return (rows: unknown[]) => rows.flatMap((row) => (v.is(schema, row) ? [row] : []));
}

const name = v.object({ name: text(500), title: v.optional(text(500)) });
const chip = v.object({ code: text(20), value: text(60) });
const part = v.object({ sku: text(maxKey), quantity: v.number() });
const attribute = v.object({ attrId: v.number(), valueId: v.number(), value: v.string() });

const meta = v.looseObject({
  chips: optional(v.pipe(v.array(v.unknown()), v.transform(validRows(chip)))),
  parts: optional(v.pipe(v.array(v.unknown()), v.transform(validRows(part)))),
  note: optional(
    v.pipe(
      v.string(),
      v.transform((note) => note.slice(0, maxNote)),
    ),
  ),
  free: optional(v.boolean()),
});

/** Every field has a fallback except those that identify the article. */
const item = v.pipe(
  v.object({
    uid: key,
    productId: v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
    slug: v.fallback(text(300), ""),
    sku: v.fallback(text(maxKey), ""),
    type: v.fallback(v.picklist(["simple", "variation", "bundle", ""]), "simple"),
    quantity: v.pipe(
      v.fallback(v.number(), defaultQuantity),
      v.transform((quantity) => Math.min(maxQuantity, Math.floor(quantity))),
      v.minValue(1),
    ),
    price: v.fallback(v.nullable(v.number()), null),
    currency: v.fallback(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)), defaultCurrency),
    // Only the site's own files: a request to another host would disclose the cart.
    image: v.fallback(v.pipe(text(2000), v.regex(/^\/[^/\\]/)), defaultImage),
    translations: v.fallback(
      v.pipe(
        v.record(v.string(), v.unknown()),
        v.transform((rows) =>
          Object.fromEntries(Object.entries(rows).flatMap(([code, row]) => (v.is(name, row) ? [[code, row]] : []))),
        ),
      ),
      {},
    ),
    variation: v.fallback(
      v.nullable(
        v.object({
          id: v.number(),
          title: v.fallback(text(500), ""),
          attributes: v.fallback(v.pipe(v.array(v.unknown()), v.transform(validRows(attribute))), []),
        }),
      ),
      null,
    ),
    bundle: v.fallback(
      v.nullable(v.object({ mainProductId: v.number(), relatedProductId: v.nullable(v.number()) })),
      null,
    ),
    meta: v.fallback(meta, {}),
  }),
  // The line must identify an article or contain free text.
  v.check(({ productId, sku, slug }) => productId > 0 || sku !== "" || slug !== ""),
);

const envelope = v.object({
  items: v.array(v.unknown()),
  updated: v.number(),
  cart: v.fallback(v.string(), ""),
  changes: v.fallback(v.array(v.string()), []),
});

/**
 * parseStoredCart reads a stored cart without trusting it: invalid fields are
 * replaced with defaults or dropped, and lines that identify nothing are dropped.
 * It returns null if the text is not a cart or no line is left.
 */
export function parseStoredCart(stored: string): StoredCart | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), envelope), unpack(stored));
  if (!read.success) return null;
  const items = new Map<string, CartItem>();
  for (const each of read.output.items.slice(0, maxLines)) {
    const line = v.safeParse(item, each);
    if (line.success && !items.has(line.output.uid)) items.set(line.output.uid, line.output as CartItem);
  }
  if (items.size === 0 && read.output.items.length > 0) return null;
  return { ...read.output, items: [...items.values()] };
}

/** formatStoredCart returns the text that parseStoredCart reads. */
export function formatStoredCart(cart: StoredCart): string {
  return pack(JSON.stringify(cart));
}
