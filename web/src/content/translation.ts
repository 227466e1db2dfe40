/** A row of a `translations` relation. */
export interface TranslationRow {
  languages_code?: unknown;
}

/** A record with its translations, as the content API gives it. */
export interface Translated<T extends TranslationRow> {
  translations?: readonly T[] | undefined;
  /** All language codes the record is translated into, where the reply carries one translation only. */
  translations_languages?: readonly string[] | undefined;
}

/**
 * The translation rule (specification, point 4): the current language's if
 * present, otherwise the first available one; undefined where there is none,
 * and built-in default content stands in.
 */
export function translation<T extends TranslationRow>(
  record: Translated<T> | null | undefined,
  language: string,
): T | undefined {
  const rows = record?.translations ?? [];
  return rows.find((row) => row.languages_code === language) ?? rows[0];
}

/**
 * The `lang` attribute for an element whose text comes from a translation:
 * undefined while it is in the page's own language.
 */
export function languageOf(row: TranslationRow | undefined, language: string): string | undefined {
  const code = row?.languages_code;
  return typeof code === "string" && code !== language ? code : undefined;
}
