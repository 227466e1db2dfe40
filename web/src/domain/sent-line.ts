import { defaultCurrency, defaultImage, type NewCartItem } from "./cart-item";

/** A line of a sent request: what the cart held, with what was sent beside it. */
export interface SentLine {
  uid: string;
  slug?: string;
  sku?: string;
  quantity: number;
  translations?: Readonly<Record<string, { name?: string; title?: string }>>;
  variation?: { title?: string } | null;
  meta?: Readonly<Record<string, unknown>>;
}

/** What the server noted of a line, besides what was sent. */
const noted: ReadonlySet<string> = new Set(["known", "seen", "sent", "open"]);

/** A sent line as the cart holds it; what the server noted of it stays behind. */
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
    meta: Object.fromEntries(Object.entries(line.meta ?? {}).filter(([name]) => !noted.has(name))),
  };
  return item as NewCartItem;
}

/** Whether the catalogue has the article; a line may also be text that somebody typed. */
export function isKnown({ meta }: SentLine): boolean {
  return meta?.free !== true && meta?.known !== false;
}
