import { addressIn } from "../i18n/languages";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Flag } from "./flag";
import { useLanguageList, useOfferedLanguages } from "./language-list";

export const useListTexts = defineTexts({
  "de-DE": {
    title: "Sprache wählen",
    loading: "Wird geladen …",
    failed: "Sprachen konnten nicht geladen werden",
    none: "Keine Sprachen verfügbar",
  },
  "en-US": {
    title: "Select Language",
    loading: "Loading...",
    failed: "Error loading languages",
    none: "No languages available",
  },
  "fr-FR": {
    title: "Choisir la langue",
    loading: "Chargement…",
    failed: "Erreur lors du chargement des langues",
    none: "Aucune langue disponible",
  },
  "it-IT": {
    title: "Scegli la lingua",
    loading: "Caricamento…",
    failed: "Errore durante il caricamento delle lingue",
    none: "Nessuna lingua disponibile",
  },
});

/**
 * Links to this page in the languages that may be chosen, and the state of
 * their list. A plain click changes the language in place (choice.ts). While the list loads and
 * after a failure the languages that came with the page stay: one may have the focus.
 */
export function LanguageLinks({ className }: { className?: string }) {
  const page = usePage();
  const texts = useListTexts();
  const state = useLanguageList((list) => list.state);
  const offered = useOfferedLanguages();
  const note =
    state === "loading" ? texts.loading : state === "failed" ? texts.failed : offered.length === 0 ? texts.none : "";
  return (
    <nav className={className} aria-label={texts.title}>
      {note && (
        <p className="st" role="status">
          {note}
        </p>
      )}
      {offered.map(({ code, prefix, title, flag }) => (
        <a
          key={code}
          className="lang-a"
          href={addressIn(prefix, page)}
          hrefLang={code}
          lang={code}
          aria-current={code === page.language ? "true" : undefined}
        >
          <Flag flag={flag} code={code} />
          {title}
          {code === page.language && <Icon name="check" />}
        </a>
      ))}
    </nav>
  );
}
