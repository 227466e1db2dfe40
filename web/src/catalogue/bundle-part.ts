import type { Products, ProductsBundle } from "../content/model.gen";
import { related } from "../content/relation";

/** isFamily reports whether a product has sizes to choose from; `variations_count` decides if the variations were not loaded. */
export function isFamily(product: Products & { variations_count?: string | number | null }): boolean {
  const { product_type: type, variations, variations_count: count } = product;
  return type === "variation" || Number(count ?? variations?.length ?? 0) > 0;
}

/** partNumber returns the part number of a bundle's part; "" for a family without a chosen variation, whose own number belongs to one of its sizes. */
export function partNumber({ related_products_id: product, related_variations_id: variation }: ProductsBundle): string {
  const own = related(product);
  return related(variation)?.sku ?? (own && !isFamily(own) ? (own.sku ?? "") : "");
}
