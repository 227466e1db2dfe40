import { formatNumber } from "../i18n/formats";
import { defineTexts } from "../i18n/texts";
import type { FileProblem } from "./file-error";
import type { RowState } from "./line-choices";
import type { PartHint, PartReason } from "./look-up";

/** counter returns a function for a number with its singular or plural noun; in French, 0 is singular. */
const counter = (language: string) => (number: number, one: string, many: string) =>
  `${formatNumber(number, language)} ${number === 1 || (number === 0 && language === "fr-FR") ? one : many}`;

const [de, en, fr, it] = [counter("de-DE"), counter("en-US"), counter("fr-FR"), counter("it-IT")];

export interface BomTexts {
  lead: string;
  field: string;
  example: string;
  file: string;
  drop: string;
  read: string;
  edit: string;
  cancel: string;
  /** While lines are looked up, and while a file is read. */
  reading: (lines: number) => string;
  readingFile: (name: string) => string;
  stopReading: string;
  hide: string;
  /** The list that a file has replaced. */
  former: (lines: number) => string;
  showFormer: string;
  failed: string;
  retry: string;
  problem: Readonly<Record<FileProblem, string>>;
  all: string;
  /** The labels of the filters, below their counts. */
  filter: Readonly<Record<RowState, (number: number) => string>>;
  show: string;
  lines: string;
  /** The names of the states. */
  state: Readonly<Record<RowState, string>>;
  columns: { state: string; position: string; source: string; result: string; quantity: string; note: string };
  /** Names a line: "Pos. 10" or, without a position, "Zeile 3". */
  name: (position: string, line: number) => string;
  /** Asks for the attribute with the slug, or for the article. */
  which: (slug: string | undefined) => string;
  more: (shown: number, all: number) => string;
  asFree: string;
  staysText: string;
  reason: (reason: PartReason | undefined) => string;
  zero: string;
  left: string;
  mergedInto: (name: string) => string;
  take: string;
  restore: string;
  separate: string;
  leave: (name: string) => string;
  like: (name: string) => string;
  merge: string;
  quantity: (name: string) => string;
  note: (name: string) => string;
  hint: (hint: PartHint, quantity: string) => string;
  ready: (ready: number, all: number) => string;
  composed: (sure: number, free: number) => string;
  waiting: (number: number) => string;
  /** What the cart has after `added` lines are added to `before`. */
  cartAfter: (before: number, added: number) => string;
  /** The cart has no room for all lines. */
  full: (most: number, rest: number) => string;
  next: string;
  taken: (number: number) => string;
  undo: string;
  add: (number: number) => string;
  replace: string;
}

export const useBomTexts = defineTexts<BomTexts>({
  "de-DE": {
    lead: "Zeilen aus Excel, aus einer E-Mail oder aus einer Datei: Artikelnummern oder Bezeichnungen mit Menge. Positionsnummern und Bemerkungen bleiben erhalten.",
    field: "Stückliste",
    example: "10\tFR-GV-12S-71\t8 Stk\n20\tFlanschdichtung DN 80 PN 40\t4 Stk",
    file: "Datei öffnen",
    drop: "XLSX, ODS, CSV, TXT oder PDF mit Text, auch durch Ziehen in dieses Fenster",
    read: "Zeilen lesen",
    edit: "Text ändern",
    cancel: "Abbrechen",
    reading: (lines) => `${de(lines, "Zeile wird gelesen", "Zeilen werden gelesen")} …`,
    readingFile: (name) => `${name} wird gelesen …`,
    stopReading: "Lesen abbrechen",
    hide: "Ausblenden",
    former: (lines) => `Die vorherige Liste mit ${de(lines, "Zeile", "Zeilen")} ist noch da.`,
    showFormer: "Zur vorherigen Liste",
    failed: "Die Stückliste konnte nicht gelesen werden. Der Text ist noch da.",
    retry: "Noch einmal versuchen",
    problem: {
      several: "Bitte die Dateien einzeln öffnen: Jede Datei ist eine Stückliste.",
      folder: "Ein Ordner kann nicht gelesen werden. Bitte eine Datei aus dem Ordner öffnen.",
      large: "Die Datei ist zu groß: höchstens 10 MB. Bitte nur die Stückliste speichern.",
      pages: "Die PDF-Datei ist zu lang: höchstens 200 Seiten.",
      lines: "Die PDF-Datei ist zu lang: höchstens 5\u00a0000 Zeilen.",
      time: "Das Lesen der PDF-Datei dauert zu lange. Bitte die Liste als Text hierher kopieren.",
      password: "Die PDF-Datei ist mit einem Passwort geschützt. Bitte ohne Passwort speichern.",
      damaged: "Die PDF-Datei ist beschädigt. Bitte neu speichern oder die Liste als Text hierher kopieren.",
      scanned:
        "Die PDF-Datei ist ein Bild ohne Text. Bitte die Liste als Excel-Datei oder Text einfügen, oder das PDF der Anfrage beilegen.",
    },
    all: "alle Zeilen",
    filter: {
      sure: () => "sicher erkannt",
      ask: () => "bitte wählen",
      free: () => "Freitext",
      none: () => "keine Position",
    },
    show: "Zeilen zeigen",
    lines: "Gelesene Zeilen",
    state: { sure: "sicher erkannt", ask: "bitte wählen", free: "Freitext", none: "keine Position" },
    columns: {
      state: "Zustand",
      position: "Pos.",
      source: "Ihre Zeile",
      result: "Wird angefragt als",
      quantity: "Menge, Stk.",
      note: "Bemerkung",
    },
    name: (position, line) => (position ? `Pos. ${position}` : `Zeile ${line}`),
    which: (slug) =>
      ({
        material: "Welcher Werkstoff?",
        "tube-od": "Welcher Rohraußendurchmesser?",
        dn: "Welche Nennweite?",
        nps: "Welche Nennweite?",
        pn: "Welcher Nenndruck?",
        class: "Welche Druckstufe?",
        thread: "Welches Gewinde?",
        connection: "Welcher Anschluss?",
        size: "Welche Größe?",
        type: "Welche Bauart?",
        wall: "Welche Wanddicke?",
        port: "Welche Bohrung?",
        range: "Welcher Anzeigebereich?",
        seal: "Welche Dichtart?",
        "material-seal": "Welcher Werkstoff der Dichtung?",
        operation: "Welche Betätigung?",
      })[slug ?? ""] ?? "Welcher Artikel?",
    more: (shown, all) => `${shown} von ${all} passenden Artikeln`,
    asFree: "Als Freitext anfragen",
    staysText: "bleibt als Text in der Anfrage",
    reason: (reason) =>
      ({
        empty: "Trennlinie",
        header: "Kopf der Tabelle",
        heading: "Überschrift",
        greeting: "Anrede oder Satz",
        footer: "Fuß der E-Mail",
        date: "Datum",
        phone: "Telefonnummer",
        address: "Adresse",
        total: "Summe",
        reference: "Kopf der E-Mail",
      })[reason ?? "heading"],
    zero: "Menge 0",
    left: "Von Ihnen ausgelassen",
    mergedInto: (name) => `Mit ${name} zusammengefasst`,
    take: "Als Freitext anfragen",
    restore: "Wieder aufnehmen",
    separate: "Wieder trennen",
    leave: (name) => `${name} ist keine Position`,
    like: (name) => `wie ${name}`,
    merge: "Zusammenfassen",
    quantity: (name) => `Menge, ${name}`,
    note: (name) => `Bemerkung, ${name}`,
    hint: (hint, quantity) =>
      ({
        assumed: `Keine Menge gefunden, ${quantity} angenommen.`,
        rounded: `Menge auf ${quantity} aufgerundet.`,
        separator: `Menge als ${quantity} gelesen. Bitte prüfen.`,
        zero: "Menge 0.",
        limited: `Menge auf ${quantity} begrenzt.`,
        many: "Zu viele Artikel passen.",
        contradiction: "Artikelnummer und Bezeichnung widersprechen sich. Bitte prüfen.",
      })[hint],
    ready: (ready, all) =>
      `${formatNumber(ready, "de-DE")} von ${de(all, "Position", "Positionen")} ${ready === 1 ? "ist" : "sind"} bereit`,
    composed: (sure, free) =>
      [sure > 0 && `${formatNumber(sure, "de-DE")} sicher`, free > 0 && `${formatNumber(free, "de-DE")} Freitext`]
        .filter(Boolean)
        .join(" und ") + ".",
    waiting: (number) =>
      number === 1
        ? "1 wartet auf Ihre Wahl und bleibt hier stehen."
        : `${formatNumber(number, "de-DE")} warten auf Ihre Wahl und bleiben hier stehen.`,
    cartAfter: (before, added) =>
      `Im Warenkorb danach: ${formatNumber(before, "de-DE")} + ${formatNumber(added, "de-DE")} = ${formatNumber(before + added, "de-DE")}.`,
    full: (most, rest) =>
      `Der Warenkorb fasst ${formatNumber(most, "de-DE")} Positionen; ${rest === 1 ? "1 bleibt" : `${formatNumber(rest, "de-DE")} bleiben`} hier stehen.`,
    next: "Zur nächsten Wahl",
    taken: (number) => `${de(number, "Position ist", "Positionen sind")} im Warenkorb.`,
    undo: "Rückgängig",
    add: (number) => `${de(number, "Position", "Positionen")} übernehmen`,
    replace: "Meinen Warenkorb ersetzen",
  },
  "en-US": {
    lead: "Lines from Excel, an e-mail or a file: part numbers or descriptions with quantities. Item numbers and remarks are kept.",
    field: "Bill of materials",
    example: "10\tFR-GV-12S-71\t8 pcs\n20\tFlange gasket DN 80 PN 40\t4 pcs",
    file: "Open file",
    drop: "XLSX, ODS, CSV, TXT or PDF with text, or drop it into this window",
    read: "Read lines",
    edit: "Edit text",
    cancel: "Cancel",
    reading: (lines) => `Reading ${en(lines, "line", "lines")} …`,
    readingFile: (name) => `Reading ${name} …`,
    stopReading: "Stop reading",
    hide: "Hide",
    former: (lines) => `The previous list with ${en(lines, "line", "lines")} is still here.`,
    showFormer: "Go to the previous list",
    failed: "The bill of materials could not be read. The text is still here.",
    retry: "Try again",
    problem: {
      several: "Please open the files one at a time: each file is one bill of materials.",
      folder: "A folder cannot be read. Please open one file of the folder.",
      large: "The file is too large: 10 MB at most. Please save only the bill of materials.",
      pages: "The PDF file is too long: 200 pages at most.",
      lines: "The PDF file is too long: 5,000 lines at most.",
      time: "Reading the PDF file takes too long. Please copy the list here as text.",
      password: "The PDF file is protected by a password. Please save it without a password.",
      damaged: "The PDF file is damaged. Please save it again or copy the list here as text.",
      scanned:
        "The PDF file is an image without text. Please paste the list as an Excel file or text, or attach the PDF to the request.",
    },
    all: "all lines",
    filter: {
      sure: () => "recognized",
      ask: () => "please choose",
      free: () => "free text",
      none: () => "not an item",
    },
    show: "Show lines",
    lines: "Lines read",
    state: { sure: "recognized", ask: "please choose", free: "free text", none: "not an item" },
    columns: {
      state: "State",
      position: "Item",
      source: "Your line",
      result: "Requested as",
      quantity: "Quantity, pcs",
      note: "Remark",
    },
    name: (position, line) => (position ? `item ${position}` : `line ${line}`),
    which: (slug) =>
      ({
        material: "Which material?",
        "tube-od": "Which tube outside diameter?",
        dn: "Which nominal diameter?",
        nps: "Which nominal size?",
        pn: "Which nominal pressure?",
        class: "Which pressure class?",
        thread: "Which thread?",
        connection: "Which connection?",
        size: "Which size?",
        type: "Which type?",
        wall: "Which wall thickness?",
        port: "Which bore pattern?",
        range: "Which scale range?",
        seal: "Which type of seal?",
        "material-seal": "Which seal material?",
        operation: "Which operation?",
      })[slug ?? ""] ?? "Which article?",
    more: (shown, all) => `${shown} of ${all} matching articles`,
    asFree: "Request as free text",
    staysText: "stays in the request as text",
    reason: (reason) =>
      ({
        empty: "Separator",
        header: "Header of the table",
        heading: "Heading",
        greeting: "Salutation or sentence",
        footer: "Footer of the e-mail",
        date: "Date",
        phone: "Phone number",
        address: "Address",
        total: "Total",
        reference: "Header of the e-mail",
      })[reason ?? "heading"],
    zero: "Quantity 0",
    left: "Left out by you",
    mergedInto: (name) => `Merged with ${name}`,
    take: "Request as free text",
    restore: "Include again",
    separate: "Separate again",
    leave: (name) => `Leave out ${name}`,
    like: (name) => `same as ${name}`,
    merge: "Merge",
    quantity: (name) => `Quantity, ${name}`,
    note: (name) => `Remark, ${name}`,
    hint: (hint, quantity) =>
      ({
        assumed: `No quantity found, ${quantity} assumed.`,
        rounded: `Quantity rounded up to ${quantity}.`,
        separator: `Quantity read as ${quantity}. Please check.`,
        zero: "Quantity 0.",
        limited: `Quantity limited to ${quantity}.`,
        many: "Too many articles match.",
        contradiction: "Part number and description contradict each other. Please check.",
      })[hint],
    ready: (ready, all) =>
      `${formatNumber(ready, "en-US")} of ${en(all, "item", "items")} ${ready === 1 ? "is" : "are"} ready`,
    composed: (sure, free) =>
      [sure > 0 && `${formatNumber(sure, "en-US")} recognized`, free > 0 && `${formatNumber(free, "en-US")} free text`]
        .filter(Boolean)
        .join(" and ") + ".",
    waiting: (number) =>
      number === 1
        ? "1 waits for your choice and stays here."
        : `${formatNumber(number, "en-US")} wait for your choice and stay here.`,
    cartAfter: (before, added) =>
      `In the cart afterwards: ${formatNumber(before, "en-US")} + ${formatNumber(added, "en-US")} = ${formatNumber(before + added, "en-US")}.`,
    full: (most, rest) =>
      `The cart holds ${formatNumber(most, "en-US")} items; ${rest === 1 ? "1 stays" : `${formatNumber(rest, "en-US")} stay`} here.`,
    next: "Go to the next choice",
    taken: (number) => `${en(number, "item is", "items are")} in the cart.`,
    undo: "Undo",
    add: (number) => `Add ${en(number, "item", "items")} to the cart`,
    replace: "Replace my cart",
  },
  "fr-FR": {
    lead: "Lignes d’Excel, d’un e-mail ou d’un fichier\u00a0: références ou désignations avec quantités. Les numéros de position et les remarques sont conservés.",
    field: "Nomenclature",
    example: "10\tFR-GV-12S-71\t8 pièces\n20\tJoint de bride DN 80 PN 40\t4 pièces",
    file: "Ouvrir un fichier",
    drop: "XLSX, ODS, CSV, TXT ou PDF avec texte, ou à déposer dans cette fenêtre",
    read: "Lire les lignes",
    edit: "Modifier le texte",
    cancel: "Annuler",
    reading: (lines) => `Lecture de ${fr(lines, "ligne", "lignes")}…`,
    readingFile: (name) => `Lecture de ${name}…`,
    stopReading: "Interrompre la lecture",
    hide: "Masquer",
    former: (lines) => `La liste précédente de ${fr(lines, "ligne", "lignes")} est conservée.`,
    showFormer: "Revenir à la liste précédente",
    failed: "La nomenclature n’a pas pu être lue. Le texte est conservé.",
    retry: "Réessayer",
    problem: {
      several: "Veuillez ouvrir les fichiers un par un\u00a0: chaque fichier est une nomenclature.",
      folder: "Un dossier ne peut pas être lu. Veuillez ouvrir un fichier du dossier.",
      large: "Le fichier est trop volumineux\u00a0: 10\u00a0Mo au plus. Veuillez n’enregistrer que la nomenclature.",
      pages: "Le fichier PDF est trop long\u00a0: 200\u00a0pages au plus.",
      lines: "Le fichier PDF est trop long\u00a0: 5\u00a0000\u00a0lignes au plus.",
      time: "La lecture du fichier PDF est trop longue. Veuillez copier la liste ici sous forme de texte.",
      password: "Le fichier PDF est protégé par un mot de passe. Veuillez l’enregistrer sans mot de passe.",
      damaged:
        "Le fichier PDF est endommagé. Veuillez l’enregistrer à nouveau ou copier la liste ici sous forme de texte.",
      scanned:
        "Le fichier PDF est une image sans texte. Veuillez coller la liste sous forme de fichier Excel ou de texte, ou joindre le PDF à la demande.",
    },
    all: "toutes les lignes",
    filter: {
      sure: (number) => (number < 2 ? "reconnue" : "reconnues"),
      ask: () => "à choisir",
      free: () => "texte libre",
      none: () => "aucune position",
    },
    show: "Afficher les lignes",
    lines: "Lignes lues",
    state: { sure: "reconnue", ask: "à choisir", free: "texte libre", none: "aucune position" },
    columns: {
      state: "État",
      position: "Pos.",
      source: "Votre ligne",
      result: "Demandé comme",
      quantity: "Quantité, pcs",
      note: "Remarque",
    },
    name: (position, line) => (position ? `pos. ${position}` : `ligne ${line}`),
    which: (slug) =>
      ({
        material: "Quelle matière\u00a0?",
        "tube-od": "Quel diamètre extérieur du tube\u00a0?",
        dn: "Quel diamètre nominal\u00a0?",
        nps: "Quel diamètre nominal\u00a0?",
        pn: "Quelle pression nominale\u00a0?",
        class: "Quelle classe de pression\u00a0?",
        thread: "Quel filetage\u00a0?",
        connection: "Quel raccordement\u00a0?",
        size: "Quelle taille\u00a0?",
        type: "Quel type\u00a0?",
        wall: "Quelle épaisseur de paroi\u00a0?",
        port: "Quel forage\u00a0?",
        range: "Quelle étendue de mesure\u00a0?",
        seal: "Quel mode d’étanchéité\u00a0?",
        "material-seal": "Quelle matière du joint\u00a0?",
        operation: "Quelle commande\u00a0?",
      })[slug ?? ""] ?? "Quel article\u00a0?",
    more: (shown, all) => `${shown} articles sur ${all} qui correspondent`,
    asFree: "Demander en texte libre",
    staysText: "reste en texte dans la demande",
    reason: (reason) =>
      ({
        empty: "Séparateur",
        header: "En-tête du tableau",
        heading: "Titre",
        greeting: "Formule ou phrase",
        footer: "Pied de l’e-mail",
        date: "Date",
        phone: "Numéro de téléphone",
        address: "Adresse",
        total: "Total",
        reference: "En-tête de l’e-mail",
      })[reason ?? "heading"],
    zero: "Quantité 0",
    left: "Exclue par vous",
    mergedInto: (name) => `Regroupée avec ${name}`,
    take: "Demander en texte libre",
    restore: "Reprendre",
    separate: "Séparer à nouveau",
    leave: (name) => `Exclure ${name}`,
    like: (name) => `comme ${name}`,
    merge: "Regrouper",
    quantity: (name) => `Quantité, ${name}`,
    note: (name) => `Remarque, ${name}`,
    hint: (hint, quantity) =>
      ({
        assumed: `Aucune quantité trouvée, ${quantity} par défaut.`,
        rounded: `Quantité arrondie à ${quantity}.`,
        separator: `Quantité lue comme ${quantity}. Veuillez vérifier.`,
        zero: "Quantité 0.",
        limited: `Quantité limitée à ${quantity}.`,
        many: "Trop d’articles correspondent.",
        contradiction: "La référence et la désignation se contredisent. Veuillez vérifier.",
      })[hint],
    ready: (ready, all) =>
      `${formatNumber(ready, "fr-FR")} ${ready < 2 ? "position prête" : "positions prêtes"} sur ${formatNumber(all, "fr-FR")}`,
    composed: (sure, free) =>
      [sure > 0 && fr(sure, "reconnue", "reconnues"), free > 0 && `${formatNumber(free, "fr-FR")} en texte libre`]
        .filter(Boolean)
        .join(" et ") + ".",
    waiting: (number) =>
      number === 1
        ? "1 attend votre choix et reste ici."
        : `${formatNumber(number, "fr-FR")} attendent votre choix et restent ici.`,
    cartAfter: (before, added) =>
      `Dans le panier ensuite\u00a0: ${formatNumber(before, "fr-FR")} + ${formatNumber(added, "fr-FR")} = ${formatNumber(before + added, "fr-FR")}.`,
    full: (most, rest) =>
      `Le panier contient ${formatNumber(most, "fr-FR")} positions au plus\u00a0; ${rest === 1 ? "1 reste" : `${formatNumber(rest, "fr-FR")} restent`} ici.`,
    next: "Aller au choix suivant",
    taken: (number) => `${fr(number, "position est", "positions sont")} dans le panier.`,
    undo: "Annuler l’ajout",
    add: (number) => `Ajouter ${fr(number, "position", "positions")} au panier`,
    replace: "Remplacer mon panier",
  },
  "it-IT": {
    lead: "Righe da Excel, da un’e-mail o da un file: codici articolo o descrizioni con quantità. Numeri di posizione e note vengono conservati.",
    field: "Distinta base",
    example: "10\tFR-GV-12S-71\t8 pz.\n20\tGuarnizione per flangia DN 80 PN 40\t4 pz.",
    file: "Apri file",
    drop: "XLSX, ODS, CSV, TXT o PDF con testo, anche trascinandolo in questa finestra",
    read: "Leggi righe",
    edit: "Modifica testo",
    cancel: "Annulla",
    reading: (lines) => `Lettura di ${it(lines, "riga", "righe")} in corso …`,
    readingFile: (name) => `Lettura di ${name} in corso …`,
    stopReading: "Interrompi lettura",
    hide: "Nascondi",
    former: (lines) => `La lista precedente di ${it(lines, "riga", "righe")} è ancora disponibile.`,
    showFormer: "Vai alla lista precedente",
    failed: "Non è stato possibile leggere la distinta. Il testo è conservato.",
    retry: "Riprova",
    problem: {
      several: "Aprire i file uno alla volta: ogni file è una distinta.",
      folder: "Una cartella non può essere letta. Aprire un file della cartella.",
      large: "Il file è troppo grande: al massimo 10 MB. Salvare solo la distinta.",
      pages: "Il file PDF è troppo lungo: al massimo 200 pagine.",
      lines: "Il file PDF è troppo lungo: al massimo 5\u00a0000 righe.",
      time: "La lettura del file PDF richiede troppo tempo. Copiare qui la lista come testo.",
      password: "Il file PDF è protetto da password. Salvarlo senza password.",
      damaged: "Il file PDF è danneggiato. Salvarlo di nuovo o copiare qui la lista come testo.",
      scanned:
        "Il file PDF è un’immagine senza testo. Incollare la lista come file Excel o testo, oppure allegare il PDF alla richiesta.",
    },
    all: "tutte le righe",
    filter: {
      sure: (number) => (number === 1 ? "riconosciuta" : "riconosciute"),
      ask: () => "da scegliere",
      free: () => "testo libero",
      none: () => "nessuna posizione",
    },
    show: "Mostra righe",
    lines: "Righe lette",
    state: { sure: "riconosciuta", ask: "da scegliere", free: "testo libero", none: "nessuna posizione" },
    columns: {
      state: "Stato",
      position: "Pos.",
      source: "La Sua riga",
      result: "Richiesto come",
      quantity: "Quantità, pz",
      note: "Nota",
    },
    name: (position, line) => (position ? `pos. ${position}` : `riga ${line}`),
    which: (slug) =>
      ({
        material: "Quale materiale?",
        "tube-od": "Quale diametro esterno del tubo?",
        dn: "Quale diametro nominale?",
        nps: "Quale diametro nominale?",
        pn: "Quale pressione nominale?",
        class: "Quale classe di pressione?",
        thread: "Quale filettatura?",
        connection: "Quale attacco?",
        size: "Quale grandezza?",
        type: "Quale tipo?",
        wall: "Quale spessore di parete?",
        port: "Quale foratura?",
        range: "Quale campo scala?",
        seal: "Quale tipo di tenuta?",
        "material-seal": "Quale materiale della guarnizione?",
        operation: "Quale azionamento?",
      })[slug ?? ""] ?? "Quale articolo?",
    more: (shown, all) => `${shown} di ${all} articoli corrispondenti`,
    asFree: "Richiedi come testo libero",
    staysText: "resta come testo nella richiesta",
    reason: (reason) =>
      ({
        empty: "Separatore",
        header: "Intestazione della tabella",
        heading: "Titolo",
        greeting: "Saluto o frase",
        footer: "Piè dell’e-mail",
        date: "Data",
        phone: "Numero di telefono",
        address: "Indirizzo",
        total: "Totale",
        reference: "Intestazione dell’e-mail",
      })[reason ?? "heading"],
    zero: "Quantità 0",
    left: "Esclusa da Lei",
    mergedInto: (name) => `Unita a ${name}`,
    take: "Richiedi come testo libero",
    restore: "Includi di nuovo",
    separate: "Separa di nuovo",
    leave: (name) => `Escludi ${name}`,
    like: (name) => `come ${name}`,
    merge: "Unisci",
    quantity: (name) => `Quantità, ${name}`,
    note: (name) => `Nota, ${name}`,
    hint: (hint, quantity) =>
      ({
        assumed: `Nessuna quantità trovata, ${quantity} come valore predefinito.`,
        rounded: `Quantità arrotondata a ${quantity}.`,
        separator: `Quantità letta come ${quantity}. Verificare.`,
        zero: "Quantità 0.",
        limited: `Quantità limitata a ${quantity}.`,
        many: "Corrispondono troppi articoli.",
        contradiction: "Codice e descrizione si contraddicono. Verificare.",
      })[hint],
    ready: (ready, all) =>
      `${formatNumber(ready, "it-IT")} di ${it(all, "posizione", "posizioni")} ${ready === 1 ? "è pronta" : "sono pronte"}`,
    composed: (sure, free) =>
      [sure > 0 && it(sure, "riconosciuta", "riconosciute"), free > 0 && `${formatNumber(free, "it-IT")} testo libero`]
        .filter(Boolean)
        .join(" e ") + ".",
    waiting: (number) =>
      number === 1
        ? "1 attende la Sua scelta e resta qui."
        : `${formatNumber(number, "it-IT")} attendono la Sua scelta e restano qui.`,
    cartAfter: (before, added) =>
      `Nel carrello in seguito: ${formatNumber(before, "it-IT")} + ${formatNumber(added, "it-IT")} = ${formatNumber(before + added, "it-IT")}.`,
    full: (most, rest) =>
      `Il carrello contiene al massimo ${formatNumber(most, "it-IT")} posizioni; ${rest === 1 ? "1 resta" : `${formatNumber(rest, "it-IT")} restano`} qui.`,
    next: "Vai alla prossima scelta",
    taken: (number) => `${it(number, "posizione è", "posizioni sono")} nel carrello.`,
    undo: "Annulla aggiunta",
    add: (number) => `Aggiungi ${it(number, "posizione", "posizioni")} al carrello`,
    replace: "Sostituisci il mio carrello",
  },
});
