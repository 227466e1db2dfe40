import { type Texts, textsIn } from "../../i18n/texts";

const titles: Texts<string> = {
  "de-DE": "Katalog",
  "en-US": "Catalog",
  "fr-FR": "Catalogue",
  "it-IT": "Catalogo",
};

/** What the catalogue is called in breadcrumbs, and as a title where content has none in the page's language. */
export function catalogTitle(language: string): string {
  return textsIn(titles, language);
}
