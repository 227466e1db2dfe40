import type { Products, Variations } from "../content/model.gen";
import { related } from "../content/relation";
import { type CartVariation, defaultCurrency, defaultImage, itemNames, type NewCartItem } from "../domain/cart-item";
import { translation } from "../i18n/translation";
import { articlePicture, fileUrl } from "../ui/picture";
import { partNumber } from "./bundle-part";
import { cartChips } from "./cart-chips";

/** simpleCartItem returns the cart item of a product without sizes. */
export function simpleCartItem(product: Products): NewCartItem {
  return { ...base(product), uid: `product:${product.id}`, type: "simple", meta: { chips: cartChips(product) } };
}

/** productCartItem returns the cart item of a product in a list: a bundle or a simple product. */
export function productCartItem(product: Products): NewCartItem {
  return product.product_type === "bundle" ? bundleCartItem(product) : simpleCartItem(product);
}

/** articleCartItem returns the cart item of a variation or, without one, of its product. */
export function articleCartItem(
  { product, variation }: { product: Products; variation: Variations | null },
  language: string,
): NewCartItem {
  return variation ? variationCartItem(product, variation, language) : productCartItem(product);
}

/** variationCartItem returns the cart item of one variation. */
export function variationCartItem(product: Products, variation: Variations, language: string): NewCartItem {
  const picture = articlePicture(product, variation, language);
  return {
    ...base(product),
    uid: `product:${product.id}:variation:${variation.id}`,
    type: "variation",
    sku: variation.sku ?? product.sku ?? "",
    ...(picture ? { image: fileUrl(picture.id) } : {}),
    translations: itemNames(product, variation),
    variation: {
      id: variation.id,
      title: translation(variation, language)?.title ?? "",
      attributes: attributesOf(variation, language),
    },
    meta: { chips: cartChips(product, variation) },
  };
}

/** bundleCartItem returns the cart item of a bundle, which is ordered as one article. */
export function bundleCartItem(product: Products): NewCartItem {
  const parts = (product.bundle ?? []).map((row) => ({ sku: partNumber(row), quantity: row.quantity ?? 1 }));
  return {
    ...base(product),
    uid: `bundle:${product.id}`,
    type: "bundle",
    bundle: {
      mainProductId: product.id,
      relatedProductId: idOf(product.bundle?.[0]?.related_products_id),
    },
    // An incomplete list of parts would be taken for the whole bundle.
    meta: { chips: cartChips(product), ...(parts.length > 0 && parts.every(({ sku }) => sku) ? { parts } : {}) },
  };
}

/** idOf returns a related record's key, or null. List queries load a bundle's parts as keys only. */
function idOf(record: Products | number | null | undefined): number | null {
  return typeof record === "number" ? record : (related(record)?.id ?? null);
}

function base(product: Products): NewCartItem {
  const picture = articlePicture(product, null, "");
  return {
    uid: "",
    productId: product.id,
    slug: product.slug ?? "",
    sku: product.sku ?? "",
    type: "simple",
    price: null,
    currency: defaultCurrency,
    image: picture ? fileUrl(picture.id) : defaultImage,
    translations: itemNames(product),
    variation: null,
    bundle: null,
    meta: {},
  };
}

function attributesOf(variation: Variations, language: string): CartVariation["attributes"] {
  return (variation.attributes ?? []).flatMap((row) => {
    const attribute = related(row.attribute);
    const value = related(row.value);
    if (!attribute || !value) return [];
    return [
      { attrId: attribute.id, valueId: value.id, value: translation(value, language)?.name || value.value || "" },
    ];
  });
}
