/** A line of the cart (specification, point 3). */
export interface CartItem {
  /** Identifies the line: the same article in the same variation has the same uid. */
  uid: string;
  /** 0 for a free line. */
  productId: number;
  slug: string;
  /** The part number; of a free line, what was typed. */
  sku: string;
  /** "" for a line that the visitor worded: no article of the catalogue stands behind it. */
  type: "simple" | "variation" | "bundle" | "";
  quantity: number;
  /** null: on request, as everything in this catalogue. */
  price: number | null;
  currency: string;
  image: string;
  /** The name per language code, and a variation's title. */
  translations: Readonly<Record<string, { name: string; title?: string }>>;
  variation: CartVariation | null;
  bundle: { mainProductId: number; relatedProductId: number | null } | null;
  meta: {
    chips?: readonly CartChip[];
    /** Of a set: what it consists of. */
    parts?: readonly CartPart[];
    /** What the visitor wants to say about the line. */
    note?: string;
    /** No article of the catalogue: what was typed is kept and asked for as it is. */
    free?: boolean;
  } & Readonly<Record<string, unknown>>;
}

/** A fact by which an article is told from others of its kind: DN 80, PN 40, M 20×1.5. */
export interface CartChip {
  code: string;
  /** With a decimal point. */
  value: string;
}

/** So many pieces of one article in a set. */
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

/** The largest quantity of one line; the server takes one more. */
export const maxQuantity = 999_999;
/** Lines of one request, as the server takes them; a cart may hold more. */
export const maxLines = 500;
/** Characters of a line's note. */
export const maxNote = 500;
/** Characters of a part number and of an uid, as the server reads them. */
export const maxKey = 200;

/** A line of the visitor's own words; the same words are the same line. */
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
