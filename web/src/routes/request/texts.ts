import type { Texts } from "../../i18n/texts";

export interface RequestTexts {
  title: (reference: string) => string;
  received: string;
  answered: string;
  promise: (time: string) => string;
  /** The deadline follows. */
  answerBy: string;
  sent: string;
  name: string;
  phone: string;
  email: string;
  message: string;
  files: string;
  /** Of a long request the first lines are shown. */
  firstLines: (shown: string, count: string) => string;
  showAll: (count: string) => string;
  loadFailed: string;
  save: string;
  print: string;
  again: string;
  againHint: string;
  keep: string;
}

export const requestTexts: Texts<RequestTexts> = {
  "de-DE": {
    title: (reference) => `Anfrage ${reference}`,
    received: "Eingegangen",
    answered: "Beantwortet",
    promise: (time: string) => `Sie erhalten innerhalb von ${time} ein Angebot.`,
    answerBy: "Frist:",
    sent: "Ihre Angaben",
    name: "Name",
    phone: "Telefon",
    email: "E-Mail",
    message: "Nachricht",
    files: "Dateien",
    firstLines: (shown, count) =>
      `Gezeigt sind die ersten ${shown} von ${count} Positionen. Alle stehen in PDF, XLSX und CSV.`,
    showAll: (count) => `Alle ${count} Positionen zeigen`,
    loadFailed: "Die Positionen konnten nicht geladen werden. Bitte versuchen Sie es erneut.",
    save: "Speichern als",
    print: "Drucken",
    again: "Mit Änderungen erneut senden",
    againHint: "Legt die Positionen in den Warenkorb; diese Anfrage bleibt, wie sie ist.",
    keep: "Diese Adresse öffnet die Anfrage jederzeit wieder. Wer sie kennt, kann die Anfrage lesen.",
  },
  "en-US": {
    title: (reference) => `Request ${reference}`,
    received: "Received",
    answered: "Answered",
    promise: (time: string) => `You receive a quote within ${time}.`,
    answerBy: "Answer by",
    sent: "Your details",
    name: "Name",
    phone: "Phone",
    email: "Email",
    message: "Message",
    files: "Files",
    firstLines: (shown, count) =>
      `The first ${shown} of ${count} items are shown. PDF, XLSX and CSV contain all of them.`,
    showAll: (count) => `Show all ${count} items`,
    loadFailed: "The items could not be loaded. Please try again.",
    save: "Save as",
    print: "Print",
    again: "Send again with changes",
    againHint: "Puts the items into the cart; this request stays as it is.",
    keep: "This address opens the request again at any time. Anyone who knows it can read the request.",
  },
  "fr-FR": {
    title: (reference) => `Demande ${reference}`,
    received: "Reçue",
    answered: "Traitée",
    promise: (time: string) => `Vous recevez une offre sous ${time}.`,
    answerBy: "Délai\u00a0:",
    sent: "Vos coordonnées",
    name: "Nom",
    phone: "Téléphone",
    email: "E-mail",
    message: "Message",
    files: "Fichiers",
    firstLines: (shown, count) =>
      `Les ${shown} premiers articles sur ${count} sont affichés. Le PDF, le XLSX et le CSV les contiennent tous.`,
    showAll: (count) => `Afficher les ${count} articles`,
    loadFailed: "Les articles n’ont pas pu être chargés. Veuillez réessayer.",
    save: "Enregistrer en",
    print: "Imprimer",
    again: "Renvoyer avec des modifications",
    againHint: "Place les articles dans le panier\u00a0; cette demande reste inchangée.",
    keep: "Cette adresse ouvre la demande à tout moment. Toute personne qui la connaît peut lire la demande.",
  },
  "it-IT": {
    title: (reference) => `Richiesta ${reference}`,
    received: "Ricevuta",
    answered: "Evasa",
    promise: (time: string) => `Riceve un’offerta entro ${time}.`,
    answerBy: "Termine:",
    sent: "I Suoi dati",
    name: "Nome",
    phone: "Telefono",
    email: "E-mail",
    message: "Messaggio",
    files: "File",
    firstLines: (shown, count) =>
      `Sono mostrati i primi ${shown} articoli su ${count}. PDF, XLSX e CSV li contengono tutti.`,
    showAll: (count) => `Mostra tutti i ${count} articoli`,
    loadFailed: "Non è stato possibile caricare gli articoli. Riprovare.",
    save: "Salva come",
    print: "Stampa",
    again: "Inviare di nuovo con modifiche",
    againHint: "Mette gli articoli nel carrello; questa richiesta resta invariata.",
    keep: "Questo indirizzo riapre la richiesta in qualsiasi momento. Chi lo conosce può leggere la richiesta.",
  },
};
