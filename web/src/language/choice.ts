import { type LanguageCode, languageKey, oldLanguageKey } from "../lib/languages";
import type { PageContext } from "../lib/page-context";
import { readStored, removeStored, writeStored } from "../lib/storage";

/** How long the choice is kept in the cookie, in seconds. */
const cookieAge = 365 * 24 * 3600;

/** The page's address under a language's prefix. */
export function addressIn(prefix: string, page: Pick<PageContext, "path" | "search">): string {
  const query = new URLSearchParams(page.search).toString();
  const path = page.path === "/" || page.path === "" ? "" : page.path;
  return (prefix + path || "/") + (query ? `?${query}` : "");
}

/** Keeps the choice where the server and the next visit find it. */
export function saveLanguage(code: LanguageCode): void {
  writeStored(languageKey, code);
  removeStored(oldLanguageKey);
  document.cookie = `${languageKey}=${code}; Path=/; Max-Age=${cookieAge}; SameSite=Lax`;
}

/** The saved choice, under either spelling of its key; the older one is moved to the newer. */
export function savedLanguage(): string | null {
  const old = readStored(oldLanguageKey);
  if (old !== null) {
    if (readStored(languageKey) === null) writeStored(languageKey, old);
    removeStored(oldLanguageKey);
  }
  return readStored(languageKey);
}
