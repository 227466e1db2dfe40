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

/** Entries without `languages_code`, and those of the given language. */
export function inLanguage<T extends { languages_code?: string | null }>(
  entries: readonly T[],
  language: string,
): readonly T[] {
  return entries.filter((entry) => !entry.languages_code || entry.languages_code === language);
}
