import { defineTexts } from "../i18n/texts";
import type { PartHint } from "./look-up";

/** count returns a number with its singular or plural noun. */
const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

interface BomTexts {
  lead: string;
  field: string;
  example: string;
  file: string;
  drop: string;
  unreadable: string;
  tooLong: string;
  failed: string;
  retry: string;
  recognised: (number: number) => string;
  open: (number: number) => string;
  free: (number: number) => string;
  left: (number: number) => string;
  lines: string;
  line: (number: number) => string;
  take: (text: string) => string;
  choice: (text: string) => string;
  choose: string;
  more: (shown: number, all: number) => string;
  quantity: (text: string) => string;
  unknown: string;
  asFree: string;
  heading: string;
  pasted: string;
  note: string;
  hint: (hint: PartHint, quantity: string) => string;
  add: (number: number) => string;
  replace: string;
}

export const useBomTexts = defineTexts<BomTexts>({
  "de-DE": {
    lead: "Artikelnummern und Mengen aus Excel, einer CSV-Datei oder einer E-Mail einfügen.",
    field: "Stückliste",
    example: "FR-GV-12S-71\t10\n5 Stk. FR-GV-16S-ZN",
    file: "Datei öffnen",
    drop: "CSV oder Text, auch durch Ziehen in das Feld",
    unreadable: "Die Datei ist keine Textdatei. Bitte als CSV oder Text speichern.",
    tooLong: "Die Stückliste ist zu lang: höchstens 64 KB",
    failed: "Die Stückliste konnte nicht gelesen werden.",
    retry: "Noch einmal versuchen",
    recognised: (number) => `${number} erkannt`,
    open: (number) => `${number} zu wählen`,
    free: (number) => `${number} als Freitext`,
    left: (number) => `${number} nicht übernommen`,
    lines: "Positionen",
    line: (number) => `Zeile ${number}`,
    take: (text) => `Übernehmen: ${text}`,
    choice: (text) => `Artikel für ${text}`,
    choose: "Bitte wählen, sonst als Freitext",
    more: (shown, all) => `${shown} von ${all} passenden Artikeln`,
    quantity: (text) => `Menge, ${text}`,
    unknown: "Kein Artikel im Katalog.",
    asFree: "Wird als Freitext angefragt.",
    heading: "Keine Position",
    pasted: "Eingefügt:",
    note: "Notiz:",
    hint: (hint, quantity) =>
      ({
        assumed: `Keine Menge gefunden, ${quantity} angenommen.`,
        rounded: `Menge auf ${quantity} aufgerundet.`,
        separator: `Menge als ${quantity} gelesen. Bitte prüfen.`,
        zero: "Menge 0.",
        limited: `Menge auf ${quantity} begrenzt.`,
        many: "Zu viele Artikel passen. Bitte die vollständige Artikelnummer angeben.",
      })[hint],
    add: (number) => `${count(number, "Position", "Positionen")} in den Warenkorb`,
    replace: "Meinen Warenkorb ersetzen",
  },
  "en-US": {
    lead: "Paste part numbers and quantities from Excel, a CSV file or an e-mail.",
    field: "Bill of materials",
    example: "FR-GV-12S-71\t10\n5 pcs FR-GV-16S-ZN",
    file: "Open file",
    drop: "CSV or text, or drop it into the field",
    unreadable: "The file is not a text file. Please save it as CSV or text.",
    tooLong: "The bill of materials is too long: 64 KB at most",
    failed: "The bill of materials could not be read.",
    retry: "Try again",
    recognised: (number) => `${number} recognized`,
    open: (number) => `${number} to choose`,
    free: (number) => `${number} as free text`,
    left: (number) => `${number} left out`,
    lines: "Items",
    line: (number) => `Line ${number}`,
    take: (text) => `Include: ${text}`,
    choice: (text) => `Article for ${text}`,
    choose: "Please choose, otherwise as free text",
    more: (shown, all) => `${shown} of ${all} matching articles`,
    quantity: (text) => `Quantity, ${text}`,
    unknown: "Not an article of the catalog.",
    asFree: "Will be requested as free text.",
    heading: "Not an item",
    pasted: "Pasted:",
    note: "Note:",
    hint: (hint, quantity) =>
      ({
        assumed: `No quantity found, ${quantity} assumed.`,
        rounded: `Quantity rounded up to ${quantity}.`,
        separator: `Quantity read as ${quantity}. Please check.`,
        zero: "Quantity 0.",
        limited: `Quantity limited to ${quantity}.`,
        many: "Too many articles match. Please give the full part number.",
      })[hint],
    add: (number) => `Add ${count(number, "item", "items")} to the cart`,
    replace: "Replace my cart",
  },
  "fr-FR": {
    lead: "Collez les références et les quantités depuis Excel, un fichier CSV ou un e-mail.",
    field: "Nomenclature",
    example: "FR-GV-12S-71\t10\n5 pièces FR-GV-16S-ZN",
    file: "Ouvrir un fichier",
    drop: "CSV ou texte, ou à déposer dans le champ",
    unreadable: "Ce fichier n’est pas un fichier texte. Veuillez l’enregistrer en CSV ou en texte.",
    tooLong: "La nomenclature est trop longue\u00a0: 64 Ko au plus",
    failed: "La nomenclature n’a pas pu être lue.",
    retry: "Réessayer",
    recognised: (number) => count(number, "reconnue", "reconnues"),
    open: (number) => `${number} à choisir`,
    free: (number) => `${number} en texte libre`,
    left: (number) => count(number, "non reprise", "non reprises"),
    lines: "Lignes",
    line: (number) => `Ligne ${number}`,
    take: (text) => `Reprendre\u00a0: ${text}`,
    choice: (text) => `Article pour ${text}`,
    choose: "Veuillez choisir, sinon en texte libre",
    more: (shown, all) => `${shown} articles sur ${all} qui correspondent`,
    quantity: (text) => `Quantité, ${text}`,
    unknown: "Aucun article du catalogue.",
    asFree: "Sera demandé en texte libre.",
    heading: "Pas un article",
    pasted: "Collé\u00a0:",
    note: "Remarque\u00a0:",
    hint: (hint, quantity) =>
      ({
        assumed: `Aucune quantité trouvée, ${quantity} par défaut.`,
        rounded: `Quantité arrondie à ${quantity}.`,
        separator: `Quantité lue comme ${quantity}. Veuillez vérifier.`,
        zero: "Quantité 0.",
        limited: `Quantité limitée à ${quantity}.`,
        many: "Trop d’articles correspondent. Veuillez indiquer la référence complète.",
      })[hint],
    add: (number) => `Ajouter ${count(number, "ligne", "lignes")} au panier`,
    replace: "Remplacer mon panier",
  },
  "it-IT": {
    lead: "Incollare codici articolo e quantità da Excel, da un file CSV o da un’e-mail.",
    field: "Distinta base",
    example: "FR-GV-12S-71\t10\n5 pz. FR-GV-16S-ZN",
    file: "Apri file",
    drop: "CSV o testo, anche trascinandolo nel campo",
    unreadable: "Il file non è un file di testo. Salvarlo come CSV o testo.",
    tooLong: "La distinta è troppo lunga: al massimo 64 KB",
    failed: "Non è stato possibile leggere la distinta.",
    retry: "Riprova",
    recognised: (number) => count(number, "riconosciuta", "riconosciute"),
    open: (number) => `${number} da scegliere`,
    free: (number) => `${number} come testo libero`,
    left: (number) => count(number, "esclusa", "escluse"),
    lines: "Righe",
    line: (number) => `Riga ${number}`,
    take: (text) => `Includi: ${text}`,
    choice: (text) => `Articolo per ${text}`,
    choose: "Scegliere, altrimenti come testo libero",
    more: (shown, all) => `${shown} di ${all} articoli corrispondenti`,
    quantity: (text) => `Quantità, ${text}`,
    unknown: "Nessun articolo del catalogo.",
    asFree: "Verrà richiesto come testo libero.",
    heading: "Non è un articolo",
    pasted: "Incollato:",
    note: "Nota:",
    hint: (hint, quantity) =>
      ({
        assumed: `Nessuna quantità trovata, ${quantity} come valore predefinito.`,
        rounded: `Quantità arrotondata a ${quantity}.`,
        separator: `Quantità letta come ${quantity}. Verificare.`,
        zero: "Quantità 0.",
        limited: `Quantità limitata a ${quantity}.`,
        many: "Corrispondono troppi articoli. Indicare il codice completo.",
      })[hint],
    add: (number) => `Aggiungi ${count(number, "riga", "righe")} al carrello`,
    replace: "Sostituisci il mio carrello",
  },
});
