/** The languages of the site (specification, point 9), in the order of the switcher. */
export const languages = [
  { code: "de-DE", prefix: "/de", html: "de", title: "Deutsch", flag: "de", direction: "ltr" },
  { code: "en-US", prefix: "/en", html: "en", title: "English", flag: "gb", direction: "ltr" },
  { code: "fr-FR", prefix: "/fr", html: "fr", title: "Français", flag: "fr", direction: "ltr" },
  { code: "it-IT", prefix: "/it", html: "it", title: "Italiano", flag: "it", direction: "ltr" },
] as const;

export type LanguageCode = (typeof languages)[number]["code"];

/** The key of the saved choice, in the cookie and in local storage. */
export const languageKey = "selected-language";

/** A second spelling older versions wrote; it is read once and deleted. */
export const oldLanguageKey = "selectedLanguage";

export function isLanguageCode(value: unknown): value is LanguageCode {
  return languages.some((language) => language.code === value);
}

/** Splits an address into its language prefix ("" if none) and the rest. */
export function splitPrefix(pathname: string): { prefix: string; path: string } {
  for (const { prefix } of languages) {
    if (pathname === prefix) return { prefix, path: "/" };
    if (pathname.startsWith(`${prefix}/`)) return { prefix, path: pathname.slice(prefix.length) };
  }
  return { prefix: "", path: pathname };
}
