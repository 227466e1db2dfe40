import type { ListingItem, ListingValue } from "../content/listing";
import type { Products } from "../content/model.gen";
import { related, relatedAll } from "../content/relation";
import { formatDecimal } from "../i18n/formats";
import { translation } from "../i18n/translation";
import { attributeIn, type Measure } from "../i18n/units";
import { useUnits } from "../i18n/use-units";
import { usePage } from "../router/page-context";
import { isRange } from "./facts";

/** The value of the first of some attributes that an item has, in the visitor's units; both "" where it has none. */
export function useItemMeasure(): (item: ListingItem, slugs: readonly string[]) => Measure {
  const { language } = usePage();
  const system = useUnits();
  return ({ values }, slugs) => {
    const slug = slugs.find((each) => each in values);
    const value = slug === undefined ? undefined : values[slug];
    if (slug === undefined || !value) return { value: "", unit: "" };
    const measures = value.texts.map((text) => attributeIn(system, slug, text, value.unit));
    const texts = measures.map((measure) => formatDecimal(measure.value, language));
    // Designations have spaces of their own.
    const dash = texts.every((text) => /^[\d.,]+$/.test(text)) ? "–" : " – ";
    return { value: texts.join(value.range ? dash : ", "), unit: measures[0]?.unit ?? "" };
  };
}

/** A unit is named only where it is another than the one that goes without saying. */
export function useForeignUnit(): (unit: string) => string {
  const system = useUnits();
  return (unit) => (system === "metric" ? "" : unit);
}

/** How many materials are named in a row, as the catalogue's index does. */
const mostMaterials = 3;

/** A product outside of a listing, with all its articles. */
export function toListingItem(
  product: Products & { variations_count?: string | number | null },
  language: string,
): ListingItem {
  const articles = Math.max(1, Number(product.variations_count ?? 0));
  const values: Record<string, ListingValue> = {};
  for (const row of product.attributes ?? []) {
    const attribute = related(row.attribute);
    const slug = attribute?.slug;
    const texts = relatedAll(row.values, ({ attribute_values_id }) => attribute_values_id).map(
      (value) => translation(value, language)?.name || value.value || "",
    );
    if (attribute?.kind === "number") texts.sort((a, b) => Number(a) - Number(b));
    if (!slug || texts.length === 0) continue;
    const range = isRange(slug, texts.length);
    if (range) texts.splice(1, texts.length - 2);
    else if (texts.length > mostMaterials) texts.splice(mostMaterials, Infinity, "…");
    values[slug] = { texts, unit: attribute.unit ?? "", range };
  }
  return { product, articles, of: articles, stock: product.stock, variation: null, values };
}
