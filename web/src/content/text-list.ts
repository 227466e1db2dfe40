import { inLanguage } from "../i18n/translation";

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

/** A line of a list of texts, as footers and contact blocks have them. */
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
  const { text, value, link, languages_code: code } = entry as Partial<TextEntry & { value: string }>;
  const shown = (text || value || link?.replace(/^(mailto|tel):/, ""))?.trim();
  return shown ? [{ text: shown, link: link ?? null, languages_code: code ?? null }] : [];
}
