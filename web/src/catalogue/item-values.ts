import type { ListingItem, ListingValue } from "../content/listing";
import type { Products } from "../content/model.gen";
import { related, relatedAll } from "../content/relation";
import { translation } from "../content/translation";
import { formatDecimal } from "../lib/format";

/** An item's value of the first of some attributes that it has; "" where it has none. */
export function itemText({ values }: ListingItem, slugs: readonly string[], language: string): string {
  const value = slugs.map((slug) => values[slug]).find(Boolean);
  if (!value) return "";
  const texts = value.texts.map((text) => formatDecimal(text, language));
  // Texts have spaces of their own.
  return value.range ? texts.join(texts.every((text) => /^[\d.,]+$/.test(text)) ? "–" : " – ") : texts.join(", ");
}

/** From how many values on only the ends of a range are named, as the catalogue's index does. */
const rangeFrom = 3;

/** A product outside of a listing, with all its articles, in the order its values have in the content. */
export function itemOf(product: Products & { variations_count?: number }, language: string): ListingItem {
  const articles = Math.max(1, product.variations_count ?? 0);
  const values: Record<string, ListingValue> = {};
  for (const row of product.attributes ?? []) {
    const slug = related(row.attribute)?.slug;
    const texts = relatedAll(row.values, ({ attribute_values_id }) => attribute_values_id).map(
      (value) => translation(value, language)?.name || value.value || "",
    );
    const range = texts.length >= rangeFrom;
    if (slug && texts.length > 0) values[slug] = { texts: range ? [texts[0] ?? "", texts.at(-1) ?? ""] : texts, range };
  }
  return { product, articles, of: articles, variation: null, values };
}
