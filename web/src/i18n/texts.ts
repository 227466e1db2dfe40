import { languageRules } from "../constants";
import { usePage } from "../router/page-context";
import { isLanguageCode, type LanguageCode } from "./languages";

/** Interface texts, the same keys in every language that has them. */
export type Texts<T> = Readonly<Record<LanguageCode, T>>;

/** The texts of a language; the English ones of a language without texts. */
export function textsIn<T>(texts: Texts<T>, language: string): T {
  return texts[isLanguageCode(language) ? language : languageRules.text];
}

/** Declares a feature's interface texts, and returns the hook that reads those of the page's language. */
export function defineTexts<T extends object>(texts: Texts<T>): () => T {
  return () => textsIn(texts, usePage().language);
}
