import { usePage } from "../router/page-context";
import { type LanguageCode, textsLanguage } from "./languages";

/** Interface texts by language, with the same keys in each. */
export type Texts<T> = Readonly<Record<LanguageCode, T>>;

/** Returns the texts of a language; the English ones if it has none. */
export function textsIn<T>(texts: Texts<T>, language: string): T {
  return texts[textsLanguage(language)];
}

/** Declares a feature's interface texts; returns the hook that reads those of the page's language. */
export function defineTexts<T extends object>(texts: Texts<T>): () => T {
  return () => textsIn(texts, usePage().language);
}
