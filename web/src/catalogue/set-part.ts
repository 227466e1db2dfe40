import type { Products, ProductsBundle } from "../content/model.gen";
import { related } from "../content/relation";

/** Whether a product comes in sizes, of which one has to be chosen; `count(variations)` tells it where the variations did not come. */
export function isFamily(product: Products & { variations_count?: string | number | null }): boolean {
  const { product_type: type, variations, variations_count: count } = product;
  return type === "variation" || Number(count ?? variations?.length ?? 0) > 0;
}

/** The article number of a set's part: the named variation's. A family's own number is that of some other size, so without a variation it is "". */
export function partNumber({ related_products_id: product, related_variations_id: variation }: ProductsBundle): string {
  const own = related(product);
  return related(variation)?.sku ?? (own && !isFamily(own) ? (own.sku ?? "") : "");
}
