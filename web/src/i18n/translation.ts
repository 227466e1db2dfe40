import { textsLanguage } from "./languages";

/** A row of a `translations` relation. */
export interface TranslationRow {
  languages_code?: unknown;
}

/** A record with its translations, as the content API returns it. */
export interface Translated<T extends TranslationRow> {
  translations?: readonly T[] | undefined;
  /** All language codes that the record is translated into, if the reply contains only one translation. */
  translations_languages?: readonly string[] | undefined;
}

/**
 * Returns a record's translation (specification, point 4): the current language's
 * if present, otherwise the first available one, otherwise `builtIn`, the
 * built-in default content; undefined if the caller has defaults for each text.
 */
export function translation<T extends TranslationRow>(
  record: Translated<T> | null | undefined,
  language: string,
): T | undefined;
export function translation<T extends TranslationRow, D>(
  record: Translated<T> | null | undefined,
  language: string,
  builtIn: D,
): T | D;
export function translation<T extends TranslationRow>(
  record: Translated<T> | null | undefined,
  language: string,
  builtIn?: unknown,
): unknown {
  const rows = record?.translations ?? [];
  const first = rows[0];
  if (first?.languages_code === language) return first;
  return rows.find((row) => row.languages_code === language) ?? first ?? builtIn;
}

/**
 * Applies the same rule to entries that each have their own language; returns
 * those of the resulting language and those without one.
 */
export function inLanguage<T extends TranslationRow>(entries: readonly T[], language: string): readonly T[] {
  const chosen = translation({ translations: entries.filter(({ languages_code: code }) => code) }, language);
  return entries.filter(({ languages_code: code }) => !code || code === chosen?.languages_code);
}

/**
 * Returns the `lang` attribute of an element with a translated text; undefined if
 * the text is in the language of the interface texts around it.
 */
export function languageOf(row: TranslationRow | undefined, language: string): string | undefined {
  const code = row?.languages_code;
  return typeof code === "string" && code !== textsLanguage(language) ? code : undefined;
}

/** A text, with its language if that is not the interface texts'. */
export interface Label {
  text: string;
  lang: string | undefined;
}

/** Returns the text of a translation, else the built-in one. */
export function labelOf(
  row: TranslationRow | undefined,
  text: string | null | undefined,
  builtIn: string,
  language: string,
): Label {
  return text ? { text, lang: languageOf(row, language) } : { text: builtIn, lang: undefined };
}
