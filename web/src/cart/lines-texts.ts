import { defineTexts } from "../i18n/texts";

export const useLinesTexts = defineTexts<{
  parts: string;
  position: string;
  /** The buyer's own number of a line. */
  customer: string;
  article: string;
  values: string;
  quantity: string;
  note: string;
  unknown: string;
  /** Shown for a line that names a family without a size. */
  open: string;
}>({
  "de-DE": {
    parts: "Positionen",
    position: "Pos.",
    customer: "Kundenpos.",
    article: "Artikel",
    values: "Werte",
    quantity: "Menge",
    note: "Bemerkung",
    unknown: "Nicht im Katalog",
    open: "Größe offen",
  },
  "en-US": {
    parts: "Items",
    position: "Item",
    customer: "Customer item",
    article: "Article",
    values: "Values",
    quantity: "Quantity",
    note: "Note",
    unknown: "Not in the catalog",
    open: "Size not chosen",
  },
  "fr-FR": {
    parts: "Articles",
    position: "Pos.",
    customer: "Pos. client",
    article: "Article",
    values: "Valeurs",
    quantity: "Quantité",
    note: "Remarque",
    unknown: "Hors catalogue",
    open: "Taille à préciser",
  },
  "it-IT": {
    parts: "Articoli",
    position: "Pos.",
    customer: "Pos. cliente",
    article: "Articolo",
    values: "Valori",
    quantity: "Quantità",
    note: "Nota",
    unknown: "Non a catalogo",
    open: "Misura da definire",
  },
});
