import type { Language } from "../texts/language";

/** "5 h 40" */
export function hoursOf(minutes: number): string {
  const whole = Math.round(minutes);
  return `${Math.floor(whole / 60)}\u00a0h\u00a0${String(whole % 60).padStart(2, "0")}`;
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
