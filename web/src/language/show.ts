import { addressIn, type Language, splitPrefix } from "../i18n/languages";
import { navigate } from "../router/navigate";
import { useOverlays } from "../router/overlay-stack";
import { changeLanguage, chooseLanguage, savedLanguage, saveLanguage } from "./choice";

/**
 * Shows the page in another language without loading a document: under the other
 * prefix, or at the same address if it has none. Resolves when the page is shown
 * or a later navigation has cancelled this one; throws for an unknown language.
 */
export async function showLanguage(code: string, languages: readonly Language[]): Promise<void> {
  const language = languages.find((each) => each.code === code);
  if (!language) throw new Error(`no language ${code}`);
  const { pathname, search, hash } = window.location;
  const { prefix, path } = splitPrefix(pathname, languages);
  const address = addressIn(prefix && language.prefix, { path });
  useOverlays.getState().closeAll();
  await navigate(address + search + hash, { replace: address === pathname, keepScroll: true, language: code });
}

/** On an address without prefix, shows the saved language if it is available, and updates cookie and local storage. */
export function setSavedLanguage(languages: readonly Language[]): void {
  const saved = savedLanguage();
  if (saved === null || splitPrefix(window.location.pathname, languages).prefix) return;
  const shown = document.documentElement.dataset.language ?? null;
  const available = languages.filter((language) => language.available).map(({ code }) => code);
  const language = chooseLanguage([saved, shown], available);
  if (language === shown) saveLanguage(language);
  else changeLanguage(language, available);
}
