import type { Language } from "../texts/language";

/** "212 kB" */
export function fileSize(bytes: number, language: Language): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${value.toLocaleString(language, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}

/** "5 h 40" */
export function hoursOf(minutes: number): string {
  return `${Math.floor(minutes / 60)} h ${String(Math.round(minutes % 60)).padStart(2, "0")}`;
}

/** The initials of a name: "Jonas Brunner" is "JB". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? "");
  return letters.join("").toUpperCase();
}

/** The name of a language in another: "Italienisch". */
export function languageName(code: string, language: Language): string {
  return new Intl.DisplayNames([language], { type: "language" }).of(code.slice(0, 2)) ?? code;
}
