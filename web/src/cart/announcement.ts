import type { NewCartItem } from "../domain/cart-item";
import { type Texts, textsIn } from "../i18n/texts";
import { cartItemName } from "./cart-item-name";

const texts: Texts<{ added: (name: string, count: number) => string }> = {
  "de-DE": { added: (name, count) => `${name} ist im Warenkorb. ${count} Artikel.` },
  "en-US": { added: (name, count) => `${name} is in the cart. ${count} ${count === 1 ? "item" : "items"}.` },
  "fr-FR": { added: (name, count) => `${name} est dans le panier. ${count} ${count === 1 ? "article" : "articles"}.` },
  "it-IT": { added: (name, count) => `${name} è nel carrello. ${count} ${count === 1 ? "articolo" : "articoli"}.` },
};

/** Returns the status text of an addition, for screen readers; `count` is the number of lines in the cart. */
export function announcement(item: NewCartItem, count: number, language: string): string {
  return textsIn(texts, language).added(cartItemName(item, language), count);
}
