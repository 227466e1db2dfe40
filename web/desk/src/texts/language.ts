import { create } from "zustand";
import { de, type Texts } from "./de";
import { en } from "./en";

export type Language = "de-DE" | "en-US";
export type Theme = "system" | "light" | "dark";

interface Settings {
  /** Null: that of the account. */
  language: Language | null;
  theme: Theme;
  /** Single letters are commands (WCAG 2.1.4: they can be switched off). */
  singleKeys: boolean;
  /** The last address that signed in on this device, and the company's name. */
  email: string;
  site: string;
  /** The person and the role that the band about a role was closed for. */
  seenRole: string;
}

const storageKey = "ferrule:desk:settings";
const initial: Settings = { language: null, theme: "system", singleKeys: true, email: "", site: "", seenRole: "" };

/** What a person has set on this device. */
export const useSettings = create<Settings>()(() => ({ ...initial, ...stored() }));

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

useSettings.subscribe((settings) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // A full or closed storage: the settings hold until the page is closed.
  }
});

/** The language of the account, once somebody has signed in. */
export const useAccountLanguage = create<{ language: Language | null }>()(() => ({ language: null }));

export function useLanguage(): Language {
  const own = useSettings(({ language }) => language);
  const account = useAccountLanguage(({ language }) => language);
  return own ?? account ?? (navigator.language.startsWith("de") ? "de-DE" : "en-US");
}

export function useTexts(): Texts {
  return useLanguage() === "de-DE" ? de : en;
}
