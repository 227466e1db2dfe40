import { languageRules } from "../constants";

/** A language of the site. */
export interface Language {
  code: string;
  /** The first segment of its addresses, such as "/fr". */
  prefix: string;
  /** For the `lang` attribute. */
  html: string;
  direction: "ltr" | "rtl";
  title: string;
  flag: string;
  /** Whether visitors may choose it; other languages are served under their prefix only. */
  available: boolean;
}

/**
 * The languages that have interface texts (specification, point 9), in the
 * order of the switcher. The server uses this list if the content names no
 * languages; the content may add further ones.
 */
export const languages = [
  { code: "de-DE", prefix: "/de", html: "de", title: "Deutsch", flag: "de", direction: "ltr" },
  { code: "en-US", prefix: "/en", html: "en", title: "English", flag: "gb", direction: "ltr" },
  { code: "fr-FR", prefix: "/fr", html: "fr", title: "Français", flag: "fr", direction: "ltr" },
  { code: "it-IT", prefix: "/it", html: "it", title: "Italiano", flag: "it", direction: "ltr" },
] as const satisfies readonly Omit<Language, "available">[];

export type LanguageCode = (typeof languages)[number]["code"];

function isLanguageCode(value: unknown): value is LanguageCode {
  return languages.some((language) => language.code === value);
}

/** Returns the language of the interface texts on a page: English where a language has none. */
export function textsLanguage(language: string): LanguageCode {
  return isLanguageCode(language) ? language : languageRules.text;
}

/** Splits a path into its language prefix ("" if none) and the rest. */
export function splitPrefix(
  pathname: string,
  known: readonly Pick<Language, "code" | "prefix">[],
): { prefix: string; path: string; language: string | undefined } {
  for (const { prefix, code } of known) {
    if (pathname === prefix) return { prefix, path: "/", language: code };
    if (pathname.startsWith(`${prefix}/`)) return { prefix, path: pathname.slice(prefix.length), language: code };
  }
  return { prefix: "", path: pathname, language: undefined };
}

/** Returns the page's address under a language prefix ("" for none). */
export function addressIn(
  prefix: string,
  { path, search = {} }: { path: string; search?: Readonly<Record<string, string>> },
): string {
  const query = new URLSearchParams(search).toString();
  return (prefix + (path === "/" ? "" : path) || "/") + (query && `?${query}`);
}
