import { writeCookie } from "../browser/cookie";
import { readStored, removeStored, writeStored } from "../browser/storage";
import { cookies, languageRules, storageKeys } from "../constants";
import { isPlain } from "../router/links";

declare global {
  interface WindowEventMap {
    languageChanged: CustomEvent<{ language: string }>;
  }
}

/** Returns the language of an address without prefix: the first preference that is available, else the first available language, else German. */
export function chooseLanguage(preferences: readonly (string | null)[], available: readonly string[]): string {
  const preferred = preferences.find((code) => code !== null && available.includes(code));
  return preferred ?? available[0] ?? languageRules.default;
}

/**
 * Changes the language to an available one: stores the choice and dispatches
 * `languageChanged`. Returns false without any effect for other languages.
 */
export function changeLanguage(code: string, available: readonly string[]): boolean {
  if (!available.includes(code)) return false;
  saveLanguage(code);
  window.dispatchEvent(new CustomEvent("languageChanged", { detail: { language: code } }));
  return true;
}

/**
 * Changes the language on a plain click on a link of LanguageLinks, and calls `show`
 * on every change; a failure is only logged. Returns the function that stops it.
 */
export function followLanguage(show: (code: string) => Promise<void>): () => void {
  const changed = ({ detail }: WindowEventMap["languageChanged"]) => {
    show(detail.language).catch((error: unknown) => console.error("Language change failed:", error));
  };
  const followed = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a.lang-a");
    if (link && isPlain(event) && changeLanguage(link.hreflang, [link.hreflang])) event.preventDefault();
  };
  window.addEventListener("languageChanged", changed);
  document.addEventListener("click", followed);
  return () => {
    window.removeEventListener("languageChanged", changed);
    document.removeEventListener("click", followed);
  };
}

/** Stores the choice in local storage for the next visit and in a cookie for the server. */
export function saveLanguage(code: string): void {
  writeStored(storageKeys.language, code);
  removeStored(storageKeys.oldLanguage);
  const { name, maxAge } = cookies.language;
  writeCookie(name, code, maxAge);
}

/** Returns the saved choice under either spelling of its key; the older key is moved to the newer one. */
export function savedLanguage(): string | null {
  const old = readStored(storageKeys.oldLanguage);
  if (old !== null) {
    if (readStored(storageKeys.language) === null) writeStored(storageKeys.language, old);
    removeStored(storageKeys.oldLanguage);
  }
  return readStored(storageKeys.language);
}
