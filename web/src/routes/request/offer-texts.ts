import { defineTexts } from "../../i18n/texts";

/** The texts of an offer's lines and totals; those of its PDF are in the server's offer_texts.go. */
export const useOfferTexts = defineTexts<{
  lines: string;
  /** Of a request. */
  yourLines: string;
  /** Of an expired offer. */
  formerLines: string;
  position: string;
  article: string;
  quantity: string;
  price: (currency: string) => string;
  amount: (currency: string) => string;
  delivery: string;
  certificate: string;
  pieces: string;
  per: (units: string) => string;
  lessDiscount: (percent: string) => string;
  replaces: (sku: string) => string;
  notOffered: (reason: string) => string;
  asked: (what: string) => string;
  remark: (text: string) => string;
  customerPosition: (position: string) => string;
  atOnce: string;
  days: (count: number) => string;
  /** Of a part of a line, after its quantity. */
  inDays: (count: number) => string;
  onDay: (day: string) => string;
  discount: (percent: string) => string;
  net: string;
  vat: (percent: string) => string;
  withoutVat: string;
  rounding: string;
  gross: string;
  notes: string;
  terms: string;
}>({
  "de-DE": {
    lines: "Positionen",
    yourLines: "Ihre Positionen",
    formerLines: "Positionen, Preise von damals",
    position: "Pos.",
    article: "Artikel",
    quantity: "Menge",
    price: (currency) => `Preis ${currency}`,
    amount: (currency) => `Gesamt ${currency}`,
    delivery: "Lieferzeit",
    certificate: "Zeugnis",
    pieces: "Stück",
    per: (units) => `je ${units}`,
    lessDiscount: (percent) => `abzüglich ${percent}\u00a0%`,
    replaces: (sku) => `Statt ${sku}`,
    notOffered: (reason) => `Nicht angeboten: ${reason}`,
    asked: (what) => `Angefragt: ${what}`,
    remark: (text) => `Ihre Bemerkung: ${text}`,
    customerPosition: (position) => `Ihre Position ${position}`,
    atOnce: "sofort",
    days: (count) => (count === 1 ? "1 Arbeitstag" : `${count} Arbeitstage`),
    inDays: (count) => (count === 1 ? "in 1 Arbeitstag" : `in ${count} Arbeitstagen`),
    onDay: (day) => `am ${day}`,
    discount: (percent) => `Rabatt ${percent}\u00a0%`,
    net: "Netto",
    vat: (percent) => `MwSt ${percent}\u00a0%`,
    withoutVat: "zuzüglich MwSt",
    rounding: "Rundung",
    gross: "Brutto",
    notes: "Zu wissen",
    terms: "Verkaufsbedingungen",
  },
  "en-US": {
    lines: "Items",
    yourLines: "Your items",
    formerLines: "Items, prices of that time",
    position: "Item",
    article: "Article",
    quantity: "Quantity",
    price: (currency) => `Price ${currency}`,
    amount: (currency) => `Total ${currency}`,
    delivery: "Delivery",
    certificate: "Certificate",
    pieces: "pcs",
    per: (units) => `per ${units}`,
    lessDiscount: (percent) => `less ${percent}%`,
    replaces: (sku) => `Instead of ${sku}`,
    notOffered: (reason) => `Not offered: ${reason}`,
    asked: (what) => `Requested: ${what}`,
    remark: (text) => `Your note: ${text}`,
    customerPosition: (position) => `Your item ${position}`,
    atOnce: "at once",
    days: (count) => (count === 1 ? "1 working day" : `${count} working days`),
    inDays: (count) => (count === 1 ? "in 1 working day" : `in ${count} working days`),
    onDay: (day) => `on ${day}`,
    discount: (percent) => `Discount ${percent}%`,
    net: "Net",
    vat: (percent) => `VAT ${percent}%`,
    withoutVat: "VAT not included",
    rounding: "Rounding",
    gross: "Gross",
    notes: "Please note",
    terms: "Terms of sale",
  },
  "fr-FR": {
    lines: "Positions",
    yourLines: "Vos positions",
    formerLines: "Positions, prix d’alors",
    position: "Pos.",
    article: "Article",
    quantity: "Quantité",
    price: (currency) => `Prix ${currency}`,
    amount: (currency) => `Total ${currency}`,
    delivery: "Délai",
    certificate: "Certificat",
    pieces: "pcs",
    per: (units) => `par ${units}`,
    lessDiscount: (percent) => `remise de ${percent}\u00a0%`,
    replaces: (sku) => `Au lieu de ${sku}`,
    notOffered: (reason) => `Non proposé\u00a0: ${reason}`,
    asked: (what) => `Demandé\u00a0: ${what}`,
    remark: (text) => `Votre remarque\u00a0: ${text}`,
    customerPosition: (position) => `Votre position ${position}`,
    atOnce: "immédiatement",
    days: (count) => (count === 1 ? "1 jour ouvré" : `${count} jours ouvrés`),
    inDays: (count) => (count === 1 ? "sous 1 jour ouvré" : `sous ${count} jours ouvrés`),
    onDay: (day) => `le ${day}`,
    discount: (percent) => `Remise ${percent}\u00a0%`,
    net: "Net",
    vat: (percent) => `TVA ${percent}\u00a0%`,
    withoutVat: "TVA en sus",
    rounding: "Arrondi",
    gross: "Total TTC",
    notes: "À savoir",
    terms: "Conditions de vente",
  },
  "it-IT": {
    lines: "Posizioni",
    yourLines: "Le Sue posizioni",
    formerLines: "Posizioni, prezzi di allora",
    position: "Pos.",
    article: "Articolo",
    quantity: "Quantità",
    price: (currency) => `Prezzo ${currency}`,
    amount: (currency) => `Totale ${currency}`,
    delivery: "Consegna",
    certificate: "Certificato",
    pieces: "pz",
    per: (units) => `per ${units}`,
    lessDiscount: (percent) => `sconto del ${percent}\u00a0%`,
    replaces: (sku) => `In luogo di ${sku}`,
    notOffered: (reason) => `Non offerto: ${reason}`,
    asked: (what) => `Richiesto: ${what}`,
    remark: (text) => `La Sua nota: ${text}`,
    customerPosition: (position) => `La Sua posizione ${position}`,
    atOnce: "subito",
    days: (count) => (count === 1 ? "1 giorno lavorativo" : `${count} giorni lavorativi`),
    inDays: (count) => (count === 1 ? "in 1 giorno lavorativo" : `in ${count} giorni lavorativi`),
    onDay: (day) => `il ${day}`,
    discount: (percent) => `Sconto ${percent}\u00a0%`,
    net: "Netto",
    vat: (percent) => `IVA ${percent}\u00a0%`,
    withoutVat: "IVA esclusa",
    rounding: "Arrotondamento",
    gross: "Totale IVA inclusa",
    notes: "Da sapere",
    terms: "Condizioni di vendita",
  },
});
