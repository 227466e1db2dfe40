/**
 * A list that the content system holds as an array or as its JSON text
 * (specification, point 3); `fallback` where it is neither.
 */
export function parseList<T>(value: unknown, fallback: readonly T[] = []): readonly T[] {
  if (Array.isArray(value)) return value as T[];
  if (typeof value !== "string" || value.trim() === "") return fallback;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? (parsed as T[]) : fallback;
  } catch {
    return fallback;
  }
}

/** The lines of a content value given as text, array or JSON text of an array. */
export function parseLines(value: unknown): readonly string[] {
  if (typeof value === "string" && !value.trim().startsWith("["))
    return value.split(/\r?\n/).filter((line) => line.trim() !== "");
  return parseList<unknown>(value).flatMap((entry) => {
    if (typeof entry === "string") return [entry];
    if (typeof entry === "object" && entry !== null) {
      const text: unknown = Object.values(entry)[0];
      return typeof text === "string" ? [text] : [];
    }
    return [];
  });
}

/**
 * Entries without `languages_code`, and those of the given language; of the
 * first available one where it has none.
 */
export function inLanguage<T extends { languages_code?: string | null }>(
  entries: readonly T[],
  language: string,
): readonly T[] {
  const codes = entries.flatMap(({ languages_code: code }) => code ?? []);
  const chosen = codes.includes(language) ? language : codes[0];
  return entries.filter(({ languages_code: code }) => !code || code === chosen);
}

/** A line of a list of texts, as footers have them. */
export interface TextEntry {
  text: string;
  link?: string | null;
  languages_code?: string | null;
}

/**
 * The lines of such a list in a language. Besides entries it may hold plain
 * texts, be the JSON text of all that, or a text of several lines.
 */
export function textEntries(value: unknown, language: string): readonly TextEntry[] {
  const plain = typeof value === "string" && !/^\s*[[{]/.test(value);
  const entries: readonly unknown[] = plain ? value.split(/\r?\n/) : parseList(value);
  return inLanguage(entries.flatMap(textEntry), language);
}

function textEntry(entry: unknown): TextEntry[] {
  if (typeof entry === "string") return entry.trim() ? [{ text: entry.trim() }] : [];
  if (typeof entry !== "object" || entry === null) return [];
  const { text, link, languages_code: code } = entry as Partial<TextEntry>;
  const shown = (text || link?.replace(/^(mailto|tel):/, ""))?.trim();
  return shown ? [{ text: shown, link: link ?? null, languages_code: code ?? null }] : [];
}
