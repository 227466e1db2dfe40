import { inLanguage } from "../i18n/translation";

/**
 * Parses a list that the content system stores as an array or as JSON text
 * (specification, point 3); returns `fallback` for any other value.
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

/** An entry of a text list, as in the footer and the contact blocks. */
export interface TextEntry {
  text: string;
  link?: string | null;
  languages_code?: string | null;
}

/**
 * Returns the entries of a text list in a language. The list may contain entries
 * and plain texts, be JSON text of both, or be a text with an entry per line.
 */
export function textEntries(value: unknown, language: string): readonly TextEntry[] {
  const plain = typeof value === "string" && !/^\s*[[{]/.test(value);
  const entries: readonly unknown[] = plain ? value.split(/\r?\n/) : parseList(value);
  return inLanguage(entries.flatMap(textEntry), language);
}

function textEntry(entry: unknown): TextEntry[] {
  if (typeof entry === "string") return entry.trim() ? [{ text: entry.trim() }] : [];
  if (typeof entry !== "object" || entry === null) return [];
  const { text, value, link, languages_code: code } = entry as Partial<TextEntry & { value: string }>;
  const shown = (text || value || link?.replace(/^(mailto|tel):/, ""))?.trim();
  return shown ? [{ text: shown, link: link ?? null, languages_code: code ?? null }] : [];
}
