import { translation } from "../content/translation";
import type { NewCartItem } from "../lib/cart-item";

/** An article's name with its variation, in the language or else the first there is. */
export function itemName({ translations, sku, variation }: NewCartItem, language: string): string {
  const rows = Object.entries(translations).map(([code, texts]) => ({ languages_code: code, ...texts }));
  const { name = sku, title = variation?.title ?? "" } = translation({ translations: rows }, language) ?? {};
  return variation ? `${name} ${title}`.trim() : name;
}
