import type { Products, Variations } from "../content/model.gen";

/** A line of the cart (specification, point 3). */
export interface CartItem {
  /** Identifies the line: the same article in the same variation has the same uid. */
  uid: string;
  /** 0 for a free line. */
  productId: number;
  slug: string;
  /** The part number; of a free line, what was typed. */
  sku: string;
  /** "" for a free line, which has no article in the catalogue. */
  type: "simple" | "variation" | "bundle" | "";
  quantity: number;
  /** null: price on request, as for every article of this catalogue. */
  price: number | null;
  currency: string;
  image: string;
  /** The name per language code, and a variation's title. */
  translations: Readonly<Record<string, { name: string; title?: string }>>;
  variation: CartVariation | null;
  bundle: { mainProductId: number; relatedProductId: number | null } | null;
  meta: {
    chips?: readonly CartChip[];
    /** The parts, if the article is a set. */
    parts?: readonly CartPart[];
    /** The buyer's own number of the line, at most 40 characters: the server truncates it. */
    position?: string;
    /** The visitor's note on the line, at most maxNote characters. */
    note?: string;
    /** A free line: not an article of the catalogue, sent as typed. */
    free?: boolean;
  } & Readonly<Record<string, unknown>>;
}

/** A property that distinguishes an article from others of its kind: DN 80, PN 40, M 20×1.5. */
export interface CartChip {
  code: string;
  /** With a decimal point. */
  value: string;
  /** The value's names per language code, if it has any. */
  names?: Readonly<Record<string, string>>;
}

/** An article in a set, with its quantity. */
export interface CartPart {
  sku: string;
  quantity: number;
}

export interface CartVariation {
  id: number;
  title: string;
  attributes: readonly { attrId: number; valueId: number; value: string }[];
}

/** A line before it is in the cart. */
export type NewCartItem = Omit<CartItem, "quantity">;

export const defaultCurrency = "CHF";
export const defaultImage = "/fitting.png";
export const defaultQuantity = 1;

/** The largest quantity of one line; the server's limit is one higher. */
export const maxQuantity = 999_999;
/** The largest number of lines of a cart, and of a request. */
export const maxLines = 5000;
/** The largest length of a line's note, in characters. */
export const maxNote = 500;
/** The largest length of a part number or uid that the server accepts, in characters. */
export const maxKey = 200;

/** Returns a free line for a text; the same text always gives the same uid. */
export function freeItem(text: string): NewCartItem {
  const sku = text.trim().slice(0, maxKey - "free:".length);
  return {
    uid: `free:${sku}`,
    productId: 0,
    slug: "",
    sku,
    type: "",
    price: null,
    currency: defaultCurrency,
    image: defaultImage,
    translations: {},
    variation: null,
    bundle: null,
    meta: { free: true },
  };
}

/** itemNames returns the names and titles in all languages that were loaded with the records. */
export function itemNames(product: Products, variation?: Variations): NewCartItem["translations"] {
  const names: Record<string, { name: string; title?: string }> = {};
  const titles = new Map(variation?.translations?.map((row) => [row.languages_code, row.title]));
  for (const { languages_code: code, name } of product.translations ?? []) {
    if (typeof code !== "string" || !name) continue;
    const title = titles.get(code);
    names[code] = { name, ...(title ? { title } : {}) };
  }
  return names;
}
