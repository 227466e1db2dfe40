import { type Texts, textsIn } from "../../i18n/texts";

const titles: Texts<string> = {
  "de-DE": "Katalog",
  "en-US": "Catalog",
  "fr-FR": "Catalogue",
  "it-IT": "Catalogo",
};

/** catalogTitle returns the catalogue's name for breadcrumbs, and for the title if content has none in the page's language. */
export function catalogTitle(language: string): string {
  return textsIn(titles, language);
}
