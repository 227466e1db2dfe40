import { defineTexts } from "../i18n/texts";

/** The texts of the overlays, loaded with their components. */
export const useOverlayTexts = defineTexts({
  "de-DE": {
    close: "Schließen",
    request: "Anfrage",
    subcategory: (id: number) => `Unterkategorie ${id}`,
  },
  "en-US": {
    close: "Close",
    request: "Request",
    subcategory: (id: number) => `Subcategory ${id}`,
  },
  "fr-FR": {
    close: "Fermer",
    request: "Demande",
    subcategory: (id: number) => `Sous-catégorie ${id}`,
  },
  "it-IT": {
    close: "Chiudi",
    request: "Richiesta",
    subcategory: (id: number) => `Sottocategoria ${id}`,
  },
});
