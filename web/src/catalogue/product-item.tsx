import type { ListingItem } from "../content/listing";
import { formatNumber } from "../i18n/formats";
import { useExplicitUnit, useItemMeasure } from "../i18n/listing-values";
import { useSiteTexts } from "../i18n/site-texts";
import { defineTexts } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";
import { useUnits } from "../i18n/use-units";
import { usePage } from "../router/page-context";
import { Chip } from "../ui/chip";
import { Link } from "../ui/link";
import { Stock } from "../ui/stock";
import { isFamily } from "./bundle-part";
import { familyNumber } from "./list-columns";
import "../ui/chip.css";

const useItemTexts = defineTexts({
  "de-DE": {
    articles: (_: number, some: string, all: string) =>
      some === all ? `${all} Artikel` : `${some} von ${all} Artikeln`,
  },
  "en-US": {
    articles: (n: number, some: string, all: string) =>
      some === all ? `${all} ${n === 1 ? "item" : "items"}` : `${some} of ${all} items`,
  },
  "fr-FR": {
    articles: (n: number, some: string, all: string) =>
      some === all ? `${all} ${n < 2 ? "article" : "articles"}` : `${some} articles sur ${all}`,
  },
  "it-IT": {
    articles: (n: number, some: string, all: string) =>
      some === all ? `${all} ${n === 1 ? "articolo" : "articoli"}` : `${some} articoli su ${all}`,
  },
});

/** isArticle reports whether an item is one article, which can be requested as it is; a family cannot. */
export function isArticle({ product, variation, of }: ListingItem): boolean {
  return variation !== null || (of <= 1 && !isFamily(product));
}

/** useItemName returns an item's name with its size, and the name's language if it is not the page's. */
export function useItemName({ product, variation }: ListingItem): { name: string; lang: string | undefined } {
  const { language } = usePage();
  const text = translation(product, language);
  const title = translation(variation, language)?.title;
  const name = text?.name || product.sku || "";
  // A size does not break: DN 80.
  return {
    name: (title ? `${name} ${title}` : name).replace(/\b(DN|PN|NPS|Class) (?=\d)/g, "$1\u00a0"),
    lang: languageOf(text, language),
  };
}

export function ItemName({ item }: { item: ListingItem }) {
  const { viewProduct } = useSiteTexts();
  const { name, lang } = useItemName(item);
  const { product, variation, match } = item;
  const sku = variation?.sku ?? match;
  const query = sku ? `?variant=${encodeURIComponent(sku)}` : "";
  return (
    <h3 lang={lang}>
      <Link href={`/product/${product.slug}${query}`} title={viewProduct}>
        {name}
      </Link>
    </h3>
  );
}

/** ItemNumber shows an article's part number; of a family what its numbers begin with, and how many articles match. */
export function ItemNumber({ item }: { item: ListingItem }) {
  const { language } = usePage();
  const texts = useItemTexts();
  const { product, variation, number, articles, of } = item;
  if (isArticle(item)) return <span className="sub mono">{(variation ?? product).sku}</span>;
  const parts = [
    familyNumber(product.sku ?? "", number),
    texts.articles(of, formatNumber(articles, language), formatNumber(of, language)),
  ];
  return <span className="sub mono">{parts.filter(Boolean).join(" · ")}</span>;
}

export function ItemChips({ item }: { item: ListingItem }) {
  const measure = useItemMeasure();
  const explicitUnit = useExplicitUnit();
  const dn = useUnits() === "imperial" ? "NPS" : "DN";
  const facts = [
    { name: "d₁", ...measure(item, ["tube-od"]) },
    { name: dn, ...measure(item, "tube-od" in item.values ? [] : ["dn", "nps"]) },
    { name: "PN", ...measure(item, ["pn", "class"]) },
  ];
  return (
    <div className="chips">
      {facts.map(
        ({ name, value, unit }) =>
          value && <Chip key={name} name={name} value={explicitUnit(unit) ? `${value}\u00a0${unit}` : value} />,
      )}
    </div>
  );
}

export function ItemStock({ item }: { item: ListingItem }) {
  return <Stock quantity={item.stock} />;
}
