import type { Facet, FacetValue } from "../content/listing";
import { plainText } from "../content/plain-text";
import { formatDecimal, formatNumber } from "../i18n/formats";
import { defineTexts } from "../i18n/texts";
import { attributeIn, attributeNamed } from "../i18n/units";
import { useUnits } from "../i18n/use-units";
import { usePage } from "../router/page-context";
import { type Filter, type Range } from "./selection";

/** Short names of common attributes by slug; other attributes have the name from the content. */
type Short = Readonly<Record<string, string>>;

export const useListingTexts = defineTexts({
  "de-DE": {
    filters: "Filter",
    results: "Produkte",
    products: (n: number, text: string) => `${text} ${n === 1 ? "Produkt" : "Produkte"}`,
    articles: (_: number, text: string) => `${text} Artikel`,
    inProducts: (n: number, text: string) => `in ${text} ${n === 1 ? "Produkt" : "Produkten"}`,
    show: (n: string) => `${n} zeigen`,
    reset: "Zurücksetzen",
    apply: "Anwenden",
    remove: (name: string) => `Filter entfernen: ${name}`,
    removeAll: "Alle entfernen",
    all: (n: string) => `Alle ${n} Werte`,
    from: "von",
    to: "bis",
    availability: "Verfügbarkeit",
    inStock: "Ab Lager",
    view: "Ansicht",
    list: "Liste",
    grid: "Raster",
    sort: "Sortierung",
    sorts: {
      category: "Katalogfolge",
      name: "Name",
      sku: "Artikelnummer",
      stock: "Bestand",
      new: "Neueste zuerst",
    },
    empty: "In dieser Kategorie gibt es noch keine Produkte.",
    none: "Kein Produkt erfüllt alle gewählten Filter.",
    loosen: (name: string, products: string) => `Ohne ${name}: ${products}`,
    short: { "tube-od": "Rohr-AD", dn: "DN", nps: "NPS", pn: "PN" } as Short,
    heads: { "tube-od": "Rohr", dn: "Nennweite", nps: "Nennweite", pn: "Nenndruck" } as Short,
  },
  "en-US": {
    filters: "Filters",
    results: "Products",
    products: (n: number, text: string) => `${text} ${n === 1 ? "product" : "products"}`,
    articles: (n: number, text: string) => `${text} ${n === 1 ? "item" : "items"}`,
    inProducts: (n: number, text: string) => `in ${text} ${n === 1 ? "product" : "products"}`,
    show: (n: string) => `Show ${n}`,
    reset: "Reset",
    apply: "Apply",
    remove: (name: string) => `Remove filter: ${name}`,
    removeAll: "Remove all",
    all: (n: string) => `All ${n} values`,
    from: "from",
    to: "to",
    availability: "Availability",
    inStock: "In stock",
    view: "View",
    list: "List",
    grid: "Grid",
    sort: "Sort by",
    sorts: {
      category: "Catalog order",
      name: "Name",
      sku: "Part number",
      stock: "Stock",
      new: "Newest first",
    },
    empty: "There are no products in this category yet.",
    none: "No product meets all of the chosen filters.",
    loosen: (name: string, products: string) => `Without ${name}: ${products}`,
    short: { "tube-od": "Tube OD", dn: "DN", nps: "NPS", pn: "PN" } as Short,
    heads: { "tube-od": "Tube", dn: "Nominal diameter", nps: "Pipe size", pn: "Pressure" } as Short,
  },
  "fr-FR": {
    filters: "Filtres",
    results: "Produits",
    products: (n: number, text: string) => `${text} ${n < 2 ? "produit" : "produits"}`,
    articles: (n: number, text: string) => `${text} ${n < 2 ? "article" : "articles"}`,
    inProducts: (n: number, text: string) => `dans ${text} ${n < 2 ? "produit" : "produits"}`,
    show: (n: string) => `Afficher ${n}`,
    reset: "Réinitialiser",
    apply: "Appliquer",
    remove: (name: string) => `Retirer le filtre\u00a0: ${name}`,
    removeAll: "Tout retirer",
    all: (n: string) => `Les ${n} valeurs`,
    from: "de",
    to: "à",
    availability: "Disponibilité",
    inStock: "En stock",
    view: "Affichage",
    list: "Liste",
    grid: "Grille",
    sort: "Tri",
    sorts: {
      category: "Ordre du catalogue",
      name: "Désignation",
      sku: "Référence",
      stock: "Stock",
      new: "Nouveautés d’abord",
    },
    empty: "Il n’y a pas encore de produits dans cette catégorie.",
    none: "Aucun produit ne répond à tous les filtres choisis.",
    loosen: (name: string, products: string) => `Sans ${name}\u00a0: ${products}`,
    short: { "tube-od": "Ø tube", dn: "DN", nps: "NPS", pn: "PN" } as Short,
    heads: { "tube-od": "Tube", dn: "Diamètre nominal", nps: "Diamètre nominal", pn: "Pression nominale" } as Short,
  },
  "it-IT": {
    filters: "Filtri",
    results: "Prodotti",
    products: (n: number, text: string) => `${text} ${n === 1 ? "prodotto" : "prodotti"}`,
    articles: (n: number, text: string) => `${text} ${n === 1 ? "articolo" : "articoli"}`,
    inProducts: (n: number, text: string) => `in ${text} ${n === 1 ? "prodotto" : "prodotti"}`,
    show: (n: string) => `Mostrare ${n}`,
    reset: "Azzerare",
    apply: "Applicare",
    remove: (name: string) => `Rimuovere il filtro: ${name}`,
    removeAll: "Rimuovere tutti",
    all: (n: string) => `Tutti i ${n} valori`,
    from: "da",
    to: "a",
    availability: "Disponibilità",
    inStock: "A magazzino",
    view: "Vista",
    list: "Elenco",
    grid: "Griglia",
    sort: "Ordine",
    sorts: {
      category: "Ordine di catalogo",
      name: "Denominazione",
      sku: "Codice articolo",
      stock: "Giacenza",
      new: "Prima le novità",
    },
    empty: "In questa categoria non ci sono ancora prodotti.",
    none: "Nessun prodotto soddisfa tutti i filtri scelti.",
    loosen: (name: string, products: string) => `Senza ${name}: ${products}`,
    short: { "tube-od": "Ø tubo", dn: "DN", nps: "NPS", pn: "PN" } as Short,
    heads: { "tube-od": "Tubo", dn: "Diametro nominale", nps: "Diametro nominale", pn: "Pressione nominale" } as Short,
  },
});

/** Symbols of attributes on drawings and in standards. */
const symbols: Readonly<Record<string, string>> = { "tube-od": "d₁", dn: "DN", nps: "NPS", pn: "PN" };

/** useProductsText returns a function that words a number of products. */
export function useProductsText(): (count: number) => string {
  const texts = useListingTexts();
  const { language } = usePage();
  return (count) => texts.products(count, formatNumber(count, language));
}

/** useArticlesText returns a function that words a number of articles. */
export function useArticlesText(): (count: number) => string {
  const texts = useListingTexts();
  const { language } = usePage();
  return (count) => texts.articles(count, formatNumber(count, language));
}

/** useFilterNames returns functions that name facets, values and active filters in the page's language and the visitor's units. */
export function useFilterNames() {
  const texts = useListingTexts();
  const { language } = usePage();
  const system = useUnits();
  const facetName = ({ slug, name }: Facet) =>
    texts.short[attributeNamed(system, slug)] ?? (slug === "stock" ? texts.availability : plainText(name));
  /** The name above a facet's values, with the symbol and unit of numbers. */
  const facetHead = (facet: Facet) => {
    const named = attributeNamed(system, facet.slug);
    const name = texts.heads[named];
    const symbol = [name && (symbols[named] ?? ""), unitOf(facet)].filter(Boolean).join(" ");
    return { name: name ?? facetName(facet), symbol };
  };
  const unitOf = ({ slug, unit }: Facet) => attributeIn(system, slug, "1", unit).unit;
  const numberName = ({ slug, unit }: Facet, number: number) =>
    formatDecimal(attributeIn(system, slug, String(number), unit).value, language);
  const valueName = (facet: Facet, { name, number }: FacetValue) => {
    if (facet.slug === "stock") return texts.inStock;
    return number === null ? name : numberName(facet, number);
  };
  /** Appends the unit in imperial units only: "PN 400" implies bar, 5802 does not imply psi. */
  const measured = (facet: Facet, value: string) => {
    const unit = system === "metric" ? "" : unitOf(facet);
    return `${facetName(facet)} ${value}${unit && `\u00a0${unit}`}`;
  };
  const rangeName = (facet: Facet, { from, to }: Range) => {
    const [low, high] = [from, to].map((end) => (end === null ? "" : numberName(facet, end)));
    return low && high ? `${low} – ${high}` : low ? `≥ ${low}` : `≤ ${high}`;
  };
  /** The value or range of a filter, without the facet's name. */
  const valueText = ({ facet, key, range }: Filter) => {
    if (key === "") return rangeName(facet, range);
    const value = facet.values.find((each) => each.key === key);
    return value ? valueName(facet, value) : key;
  };
  const filterName = (filter: Filter) => {
    const text = valueText(filter);
    return filter.key === "" || filter.facet.kind === "numbers" ? measured(filter.facet, text) : text;
  };
  return { facetName, facetHead, numberName, valueName, measured, valueText, filterName };
}
