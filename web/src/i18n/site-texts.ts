import { defineTexts, type Texts } from "./texts";

/** The interface texts that several features share (specification, point 8). */
export const siteTexts: Texts<{
  toCatalog: string;
  toCategory: string;
  viewProduct: string;
  addToCart: string;
  thanks: string;
  contactShortly: string;
  contactUs: string;
}> = {
  "de-DE": {
    toCatalog: "Zum Katalog",
    toCategory: "Zur Kategorie",
    viewProduct: "Produkt ansehen",
    addToCart: "In den Warenkorb",
    thanks: "Vielen Dank!",
    contactShortly: "Wir melden uns in Kürze bei Ihnen.",
    contactUs: "Kontakt aufnehmen",
  },
  "en-US": {
    toCatalog: "Go to catalog",
    toCategory: "Go to category",
    viewProduct: "View product",
    addToCart: "Add to cart",
    thanks: "Thank you!",
    contactShortly: "We will contact you shortly.",
    contactUs: "Contact us",
  },
  "fr-FR": {
    toCatalog: "Voir le catalogue",
    toCategory: "Voir la catégorie",
    viewProduct: "Voir le produit",
    addToCart: "Ajouter au panier",
    thanks: "Merci\u00a0!",
    contactShortly: "Nous vous contacterons sous peu.",
    contactUs: "Nous contacter",
  },
  "it-IT": {
    toCatalog: "Vai al catalogo",
    toCategory: "Vai alla categoria",
    viewProduct: "Vedi il prodotto",
    addToCart: "Aggiungi al carrello",
    thanks: "Grazie!",
    contactShortly: "La contatteremo a breve.",
    contactUs: "Ci contatti",
  },
};

export const useSiteTexts = defineTexts(siteTexts);
