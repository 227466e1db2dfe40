import type { Categories } from "../content/model.gen";
import { defineTexts } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";

const useTitleTexts = defineTexts({
  "de-DE": { category: "Kategorie" },
  "en-US": { category: "Category" },
  "fr-FR": { category: "Catégorie" },
  "it-IT": { category: "Categoria" },
});

/** useCategoryTitle returns a category's title and its language; a category without a title is named by its id. */
export function useCategoryTitle(category: Categories): { title: string; lang: string | undefined } {
  const { language } = usePage();
  const texts = useTitleTexts();
  const text = translation(category, language);
  return { title: text?.title || `${texts.category} ${category.id}`, lang: languageOf(text, language) };
}
