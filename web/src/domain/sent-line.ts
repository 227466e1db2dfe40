import type { SentLine } from "../content/sent-request";
import { defaultCurrency, defaultImage, type NewCartItem } from "./cart-item";

/** What the server noted of a line, besides what was sent. */
const noted: ReadonlySet<string> = new Set(["known", "seen", "sent", "open"]);

/** A sent line as the cart holds it; what the server noted of it stays behind. */
export function cartLine(line: SentLine): NewCartItem {
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
