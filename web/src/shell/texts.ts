import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";

export const useShellTexts = defineTexts({
  "de-DE": {
    skip: "Zum Inhalt",
    menu: "Hauptmenü",
    cart: "WARENKORB",
    submit: "ANFRAGE SENDEN",
    language: "SPRACHE",
    burger: ["Menü öffnen", "Menü schließen"],
    unavailable: "Laden fehlgeschlagen. Bitte Verbindung prüfen.",
    reload: "Neu laden",
  },
  "en-US": {
    skip: "Skip to content",
    menu: "Main menu",
    cart: "CART",
    submit: "SUBMIT A REQUEST",
    language: "LANGUAGE",
    burger: ["Open menu", "Close menu"],
    unavailable: "Loading failed. Please check the connection.",
    reload: "Reload",
  },
  "fr-FR": {
    skip: "Aller au contenu",
    menu: "Menu principal",
    cart: "PANIER",
    submit: "ENVOYER UNE DEMANDE",
    language: "LANGUE",
    burger: ["Ouvrir le menu", "Fermer le menu"],
    unavailable: "Échec du chargement. Veuillez vérifier la connexion.",
    reload: "Recharger",
  },
  "it-IT": {
    skip: "Vai al contenuto",
    menu: "Menu principale",
    cart: "CARRELLO",
    submit: "INVIA UNA RICHIESTA",
    language: "LINGUA",
    burger: ["Apri il menu", "Chiudi il menu"],
    unavailable: "Caricamento non riuscito. Controllare la connessione.",
    reload: "Ricarica",
  },
});

/** On a site that adds Russian (specification, point 2). */
const russianBurger = ["Открыть меню", "Закрыть меню"];

/** Returns the burger's labels, to open and to close. */
export function useBurgerLabels(): readonly string[] {
  const { language } = usePage();
  const { burger } = useShellTexts();
  return language === "ru-RU" ? russianBurger : burger;
}
