import type { Language } from "../texts/language";

/** The time of today, the weekday of the last days, else the date: as narrow as a list needs it. */
export function shortTime(iso: string, now: number, language: Language): string {
  const date = new Date(iso);
  const time = date.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hour12: false });
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (date.getTime() >= midnight) return time;
  if (date.getTime() >= midnight - 6 * 24 * 3_600_000) return `${weekday(date, language)} ${time}`;
  return date.toLocaleDateString(language, { day: "2-digit", month: "2-digit", ...yearIfOther(date, now) });
}

/** Weekday, date and time: "So 22.11., 14:34". */
export function longTime(iso: string, now: number, language: Language): string {
  const date = new Date(iso);
  const day = date.toLocaleDateString(language, {
    day: language === "de-DE" ? "2-digit" : "numeric",
    month: language === "de-DE" ? "2-digit" : "short",
    ...yearIfOther(date, now),
  });
  return `${weekday(date, language)} ${day}, ${clockTime(iso, language)}`;
}

/** Hours and minutes: "14:34". */
export function clockTime(iso: string | number, language: Language): string {
  return new Date(iso).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hour12: false });
}

/** The day that ends at a moment: "07.12.". */
export function lastDay(end: string, language: Language): string {
  const day = new Date(Date.parse(end) - 1);
  return day.toLocaleDateString(language, { day: "2-digit", month: language === "de-DE" ? "2-digit" : "short" });
}

/** A calendar day: "Mo 07.12.2026". */
export function calendarDay(day: string, language: Language): string {
  const date = new Date(`${day}T12:00:00`);
  const written = date.toLocaleDateString(language, {
    day: "2-digit",
    month: language === "de-DE" ? "2-digit" : "short",
    year: "numeric",
  });
  return `${weekday(date, language)} ${written}`;
}

/** The heading of a day: "Montag, 23. November". */
export function dayHeading(now: number, language: Language): string {
  return new Date(now).toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" });
}

/** Reports whether a time is today, in the days of this device. */
export function isToday(iso: string, now: number): boolean {
  return new Date(iso).toDateString() === new Date(now).toDateString();
}

function weekday(date: Date, language: Language): string {
  return date.toLocaleDateString(language, { weekday: "short" }).replace(/[.]$/, "");
}

function yearIfOther(date: Date, now: number): { year?: "numeric" } {
  return date.getFullYear() === new Date(now).getFullYear() ? {} : { year: "numeric" };
}
