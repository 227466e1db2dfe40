import { defineTexts } from "../../i18n/texts";

/** The texts of what the sender of a request may answer, and of sending it. */
export const useAnswerTexts = defineTexts<{
  answer: string;
  toAnswer: string;
  accept: string;
  ask: string;
  decline: string;
  optional: string;
  name: string;
  orderNumber: string;
  acceptOffer: string;
  meaning: string;
  meaningText: string;
  /** Before the link to the terms of the offer, which is named as in offer-texts.ts. */
  termsApply: string;
  noTerms: string;
  yourQuestion: string;
  askHint: string;
  sendQuestion: string;
  staysValid: (until: string, time: string) => string;
  reason: string;
  reasons: readonly string[];
  comment: string;
  declineOffer: string;
  declineHint: (until: string) => string;
  acceptedBy: string;
  acceptedOn: string;
  next: string;
  /** `to`: the mail address of the sender; "" if there is none. */
  copy: (to: string) => string;
  confirmation: string;
  call: string;
  yourReason: string;
  noReason: string;
  changedMind: (until: string) => string;
  acceptAfterAll: string;
  pricesChanged: (time: string) => string;
  askAgain: string;
  yourReply: string;
  replyHint: string;
  sendReply: string;
  alsoByMail: string;
  forgotten: string;
  addition: string;
  sendAddition: string;
  additionHint: string;
  anotherQuestion: string;
  sending: string;
  again: string;
  failed: string;
  arrived: string;
  waiting: string;
  now: string;
  cancel: string;
  required: string;
  twoLetters: string;
  tick: string;
}>({
  "de-DE": {
    answer: "Ihre Antwort",
    toAnswer: "Antworten",
    accept: "Annehmen",
    ask: "Nachfragen",
    decline: "Ablehnen",
    optional: "freiwillig",
    name: "Ihr Name",
    orderNumber: "Ihre Bestellnummer",
    acceptOffer: "Angebot annehmen",
    meaning: "Was Annehmen bedeutet",
    meaningText:
      "Sie erklären, dass Sie genau dieses Dokument annehmen. Wir speichern Zeit, Wortlaut und Dokument und senden Ihnen eine Kopie.",
    termsApply: "Wozu das verpflichtet, steht hier:",
    noTerms: "Wozu das verpflichtet, steht in unseren Verkaufsbedingungen, die wir Ihnen auf Anfrage senden.",
    yourQuestion: "Ihre Frage",
    askHint: "Zum Beispiel: Geht Position 4 auch als Teillieferung?",
    sendQuestion: "Frage senden",
    staysValid: (until, time) => `Das Angebot bleibt gültig bis ${until}. Wir antworten innerhalb von ${time}.`,
    reason: "Woran lag es?",
    reasons: ["Preis", "Lieferzeit", "Technisch nicht passend", "Bedarf entfallen", "Anderes"],
    comment: "Ein Wort dazu",
    declineOffer: "Angebot ablehnen",
    declineHint: (until) => `Angaben sind freiwillig. Bis ${until} können Sie es sich anders überlegen und annehmen.`,
    acceptedBy: "Angenommen von",
    acceptedOn: "am",
    next: "Was jetzt geschieht",
    copy: (to) => (to ? `Eine Kopie Ihrer Annahme geht an ${to}.` : "Ihre Annahme bleibt auf dieser Seite."),
    confirmation: "Wir senden die Auftragsbestätigung mit Termin.",
    call: "Ändert sich etwas, rufen wir an.",
    yourReason: "Ihr Grund",
    noReason: "ohne Angabe",
    changedMind: (until) => `Doch noch? Bis ${until} können Sie das Angebot hier annehmen.`,
    acceptAfterAll: "Doch annehmen",
    pricesChanged: (time) =>
      `Preise und Bestand haben sich vielleicht geändert. Wir rechnen dieselben Positionen neu und antworten innerhalb von ${time}.`,
    askAgain: "Erneut anfragen",
    yourReply: "Ihre Antwort",
    replyHint: "Schreiben Sie in Ihren Worten.",
    sendReply: "Antwort senden",
    alsoByMail: "Ihre Antwort steht danach hier bei den Nachrichten.",
    forgotten: "Etwas vergessen?",
    addition: "Nachtrag",
    sendAddition: "Nachtrag senden",
    additionHint: "Menge, Norm, Termin: Wir lesen es, bevor wir rechnen.",
    anotherQuestion: "Noch eine Frage?",
    sending: "Wird gesendet",
    again: "Noch einmal senden",
    failed: "Das konnte nicht gesendet werden. Ihre Angaben sind noch da; bitte senden Sie noch einmal.",
    arrived: "Angekommen. Ihr Text steht bei den Nachrichten.",
    waiting:
      "Im Moment besteht keine Verbindung. Bitte lassen Sie diese Seite offen: Ihre Antwort wird gesendet, sobald die Verbindung zurück ist.",
    now: "Jetzt senden",
    cancel: "Zurücknehmen und ändern",
    required: "Bitte ausfüllen",
    twoLetters: "Mindestens 2 Zeichen",
    tick: "Bitte kreuzen Sie den Satz an",
  },
  "en-US": {
    answer: "Your answer",
    toAnswer: "Answer",
    accept: "Accept",
    ask: "Ask",
    decline: "Decline",
    optional: "optional",
    name: "Your name",
    orderNumber: "Your order number",
    acceptOffer: "Accept the offer",
    meaning: "What accepting means",
    meaningText:
      "You declare that you accept exactly this document. We store time, wording and document, and send you a copy.",
    termsApply: "What this binds you to is written here:",
    noTerms: "What this binds you to is written in our terms of sale, which we send on request.",
    yourQuestion: "Your question",
    askHint: "For example: can item 4 come in two deliveries?",
    sendQuestion: "Send question",
    staysValid: (until, time) => `The offer stays valid until ${until}. We answer within ${time}.`,
    reason: "What was it?",
    reasons: ["Price", "Delivery time", "Not suitable", "No longer needed", "Something else"],
    comment: "A word about it",
    declineOffer: "Decline the offer",
    declineHint: (until) => `All optional. Until ${until} you can still accept instead.`,
    acceptedBy: "Accepted by",
    acceptedOn: "on",
    next: "What happens now",
    copy: (to) => (to ? `A copy of your acceptance goes to ${to}.` : "Your acceptance stays on this page."),
    confirmation: "We send the order confirmation with its date.",
    call: "If anything changes, we call.",
    yourReason: "Your reason",
    noReason: "not given",
    changedMind: (until) => `Changed your mind? Until ${until} you can accept here.`,
    acceptAfterAll: "Accept after all",
    pricesChanged: (time) =>
      `Prices and stock may have changed. We price the same items again and answer within ${time}.`,
    askAgain: "Ask again",
    yourReply: "Your answer",
    replyHint: "In your own words.",
    sendReply: "Send answer",
    alsoByMail: "Your answer then stands here among the messages.",
    forgotten: "Forgot something?",
    addition: "Addition",
    sendAddition: "Send addition",
    additionHint: "Quantity, standard, date: we read it before we price.",
    anotherQuestion: "Another question?",
    sending: "Sending",
    again: "Send again",
    failed: "This could not be sent. Your entries are still here; please send again.",
    arrived: "It arrived. Your text is among the messages.",
    waiting:
      "There is no connection at the moment. Please leave this page open: your answer will be sent as soon as the connection is back.",
    now: "Send now",
    cancel: "Take back and change",
    required: "Please fill in",
    twoLetters: "At least 2 characters",
    tick: "Please tick this sentence",
  },
  "fr-FR": {
    answer: "Votre réponse",
    toAnswer: "Répondre",
    accept: "Accepter",
    ask: "Demander",
    decline: "Refuser",
    optional: "facultatif",
    name: "Votre nom",
    orderNumber: "Votre numéro de commande",
    acceptOffer: "Accepter l’offre",
    meaning: "Ce que signifie accepter",
    meaningText:
      "Vous déclarez accepter exactement ce document. Nous enregistrons l’heure, le texte et le document, et vous en envoyons une copie.",
    termsApply: "Ce à quoi cela vous engage figure ici\u00a0:",
    noTerms: "Ce à quoi cela vous engage figure dans nos conditions de vente, que nous envoyons sur demande.",
    yourQuestion: "Votre question",
    askHint: "Par exemple\u00a0: la position 4 est-elle possible en livraison partielle\u00a0?",
    sendQuestion: "Envoyer la question",
    staysValid: (until, time) => `L’offre reste valable jusqu’au ${until}. Nous répondons sous ${time}.`,
    reason: "Pour quelle raison\u00a0?",
    reasons: ["Prix", "Délai de livraison", "Techniquement inadapté", "Besoin annulé", "Autre"],
    comment: "Une précision",
    declineOffer: "Refuser l’offre",
    declineHint: (until) => `Tout est facultatif. Jusqu’au ${until}, vous pouvez encore accepter.`,
    acceptedBy: "Acceptée par",
    acceptedOn: "le",
    next: "La suite",
    copy: (to) =>
      to ? `Une copie de votre acceptation est envoyée à ${to}.` : "Votre acceptation reste sur cette page.",
    confirmation: "Nous envoyons la confirmation de commande avec le délai.",
    call: "En cas de changement, nous vous appelons.",
    yourReason: "Votre raison",
    noReason: "non indiquée",
    changedMind: (until) => `Vous changez d’avis\u00a0? Jusqu’au ${until}, vous pouvez accepter l’offre ici.`,
    acceptAfterAll: "Accepter malgré tout",
    pricesChanged: (time) =>
      `Les prix et le stock ont peut-être changé. Nous recalculons les mêmes positions et répondons sous ${time}.`,
    askAgain: "Demander à nouveau",
    yourReply: "Votre réponse",
    replyHint: "Avec vos propres mots.",
    sendReply: "Envoyer la réponse",
    alsoByMail: "Votre réponse figurera ensuite ici, parmi les messages.",
    forgotten: "Un oubli\u00a0?",
    addition: "Complément",
    sendAddition: "Envoyer le complément",
    additionHint: "Quantité, norme, délai\u00a0: nous le lisons avant de calculer.",
    anotherQuestion: "Une autre question\u00a0?",
    sending: "Envoi en cours",
    again: "Envoyer à nouveau",
    failed: "L’envoi a échoué. Vos saisies sont conservées\u00a0; veuillez envoyer à nouveau.",
    arrived: "Bien reçu. Votre texte figure parmi les messages.",
    waiting:
      "Il n’y a pas de connexion pour le moment. Veuillez laisser cette page ouverte\u00a0: votre réponse sera envoyée dès le retour de la connexion.",
    now: "Envoyer maintenant",
    cancel: "Reprendre et modifier",
    required: "Veuillez remplir ce champ",
    twoLetters: "Au moins 2 caractères",
    tick: "Veuillez cocher cette phrase",
  },
  "it-IT": {
    answer: "La Sua risposta",
    toAnswer: "Rispondere",
    accept: "Accettare",
    ask: "Chiedere",
    decline: "Rifiutare",
    optional: "facoltativo",
    name: "Il Suo nome",
    orderNumber: "Il Suo numero d’ordine",
    acceptOffer: "Accettare l’offerta",
    meaning: "Che cosa significa accettare",
    meaningText:
      "Dichiara di accettare esattamente questo documento. Registriamo ora, testo e documento e Le inviamo una copia.",
    termsApply: "Gli obblighi che ne derivano sono indicati qui:",
    noTerms: "Gli obblighi che ne derivano sono nelle nostre condizioni di vendita, che inviamo su richiesta.",
    yourQuestion: "La Sua domanda",
    askHint: "Per esempio: la posizione 4 è possibile in consegne parziali?",
    sendQuestion: "Inviare la domanda",
    staysValid: (until, time) => `L’offerta resta valida fino al ${until}. Rispondiamo entro ${time}.`,
    reason: "Per quale motivo?",
    reasons: ["Prezzo", "Tempi di consegna", "Tecnicamente non adatto", "Non più necessario", "Altro"],
    comment: "Una precisazione",
    declineOffer: "Rifiutare l’offerta",
    declineHint: (until) => `Tutto è facoltativo. Fino al ${until} può ancora accettare.`,
    acceptedBy: "Accettata da",
    acceptedOn: "il",
    next: "Che cosa succede ora",
    copy: (to) => (to ? `Una copia della Sua accettazione va a ${to}.` : "La Sua accettazione resta su questa pagina."),
    confirmation: "Inviamo la conferma d’ordine con la data di consegna.",
    call: "Se cambia qualcosa, La chiamiamo.",
    yourReason: "Il Suo motivo",
    noReason: "non indicato",
    changedMind: (until) => `Ha cambiato idea? Fino al ${until} può accettare l’offerta qui.`,
    acceptAfterAll: "Accettare comunque",
    pricesChanged: (time) =>
      `Prezzi e disponibilità potrebbero essere cambiati. Ricalcoliamo le stesse posizioni e rispondiamo entro ${time}.`,
    askAgain: "Richiedere di nuovo",
    yourReply: "La Sua risposta",
    replyHint: "Con parole Sue.",
    sendReply: "Inviare la risposta",
    alsoByMail: "La Sua risposta si trova poi qui tra i messaggi.",
    forgotten: "Dimenticato qualcosa?",
    addition: "Integrazione",
    sendAddition: "Inviare l’integrazione",
    additionHint: "Quantità, norma, termine: lo leggiamo prima di calcolare.",
    anotherQuestion: "Un’altra domanda?",
    sending: "Invio in corso",
    again: "Inviare di nuovo",
    failed: "L’invio non è riuscito. I dati inseriti sono ancora qui; inviare di nuovo.",
    arrived: "Ricevuto. Il Suo testo si trova tra i messaggi.",
    waiting:
      "Al momento non c’è connessione. Lasci aperta questa pagina: la Sua risposta sarà inviata non appena la connessione è di nuovo disponibile.",
    now: "Inviare ora",
    cancel: "Annullare e modificare",
    required: "Campo obbligatorio",
    twoLetters: "Almeno 2 caratteri",
    tick: "Selezioni questa frase",
  },
});
