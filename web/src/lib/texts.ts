import type { LanguageCode } from "./languages";
import { usePage } from "./page-context";

/**
 * Declares a feature's interface texts, the same keys in every language, and
 * returns the hook that reads those of the page's language.
 */
export function defineTexts<T extends object>(texts: Record<LanguageCode, T>): () => T {
  return () => texts[usePage().language];
}
