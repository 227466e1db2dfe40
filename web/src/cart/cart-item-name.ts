import type { NewCartItem } from "../domain/cart-item";
import { languageOf, translation } from "../i18n/translation";

/** The translation of an article's name, in the language or else the first there is. */
function nameIn({ translations }: NewCartItem, language: string) {
  const rows = Object.entries(translations).map(([code, texts]) => ({ languages_code: code, ...texts }));
  return translation({ translations: rows }, language);
}

/** An article's name with its variation; of a free line, what was typed. */
export function cartItemName(item: NewCartItem, language: string): string {
  const { name = item.sku || item.slug, title = item.variation?.title ?? "" } = nameIn(item, language) ?? {};
  return item.variation ? `${name} ${title}`.trim() : name;
}

/** The `lang` attribute for an article's name: undefined where it is in the page's language. */
export function itemLanguage(item: NewCartItem, language: string): string | undefined {
  return languageOf(nameIn(item, language), language);
}
