import { defineTexts } from "../i18n/texts";

const useBlockTexts = defineTexts({
  "de-DE": {
    failed: "Dieser Teil der Seite konnte nicht geladen werden.",
    reload: "Erneut laden",
    loading: "Wird geladen",
  },
  "en-US": { failed: "This part of the page could not be loaded.", reload: "Load again", loading: "Loading" },
  "fr-FR": {
    failed: "Cette partie de la page n’a pas pu être chargée.",
    reload: "Charger à nouveau",
    loading: "Chargement",
  },
  "it-IT": {
    failed: "Questa parte della pagina non è stata caricata.",
    reload: "Carica di nuovo",
    loading: "Caricamento",
  },
});

/** Replaces a block that failed to load: a message and a button to load it again. */
export function FailedBlock({ reload }: { reload: () => void }) {
  const texts = useBlockTexts();
  return (
    <div className="wrap sec--s" role="status">
      <p className="mut">{texts.failed}</p>
      <button type="button" className="lnk" onClick={reload}>
        {texts.reload}
      </button>
    </div>
  );
}

/** Replaces a block that is loading: a static skeleton of hairlines. */
export function LoadingBlock() {
  const texts = useBlockTexts();
  return (
    <div className="wrap sec--s" role="status">
      <span className="vh">{texts.loading}</span>
      <div className="skel" aria-hidden="true">
        {[1, 2, 3, 4].map((cell) => (
          <div key={cell}>
            <div className="stage stage--x" />
            <i />
            <i />
          </div>
        ))}
      </div>
    </div>
  );
}
