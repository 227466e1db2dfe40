import type { ListingItem, ListingValue } from "../content/listing";
import type { Products } from "../content/model.gen";
import { related, relatedAll } from "../content/relation";
import { translation } from "../i18n/translation";
import { isRange } from "./facts";

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
  return { product, number: "", articles, of: articles, stock: product.stock, variation: null, match: "", values };
}
