import { create } from "zustand";
import { fetchData } from "../content/client";
import type { Languages } from "../content/model.gen";
import type { Language } from "../i18n/languages";
import { usePage } from "../router/page-context";

interface LanguageList {
  /** The languages of `/api/languages`; null until they are loaded, while the page's own list applies. */
  records: readonly Pick<Languages, "code" | "title" | "flag">[] | null;
  state: "ready" | "loading" | "failed";
  load: () => Promise<void>;
}

/** The list of languages: at first the one that came with the page, fetched again after the start. */
export const useLanguageList = create<LanguageList>()((set, get) => ({
  records: null,
  state: "ready",
  load: async () => {
    if (get().state === "loading") return;
    set({ state: "loading" });
    try {
      const records = await fetchData("/api/languages");
      if (!isList(records)) console.error("Empty response from API");
      set(isList(records) ? { records, state: "ready" } : { state: "ready" });
    } catch (error) {
      console.error("Languages could not be loaded:", error);
      set({ state: "failed" });
    }
  },
}));

function isList(value: unknown): value is Languages[] {
  return Array.isArray(value) && value.length > 0 && value.every((record) => typeof record?.code === "string");
}

/** Returns the languages that may be chosen, in the order of the switcher. */
export function offeredLanguages(known: readonly Language[], records: LanguageList["records"]): readonly Language[] {
  const available = known.filter((language) => language.available);
  if (!records) return available;
  return records.flatMap(({ code, title, flag }) => {
    const language = available.find((each) => each.code === code);
    return language ? [{ ...language, title: title || language.title, flag: flag || language.flag }] : [];
  });
}

export function useOfferedLanguages(): readonly Language[] {
  const records = useLanguageList((list) => list.records);
  return offeredLanguages(usePage().languages, records);
}
