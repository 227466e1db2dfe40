import { writeCookie } from "../browser/cookie";
import { readStored, removeStored, writeStored } from "../browser/storage";
import { cookies, languageRules, storageKeys } from "../constants";

declare global {
  interface WindowEventMap {
    languageChanged: CustomEvent<{ language: string }>;
  }
}

/** The language of an address without prefix: the first wish that is available, else the first available one, else German. */
export function chooseLanguage(wishes: readonly (string | null)[], available: readonly string[]): string {
  const wish = wishes.find((code) => code !== null && available.includes(code));
  return wish ?? available[0] ?? languageRules.default;
}

/**
 * Changes the language to an available one: keeps the choice and tells the
 * site, which shows it (`languageChanged`). False, and nothing happens, for any
 * other.
 */
export function changeLanguage(code: string, available: readonly string[]): boolean {
  if (!available.includes(code)) return false;
  saveLanguage(code);
  window.dispatchEvent(new CustomEvent("languageChanged", { detail: { language: code } }));
  return true;
}

/** Has every change of language shown by `show`; a failure is only logged. Returns what ends it. */
export function followLanguage(show: (code: string) => Promise<void>): () => void {
  const changed = ({ detail }: WindowEventMap["languageChanged"]) => {
    show(detail.language).catch((error: unknown) => console.error("Language change failed:", error));
  };
  window.addEventListener("languageChanged", changed);
  return () => window.removeEventListener("languageChanged", changed);
}

/** Keeps the choice where the server and the next visit find it. */
export function saveLanguage(code: string): void {
  writeStored(storageKeys.language, code);
  removeStored(storageKeys.oldLanguage);
  const { name, maxAge } = cookies.language;
  writeCookie(name, code, maxAge);
}

/** The saved choice, under either spelling of its key; the older one is moved to the newer. */
export function savedLanguage(): string | null {
  const old = readStored(storageKeys.oldLanguage);
  if (old !== null) {
    if (readStored(storageKeys.language) === null) writeStored(storageKeys.language, old);
    removeStored(storageKeys.oldLanguage);
  }
  return readStored(storageKeys.language);
}
