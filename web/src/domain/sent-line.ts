import { defaultCurrency, defaultImage, type NewCartItem } from "./cart-item";

/** A line of a sent request: the cart's line, with the properties that the server has added. */
export interface SentLine {
  uid: string;
  slug?: string;
  sku?: string;
  quantity: number;
  translations?: Readonly<Record<string, { name?: string; title?: string }>>;
  variation?: { title?: string } | null;
  meta?: Readonly<Record<string, unknown>>;
}

/** The properties of `meta` that the server adds to a line. */
const addedByServer: ReadonlySet<string> = new Set(["known", "seen", "sent", "open", "values"]);

/** Returns a sent line as a cart line, without the properties that the server has added. */
export function toCartItem(line: SentLine): NewCartItem {
  const item = {
    productId: 0,
    slug: "",
    sku: "",
    type: "simple",
    price: null,
    currency: defaultCurrency,
    image: defaultImage,
    variation: null,
    bundle: null,
    translations: {},
    ...line,
    meta: Object.fromEntries(Object.entries(line.meta ?? {}).filter(([name]) => !addedByServer.has(name))),
  };
  return item as NewCartItem;
}

/** Reports whether the line is an article of the catalogue, not typed text. */
export function isKnown({ meta }: SentLine): boolean {
  return meta?.free !== true && meta?.known !== false;
}
