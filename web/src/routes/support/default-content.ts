import { type Texts, textsIn } from "../../i18n/texts";
import type { Question } from "../../ui/accordion";

interface SupportDefaults {
  phone: string;
  questionsTitle: string;
  questions: readonly Question[];
}

const defaults: Texts<SupportDefaults> = {
  "de-DE": {
    phone: "+41 52 000 24 00",
    questionsTitle: "Häufige Fragen",
    questions: [
      { title: "Wie lange dauert die Lieferung?", description: "Lagerware kommt in 3 bis 5 Werktagen an." },
      { title: "Welche Gewährleistung gilt?", description: "24 Monate ab Lieferung." },
    ],
  },
  "en-US": {
    phone: "+41 52 000 24 00",
    questionsTitle: "Frequently asked questions",
    questions: [
      { title: "How long does delivery take?", description: "Stock items arrive within 3 to 5 business days." },
      { title: "What warranty applies?", description: "24 months from delivery." },
    ],
  },
  "fr-FR": {
    phone: "+41 52 000 24 00",
    questionsTitle: "Questions fréquentes",
    questions: [
      {
        title: "Quel est le délai de livraison\u00a0?",
        description: "Les articles en stock arrivent sous 3 à 5 jours ouvrés.",
      },
      { title: "Quelle est la garantie\u00a0?", description: "24 mois à compter de la livraison." },
    ],
  },
  "it-IT": {
    phone: "+41 52 000 24 00",
    questionsTitle: "Domande frequenti",
    questions: [
      { title: "Quanto dura la consegna?", description: "La merce a magazzino arriva in 3-5 giorni lavorativi." },
      { title: "Quale garanzia vale?", description: "24 mesi dalla consegna." },
    ],
  },
};

/** defaultSupport returns the support page's defaults for a missing phone number or missing questions (specification, point 9). */
export function defaultSupport(language: string): SupportDefaults {
  return textsIn(defaults, language);
}
