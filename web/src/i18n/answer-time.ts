import { usePage } from "../router/page-context";
import { defineTexts } from "./texts";

const useAnswerTimes = defineTexts({
  "de-DE": { always: "24 Stunden", onWorkingDays: "24 Stunden (an Arbeitstagen)" },
  "en-US": { always: "24 hours", onWorkingDays: "24 hours (on working days)" },
  "fr-FR": { always: "24 heures", onWorkingDays: "24 heures (jours ouvrés)" },
  "it-IT": { always: "24 ore", onWorkingDays: "24 ore (nei giorni lavorativi)" },
});

/** Returns the promised time of an answer: "24 hours", or where the site has working days "24 hours (on working days)". */
export function useAnswerTime(): string {
  const { always, onWorkingDays } = useAnswerTimes();
  return usePage().workingDays ? onWorkingDays : always;
}
