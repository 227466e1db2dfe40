import { type Texts, textsIn } from "./texts";

// Days and times in words, without Intl: see formats.ts.

interface Names {
  /** From Sunday. */
  days: readonly string[];
  shortDays: readonly string[];
  months: readonly string[];
}

const names: Texts<Names> = {
  "de-DE": {
    days: ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"],
    shortDays: ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"],
    months: list("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
  },
  "en-US": {
    days: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
    shortDays: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
    months: list("January February March April May June July August September October November December"),
  },
  "fr-FR": {
    days: ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
    shortDays: ["dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."],
    months: list("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
  },
  "it-IT": {
    days: ["domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"],
    shortDays: ["dom", "lun", "mar", "mer", "gio", "ven", "sab"],
    months: list("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
  },
};

function list(words: string): readonly string[] {
  return words.split(" ");
}

/** Returns a day ("2026-12-04") or a timestamp with an offset as the local time that it states, in UTC. */
function local(text: string): Date {
  return new Date(text.length === 10 ? `${text}T00:00:00Z` : text.replace(/(Z|[+-]\d{2}:\d{2})$/, "Z"));
}

const two = (n: number) => String(n).padStart(2, "0");

/** Formats a day, or that of a timestamp: Fr 04.12.2026 (de), Fri, Dec 4, 2026 (en). */
export function formatDay(day: string, language: string): string {
  return shortDay(local(day), language, true);
}

/** Formats the time that a timestamp states: Fr 04.12., 10:02 (de), Fri, Dec 4, 10:02 AM (en). */
export function formatDayAndTime(moment: string, language: string): string {
  const at = local(moment);
  return `${shortDay(at, language, false)}, ${clock(at, language)}`;
}

/** Formats a day, or that of a timestamp, in words: Freitag, 4. Dezember 2026 (de). */
export function formatLongDay(day: string, language: string): string {
  const at = local(day);
  const { days, months } = textsIn(names, language);
  const [weekday, date, month] = [days[at.getUTCDay()], at.getUTCDate(), months[at.getUTCMonth()]];
  const year = at.getUTCFullYear();
  if (language === "de-DE") return `${weekday}, ${date}. ${month} ${year}`;
  if (language === "fr-FR") return `${weekday} ${date === 1 ? "1er" : date} ${month} ${year}`;
  if (language === "it-IT") return `${weekday} ${date === 1 ? "1º" : date} ${month} ${year}`;
  return `${weekday}, ${month} ${date}, ${year}`;
}

/** Formats the time that a timestamp states in words: Freitag, 4. Dezember 2026, 10:02 (de). */
export function formatLongDayAndTime(moment: string, language: string): string {
  return `${formatLongDay(moment, language)}, ${clock(local(moment), language)}`;
}

function clock(at: Date, language: string): string {
  const [hour, minute] = [at.getUTCHours(), two(at.getUTCMinutes())];
  if (["de-DE", "fr-FR", "it-IT"].includes(language)) return `${two(hour)}:${minute}`;
  return `${hour % 12 || 12}:${minute}\u00a0${hour < 12 ? "AM" : "PM"}`;
}

function shortDay(at: Date, language: string, withYear: boolean): string {
  const { shortDays, months } = textsIn(names, language);
  const [day, month, year] = [at.getUTCDate(), at.getUTCMonth(), at.getUTCFullYear()];
  const weekday = shortDays[at.getUTCDay()];
  if (language === "de-DE") return `${weekday} ${two(day)}.${two(month + 1)}.${withYear ? year : ""}`;
  if (language === "fr-FR" || language === "it-IT")
    return `${weekday} ${two(day)}/${two(month + 1)}${withYear ? `/${year}` : ""}`;
  return `${weekday}, ${months[month]?.slice(0, 3)} ${day}${withYear ? `, ${year}` : ""}`;
}
