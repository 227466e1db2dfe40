import type { Texts } from "../../i18n/texts";
import type { Stage } from "../../content/sent-request";

export interface RequestTexts {
  /** The title of the document. */
  title: (reference: string) => string;
  headline: Readonly<Record<Stage, string>>;
  /** `by`: the end of the promised time. */
  received: (by: string) => string;
  work: (by: string) => string;
  question: (time: string) => string;
  /** `until`: the last day, with the zone. */
  offered: (lines: string, until: string) => string;
  accepted: string;
  declined: string;
  expired: (until: string) => string;
  answered: (at: string) => string;
  lines: (count: number, text: string) => string;
  /** The end of a day, in a zone. */
  endOfDay: (day: string, zone: string) => string;
  /** The four steps of a request. */
  progress: string;
  steps: { received: string; work: string; offer: string; answered: string; decision: string };
  since: (time: string) => string;
  asked: (time: string) => string;
  by: (time: string) => string;
  /** Up to and including a day. */
  until: (day: string) => string;
  afterReply: (time: string) => string;
  acceptedAt: (time: string) => string;
  declinedAt: (time: string) => string;
  expiredAt: (time: string) => string;
  facts: {
    request: string;
    company: string;
    offer: string;
    validUntil: string;
    contact: string;
    phone: string;
  };
  details: string;
  name: string;
  email: string;
  documents: string;
  offerDocument: (number: string) => string;
  requestDocument: (reference: string) => string;
  print: string;
  messages: string;
  /** Before the names of attached files. */
  files: string;
  /** Of a long request the first lines are shown. */
  firstLines: (shown: string, count: string) => string;
  showAll: (count: string) => string;
  loadFailed: string;
  again: string;
  againHint: string;
  newRequest: string;
  keep: string;
  erase: string;
}

export const requestTexts: Texts<RequestTexts> = {
  "de-DE": {
    title: (reference) => `Anfrage ${reference}`,
    headline: {
      received: "Angekommen.",
      work: "In Arbeit.",
      question: "Eine Frage.",
      offered: "Ihr Angebot.",
      accepted: "Angenommen.",
      declined: "Abgelehnt.",
      expired: "Abgelaufen.",
      answered: "Beantwortet.",
    },
    received: (by) => `Ihre Anfrage ist da. Das Angebot kommt bis ${by}.`,
    work: (by) => `Wir prüfen Werkstoff, Druckstufe und Bestand. Das Angebot kommt bis ${by}.`,
    question: (time) =>
      `Bevor wir rechnen können, brauchen wir eine Auskunft. Nach Ihrer Antwort haben wir wieder ${time}.`,
    offered: (lines, until) => `${lines}, gültig bis ${until}. Sie antworten hier, ohne Konto.`,
    accepted: "Danke. Ihre Annahme ist gespeichert und bei uns angekommen. Die Auftragsbestätigung folgt per E-Mail.",
    declined: "Danke für die klare Antwort. Mehr brauchen wir nicht von Ihnen.",
    expired: (until) => `Das Angebot galt bis ${until}. Auf Ihren Wunsch rechnen wir es neu.`,
    answered: (at) => `Wir haben Ihre Anfrage beantwortet: ${at}.`,
    lines: (count, text) => (count === 1 ? "1 Position" : `${text} Positionen`),
    endOfDay: (day, zone) => `${day}, 24:00 Uhr (${zone})`,
    progress: "Stand der Anfrage",
    steps: {
      received: "Eingegangen",
      work: "In Arbeit",
      offer: "Angebot",
      answered: "Beantwortet",
      decision: "Ihre Antwort",
    },
    since: (time) => `seit ${time}`,
    asked: (time) => `Frage von ${time}`,
    by: (time) => `bis ${time}`,
    until: (day) => `bis ${day}`,
    afterReply: (time) => `nach Ihrer Antwort, ${time}`,
    acceptedAt: (time) => `angenommen ${time}`,
    declinedAt: (time) => `abgelehnt ${time}`,
    expiredAt: (time) => `abgelaufen ${time}`,
    facts: {
      request: "Anfrage",
      company: "Firma",
      offer: "Angebot",
      validUntil: "Gültig bis",
      contact: "Ansprechpartner",
      phone: "Telefon",
    },
    details: "Ihre Angaben",
    name: "Name",
    email: "E-Mail",
    documents: "Unterlagen",
    offerDocument: (number) => `Angebot ${number}`,
    requestDocument: (reference) => `Ihre Anfrage ${reference}`,
    print: "Diese Seite drucken",
    messages: "Nachrichten",
    files: "Dateien:",
    firstLines: (shown, count) =>
      `Gezeigt sind die ersten ${shown} von ${count} Positionen. Alle stehen in den Unterlagen.`,
    showAll: (count) => `Alle ${count} Positionen zeigen`,
    loadFailed: "Die Positionen konnten nicht geladen werden. Bitte versuchen Sie es erneut.",
    again: "Mit Änderungen neu anfragen",
    againHint: "Legt die Positionen in den Warenkorb; diese Anfrage bleibt, wie sie ist.",
    newRequest: "Neue Anfrage",
    keep: "Wer diesen Link hat, sieht diese Seite. Suchmaschinen sehen sie nicht.",
    erase: "Meine Angaben löschen lassen",
  },
  "en-US": {
    title: (reference) => `Request ${reference}`,
    headline: {
      received: "It arrived.",
      work: "In work.",
      question: "One question.",
      offered: "Your offer.",
      accepted: "Accepted.",
      declined: "Declined.",
      expired: "Expired.",
      answered: "Answered.",
    },
    received: (by) => `Your request is here. The offer will come by ${by}.`,
    work: (by) => `We are checking material, pressure rating and stock. The offer will come by ${by}.`,
    question: (time) => `We need one detail before we can price this. After your answer we have ${time} again.`,
    offered: (lines, until) => `${lines}, valid until ${until}. You answer here, without an account.`,
    accepted: "Thank you. Your acceptance is stored and has reached us. The order confirmation follows by e-mail.",
    declined: "Thank you for a clear answer. We need nothing more from you.",
    expired: (until) => `The offer was valid until ${until}. If you wish, we price it again.`,
    answered: (at) => `We have answered your request: ${at}.`,
    lines: (count, text) => (count === 1 ? "1 item" : `${text} items`),
    endOfDay: (day, zone) => `the end of ${day} (${zone})`,
    progress: "Status of the request",
    steps: { received: "Received", work: "In work", offer: "Offer", answered: "Answered", decision: "Your answer" },
    since: (time) => `since ${time}`,
    asked: (time) => `asked ${time}`,
    by: (time) => `by ${time}`,
    until: (day) => `until ${day}`,
    afterReply: (time) => `after your answer, ${time}`,
    acceptedAt: (time) => `accepted ${time}`,
    declinedAt: (time) => `declined ${time}`,
    expiredAt: (time) => `expired ${time}`,
    facts: {
      request: "Request",
      company: "Company",
      offer: "Offer",
      validUntil: "Valid until",
      contact: "Your contact",
      phone: "Phone",
    },
    details: "Your details",
    name: "Name",
    email: "E-mail",
    documents: "Documents",
    offerDocument: (number) => `Offer ${number}`,
    requestDocument: (reference) => `Your request ${reference}`,
    print: "Print this page",
    messages: "Messages",
    files: "Files:",
    firstLines: (shown, count) => `The first ${shown} of ${count} items are shown. The documents contain all of them.`,
    showAll: (count) => `Show all ${count} items`,
    loadFailed: "The items could not be loaded. Please try again.",
    again: "Request again with changes",
    againHint: "Puts the items into the cart; this request stays as it is.",
    newRequest: "New request",
    keep: "Whoever has this link sees this page. Search engines do not.",
    erase: "Have my details erased",
  },
  "fr-FR": {
    title: (reference) => `Demande ${reference}`,
    headline: {
      received: "Bien reçue.",
      work: "En cours.",
      question: "Une question.",
      offered: "Votre offre.",
      accepted: "Acceptée.",
      declined: "Refusée.",
      expired: "Expirée.",
      answered: "Traitée.",
    },
    received: (by) => `Votre demande nous est parvenue. Vous recevrez l’offre au plus tard le ${by}.`,
    work: (by) => `Nous vérifions matériau, pression nominale et stock. Vous recevrez l’offre au plus tard le ${by}.`,
    question: (time) =>
      `Il nous manque une information pour établir l’offre. Après votre réponse, nous disposons à nouveau de ${time}.`,
    offered: (lines, until) => `${lines}, valable jusqu’${until}. Vous répondez ici, sans compte.`,
    accepted:
      "Merci. Votre acceptation est enregistrée et nous est parvenue. La confirmation de commande suit par e-mail.",
    declined: "Merci pour votre réponse claire. Vous n’avez plus rien à faire.",
    expired: (until) => `L’offre était valable jusqu’${until}. Sur demande, nous l’établissons à nouveau.`,
    answered: (at) => `Nous avons répondu à votre demande\u00a0: ${at}.`,
    lines: (count, text) => (count === 1 ? "1 position" : `${text} positions`),
    endOfDay: (day, zone) => `au ${day} inclus (${zone})`,
    progress: "État de la demande",
    steps: {
      received: "Reçue",
      work: "En cours",
      offer: "Offre",
      answered: "Traitée",
      decision: "Votre réponse",
    },
    since: (time) => `depuis ${time}`,
    asked: (time) => `question du ${time}`,
    by: (time) => `avant ${time}`,
    until: (day) => `jusqu’au ${day}`,
    afterReply: (time) => `après votre réponse, ${time}`,
    acceptedAt: (time) => `acceptée ${time}`,
    declinedAt: (time) => `refusée ${time}`,
    expiredAt: (time) => `expirée ${time}`,
    facts: {
      request: "Demande",
      company: "Société",
      offer: "Offre",
      validUntil: "Valable jusqu’au",
      contact: "Votre contact",
      phone: "Téléphone",
    },
    details: "Vos coordonnées",
    name: "Nom",
    email: "E-mail",
    documents: "Documents",
    offerDocument: (number) => `Offre ${number}`,
    requestDocument: (reference) => `Votre demande ${reference}`,
    print: "Imprimer cette page",
    messages: "Messages",
    files: "Fichiers\u00a0:",
    firstLines: (shown, count) =>
      `Les ${shown} premières positions sur ${count} sont affichées. Les documents les contiennent toutes.`,
    showAll: (count) => `Afficher les ${count} positions`,
    loadFailed: "Les positions n’ont pas pu être chargées. Veuillez réessayer.",
    again: "Nouvelle demande avec modifications",
    againHint: "Place les articles dans le panier\u00a0; cette demande reste inchangée.",
    newRequest: "Nouvelle demande",
    keep: "Toute personne qui possède ce lien voit cette page. Les moteurs de recherche ne la voient pas.",
    erase: "Faire effacer mes données",
  },
  "it-IT": {
    title: (reference) => `Richiesta ${reference}`,
    headline: {
      received: "Ricevuta.",
      work: "In lavorazione.",
      question: "Una domanda.",
      offered: "La Sua offerta.",
      accepted: "Accettata.",
      declined: "Rifiutata.",
      expired: "Scaduta.",
      answered: "Evasa.",
    },
    received: (by) => `La Sua richiesta è arrivata. Riceverà l’offerta entro ${by}.`,
    work: (by) => `Verifichiamo materiale, pressione nominale e disponibilità. Riceverà l’offerta entro ${by}.`,
    question: (time) =>
      `Per formulare l’offerta ci serve un’informazione. Dopo la Sua risposta abbiamo di nuovo ${time}.`,
    offered: (lines, until) => `${lines}, valida fino ${until}. Risponde qui, senza registrazione.`,
    accepted: "Grazie. La Sua accettazione è registrata e ci è pervenuta. La conferma d’ordine segue per e-mail.",
    declined: "Grazie per la risposta chiara. Non Le serve fare altro.",
    expired: (until) => `L’offerta era valida fino ${until}. Su richiesta la ricalcoliamo.`,
    answered: (at) => `Abbiamo risposto alla Sua richiesta: ${at}.`,
    lines: (count, text) => (count === 1 ? "1 posizione" : `${text} posizioni`),
    endOfDay: (day, zone) => `alla fine di ${day} (${zone})`,
    progress: "Stato della richiesta",
    steps: {
      received: "Ricevuta",
      work: "In lavorazione",
      offer: "Offerta",
      answered: "Evasa",
      decision: "La Sua risposta",
    },
    since: (time) => `da ${time}`,
    asked: (time) => `domanda di ${time}`,
    by: (time) => `entro ${time}`,
    until: (day) => `fino al ${day}`,
    afterReply: (time) => `dopo la Sua risposta, ${time}`,
    acceptedAt: (time) => `accettata ${time}`,
    declinedAt: (time) => `rifiutata ${time}`,
    expiredAt: (time) => `scaduta ${time}`,
    facts: {
      request: "Richiesta",
      company: "Azienda",
      offer: "Offerta",
      validUntil: "Valida fino al",
      contact: "Referente",
      phone: "Telefono",
    },
    details: "I Suoi dati",
    name: "Nome",
    email: "E-mail",
    documents: "Documenti",
    offerDocument: (number) => `Offerta ${number}`,
    requestDocument: (reference) => `La Sua richiesta ${reference}`,
    print: "Stampa questa pagina",
    messages: "Messaggi",
    files: "File:",
    firstLines: (shown, count) =>
      `Sono mostrate le prime ${shown} posizioni su ${count}. I documenti le contengono tutte.`,
    showAll: (count) => `Mostra tutte le ${count} posizioni`,
    loadFailed: "Non è stato possibile caricare le posizioni. Riprovare.",
    again: "Nuova richiesta con modifiche",
    againHint: "Mette gli articoli nel carrello; questa richiesta resta invariata.",
    newRequest: "Nuova richiesta",
    keep: "Chi ha questo link vede questa pagina. I motori di ricerca non la vedono.",
    erase: "Far cancellare i miei dati",
  },
};
