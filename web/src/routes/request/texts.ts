import type { Texts } from "../../i18n/texts";

export interface RequestTexts {
  title: (reference: string) => string;
  received: string;
  answered: string;
  promise: (time: string) => string;
  /** The deadline follows. */
  answerBy: string;
  sent: string;
  form: string;
  name: string;
  phone: string;
  email: string;
  message: string;
  files: string;
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
    form: "Formular",
    name: "Name",
    phone: "Telefon",
    email: "E-Mail",
    message: "Nachricht",
    files: "Dateien",
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
    form: "Form",
    name: "Name",
    phone: "Phone",
    email: "Email",
    message: "Message",
    files: "Files",
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
    form: "Formulaire",
    name: "Nom",
    phone: "Téléphone",
    email: "E-mail",
    message: "Message",
    files: "Fichiers",
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
    form: "Modulo",
    name: "Nome",
    phone: "Telefono",
    email: "E-mail",
    message: "Messaggio",
    files: "File",
    save: "Salva come",
    print: "Stampa",
    again: "Inviare di nuovo con modifiche",
    againHint: "Mette gli articoli nel carrello; questa richiesta resta invariata.",
    keep: "Questo indirizzo riapre la richiesta in qualsiasi momento. Chi lo conosce può leggere la richiesta.",
  },
};
