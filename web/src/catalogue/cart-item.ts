import type { Products, Variations } from "../content/model.gen";
import { related } from "../content/relation";
import { translation } from "../content/translation";
import { type CartChip, type CartVariation, defaultCurrency, defaultImage, type NewCartItem } from "../lib/cart-item";
import { fileUrl, pictureOf } from "../ui/picture";

/** A product as it is: simple articles, and families asked for without a size. */
export function simpleCartItem(product: Products, language: string): NewCartItem {
  return { ...base(product, language), uid: `product:${product.id}`, type: "simple" };
}

/** A product as a list offers it: a set, or the product as it is. */
export function productCartItem(product: Products, language: string): NewCartItem {
  return product.product_type === "bundle" ? bundleCartItem(product, language) : simpleCartItem(product, language);
}

/** One variation of a product. */
export function variationCartItem(product: Products, variation: Variations, language: string): NewCartItem {
  const picture = pictureOf(variation.thumbnail);
  return {
    ...base(product, language),
    uid: `product:${product.id}:variation:${variation.id}`,
    type: "variation",
    sku: variation.sku ?? product.sku ?? "",
    ...(picture ? { image: fileUrl(picture.id) } : {}),
    variation: {
      id: variation.id,
      title: translation(variation, language)?.title ?? "",
      attributes: attributesOf(variation, language),
    },
    meta: { chips: chipsOf(variation) },
  };
}

/** A set of parts as one article. */
export function bundleCartItem(product: Products, language: string): NewCartItem {
  return {
    ...base(product, language),
    uid: `bundle:${product.id}`,
    type: "bundle",
    bundle: {
      mainProductId: product.id,
      relatedProductId: idOf(product.bundle?.[0]?.related_products_id),
    },
  };
}

/** A related record's key; lists carry no more of a set's parts. */
function idOf(record: Products | number | null | undefined): number | null {
  return typeof record === "number" ? record : (related(record)?.id ?? null);
}

function base(product: Products, language: string): NewCartItem {
  const picture = pictureOf(product.thumbnail);
  const text = translation(product, language);
  return {
    uid: "",
    productId: product.id,
    slug: product.slug ?? "",
    sku: product.sku ?? "",
    type: "simple",
    price: null,
    currency: defaultCurrency,
    image: picture ? fileUrl(picture.id) : defaultImage,
    translations: text?.name ? { [text.languages_code as string]: { name: text.name } } : {},
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

/** The attributes that tell an article of its kind, in the order of their weight, with the codes of their standards. */
const codes: Readonly<Record<string, string>> = { dn: "DN", nps: "NPS", pn: "PN", class: "Class", thread: "" };

/** How many facts a line of the cart shows. */
const mostChips = 2;

/** "M20×1.5" as M and 20×1.5; a thread written otherwise has no code and is left out. */
const thread = /^(M|G|Rp?|NPT|UNF|UNC|Rd)\s*(\d\S*(?:\s\d+\/\d+)?)$/;

function chipsOf(variation: Variations): readonly CartChip[] {
  const values = new Map(
    (variation.attributes ?? []).map((row) => [related(row.attribute)?.slug, related(row.value)?.value ?? ""]),
  );
  return Object.entries(codes)
    .flatMap(([slug, code]) => {
      const value = values.get(slug);
      if (!value) return [];
      if (code) return [{ code, value }];
      const [, kind, size] = thread.exec(value) ?? [];
      return kind && size ? [{ code: kind, value: size }] : [];
    })
    .slice(0, mostChips);
}
