import type { NewCartItem } from "../domain/cart-item";
import { languageOf, translation } from "../i18n/translation";

/** nameIn returns the translation of an article's name in the language, else the first one. */
function nameIn({ translations }: NewCartItem, language: string) {
  const rows = Object.entries(translations).map(([code, texts]) => ({ languages_code: code, ...texts }));
  return translation({ translations: rows }, language);
}

/** cartItemName returns an article's name with its variation; for a free-text line, the typed text. */
export function cartItemName(item: NewCartItem, language: string): string {
  const { name = item.sku || item.slug, title = item.variation?.title ?? "" } = nameIn(item, language) ?? {};
  return item.variation ? `${name} ${title}`.trim() : name;
}

/** itemLanguage returns the `lang` attribute for an article's name; undefined if it is in the page's language. */
export function itemLanguage(item: NewCartItem, language: string): string | undefined {
  return languageOf(nameIn(item, language), language);
}
