/** A language the site speaks, as it comes with the page. */
export interface Language {
  code: string;
  /** First segment of its addresses, such as "/fr". */
  prefix: string;
  /** For the `lang` attribute. */
  html: string;
  direction: "ltr" | "rtl";
  title: string;
  flag: string;
  /** May be chosen; the others answer under their prefix only. */
  available: boolean;
}

/**
 * The languages that have interface texts (specification, point 9), in the
 * order of the switcher. The server serves these where the content names none,
 * and further ones that the content does name.
 */
export const languages = [
  { code: "de-DE", prefix: "/de", html: "de", title: "Deutsch", flag: "de", direction: "ltr" },
  { code: "en-US", prefix: "/en", html: "en", title: "English", flag: "gb", direction: "ltr" },
  { code: "fr-FR", prefix: "/fr", html: "fr", title: "Français", flag: "fr", direction: "ltr" },
  { code: "it-IT", prefix: "/it", html: "it", title: "Italiano", flag: "it", direction: "ltr" },
] as const satisfies readonly Omit<Language, "available">[];

export type LanguageCode = (typeof languages)[number]["code"];

export function isLanguageCode(value: unknown): value is LanguageCode {
  return languages.some((language) => language.code === value);
}

/** Splits an address into its language's prefix ("" if none) and the rest. */
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

/** The page's address under a language's prefix ("" for none). */
export function addressIn(
  prefix: string,
  { path, search = {} }: { path: string; search?: Readonly<Record<string, string>> },
): string {
  const query = new URLSearchParams(search).toString();
  return (prefix + (path === "/" ? "" : path) || "/") + (query && `?${query}`);
}
