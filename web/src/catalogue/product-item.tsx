import type { ReactNode } from "react";
import type { ListingItem } from "../content/listing";
import { formatNumber } from "../i18n/formats";
import { useSiteTexts } from "../i18n/site-texts";
import { defineTexts } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";
import { useExplicitUnit, useItemMeasure } from "../i18n/listing-values";
import { useUnits } from "../i18n/use-units";
import { usePage } from "../router/page-context";
import { Chip } from "../ui/chip";
import { Link } from "../ui/link";
import { Stock } from "../ui/stock";

const useItemTexts = defineTexts({
  "de-DE": {
    variants: (passing: string, all: string) =>
      passing === all ? `${all} Varianten` : `${passing} von ${all} Varianten`,
  },
  "en-US": {
    variants: (passing: string, all: string) => (passing === all ? `${all} variants` : `${passing} of ${all} variants`),
  },
  "fr-FR": {
    variants: (passing: string, all: string) =>
      passing === all ? `${all} variantes` : `${passing} variantes sur ${all}`,
  },
  "it-IT": {
    variants: (passing: string, all: string) => (passing === all ? `${all} varianti` : `${passing} varianti su ${all}`),
  },
});

/** Highlight marks matches in a name or, with `number`, in a part number. */
export type Highlight = (text: string, number?: boolean) => ReactNode;

/** Slugs of the attributes in a list, by column; the first that an item has is shown. */
export const tube = ["tube-od"];
export const nominal = ["dn", "nps"];
export const size = [...tube, ...nominal];
export const pressure = ["pn", "class"];

interface ItemProps {
  item: ListingItem;
  highlight?: Highlight | undefined;
}

export function ItemName({ item: { product, variation }, highlight = (text) => text }: ItemProps) {
  const { language } = usePage();
  const { viewProduct } = useSiteTexts();
  const text = translation(product, language);
  const title = translation(variation, language)?.title;
  const name = text?.name || product.sku || "";
  const query = variation?.sku ? `?variant=${encodeURIComponent(variation.sku)}` : "";
  return (
    <h3 lang={languageOf(text, language)}>
      <Link href={`/product/${product.slug}${query}`} title={viewProduct}>
        {highlight(title ? `${name} ${title}` : name)}
      </Link>
    </h3>
  );
}

/** ItemNumber shows an article's part number, or how many of a family's variants match. */
export function ItemNumber({ item: { product, variation, articles, of }, highlight = (text) => text }: ItemProps) {
  const { language } = usePage();
  const texts = useItemTexts();
  if (!variation && of > 1)
    return (
      <span className="mut t-small">
        {texts.variants(formatNumber(articles, language), formatNumber(of, language))}
      </span>
    );
  return <span className="mono sku">{highlight((variation ?? product).sku ?? "", true)}</span>;
}

export function ItemChips({ item }: { item: ListingItem }) {
  const measure = useItemMeasure();
  const explicitUnit = useExplicitUnit();
  const dn = useUnits() === "imperial" ? "NPS" : "DN";
  const facts = [
    { name: "Ø", ...measure(item, tube) },
    { name: dn, ...measure(item, "tube-od" in item.values ? [] : nominal) },
    { name: "PN", ...measure(item, pressure) },
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
