import type { LanguageCode } from "../lib/languages";

/** What the catalogue is called in breadcrumbs, and as a title where content has none in the page's language. */
export const catalogTitles: Record<LanguageCode, string> = {
  "de-DE": "Katalog",
  "en-US": "Catalog",
  "fr-FR": "Catalogue",
  "it-IT": "Catalogo",
};
