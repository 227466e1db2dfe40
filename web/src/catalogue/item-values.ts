import type { ListingItem, ListingValue } from "../content/listing";
import type { Products } from "../content/model.gen";
import { related, relatedAll } from "../content/relation";
import { formatDecimal } from "../i18n/formats";
import { translation } from "../i18n/translation";
import { attributeIn, type Measure } from "../i18n/units";
import { useUnits } from "../i18n/use-units";
import { usePage } from "../router/page-context";
import { isRange } from "./facts";

/** useItemMeasure returns a function for the value of the first of `slugs` that an item has, in the visitor's units; value and unit are "" if it has none. */
export function useItemMeasure(): (item: ListingItem, slugs: readonly string[]) => Measure {
  const { language } = usePage();
  const system = useUnits();
  return ({ values }, slugs) => {
    const slug = slugs.find((each) => each in values);
    const value = slug === undefined ? undefined : values[slug];
    if (slug === undefined || !value) return { value: "", unit: "" };
    const measures = value.texts.map((text) => attributeIn(system, slug, text, value.unit));
    const texts = measures.map((measure) => formatDecimal(measure.value, language));
    // Designations contain spaces, so their range needs spaces around the dash.
    const dash = texts.every((text) => /^[\d.,]+$/.test(text)) ? "–" : " – ";
    return { value: texts.join(value.range ? dash : ", "), unit: measures[0]?.unit ?? "" };
  };
}

/** useExplicitUnit returns a function that returns an imperial unit as it is, and "" for a metric one, which is the default. */
export function useExplicitUnit(): (unit: string) => string {
  const system = useUnits();
  return (unit) => (system === "metric" ? "" : unit);
}

/** The maximum number of materials in a row; the server's catalogue index has the same limit. */
const maxMaterials = 3;

/** toListingItem converts a product that is not from a listing reply into a listing item with all its articles. */
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
    else if (texts.length > maxMaterials) texts.splice(maxMaterials, Infinity, "…");
    values[slug] = { texts, unit: attribute.unit ?? "", range };
  }
  return { product, articles, of: articles, stock: product.stock, variation: null, values };
}
