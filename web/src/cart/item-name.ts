import { translation } from "../content/translation";
import type { NewCartItem } from "../lib/cart-item";

/** An article's name with its variation, in the language or else the first there is. */
export function itemName({ translations, sku, variation }: NewCartItem, language: string): string {
  const rows = Object.entries(translations).map(([code, { name }]) => ({ languages_code: code, name }));
  const name = translation({ translations: rows }, language)?.name ?? sku;
  return variation ? `${name} ${variation.title}`.trim() : name;
}
