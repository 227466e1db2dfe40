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
 * present, otherwise the first available one. If there is none, the built-in
 * default content stands in: `builtIn`, or nothing where it stands beside the
 * single texts.
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
 * The same rule for entries that each carry their own language: those of the
 * chosen one, and those that belong to none.
 */
export function inLanguage<T extends TranslationRow>(entries: readonly T[], language: string): readonly T[] {
  const chosen = translation({ translations: entries.filter(({ languages_code: code }) => code) }, language);
  return entries.filter(({ languages_code: code }) => !code || code === chosen?.languages_code);
}

/**
 * The `lang` attribute for an element whose text comes from a translation:
 * undefined while it is in the page's own language.
 */
export function languageOf(row: TranslationRow | undefined, language: string): string | undefined {
  const code = row?.languages_code;
  return typeof code === "string" && code !== language ? code : undefined;
}
