import { materialOf, valueText } from "../../catalogue/facts";
import { productBlock } from "../../content/blocks";
import type { Attributes, AttributeValues, Products, Variations } from "../../content/model.gen";
import { plainMarkup, plainText } from "../../content/plain-text";
import { related, relatedAll } from "../../content/relation";
import { translation } from "../../i18n/translation";
import { canonicalAddress, siteName } from "../../router/document-head";
import type { PageContext } from "../../router/page-context";
import type { PageMetadata, Reader } from "../../router/route-module";
import { fileUrl, pictureOf } from "../../ui/picture";
import { lowStockLimit } from "../../ui/stock";
import { absoluteAddress, supplier } from "./site";
import type { Thing } from "./thing";

/** The largest number of variations in the graph; the page's table lists all of them. */
const variantLimit = 60;

/** UN/CEFACT Recommendation 20 codes by the content's unit symbols. */
const unitCodes: Readonly<Record<string, string>> = {
  mm: "MMT",
  cm: "CMT",
  m: "MTR",
  µm: "4H",
  bar: "BAR",
  MPa: "MPA",
  psi: "PS",
  "°C": "CEL",
  g: "GRM",
  kg: "KGM",
  "kg/m": "KL",
  "m³/h": "MQH",
  "l/min": "L2",
  Nm: "NU",
  "%": "P1",
};

/** Returns the product of a page: a Product, or a ProductGroup if it has variations. */
export function productThing(page: PageContext, head: PageMetadata, read: Reader): Thing | undefined {
  const { language, params } = page;
  const product = read(productBlock(params.slug ?? "", language))?.[0];
  if (!product) return undefined;
  const url = canonicalAddress(page, head);
  const variations = product.variations ?? [];
  const rows = (product.attributes ?? []).map((row) => ({
    attribute: related(row.attribute),
    label: translation(row, language)?.label,
    values: relatedAll(row.values, ({ attribute_values_id }) => attribute_values_id),
  }));
  const text = translation(product, language);
  const name = plainText(text?.name || text?.title);
  const materials = rows.find(({ attribute }) => attribute?.slug === "material")?.values ?? [];
  const common: Thing = {
    "@type": variations.length > 0 ? "ProductGroup" : "Product",
    "@id": `${url}#product`,
    name,
    description: plainMarkup(text?.description) || undefined,
    url,
    sku: product.sku ?? undefined,
    mpn: product.sku ?? undefined,
    material: materials.map((value) => valueText(value, language)).join(", ") || undefined,
    image: picturesOf(product, language).map((id) => absoluteAddress(page, fileUrl(id))),
    category: plainText(translation(related(product.categories?.[0]?.categories_id), language)?.title) || undefined,
    brand: { "@type": "Brand", name: siteName(page, read) },
    additionalProperty: rows.flatMap(({ attribute, label, values }) =>
      attribute ? (propertyValue(attribute, label, values, language) ?? []) : [],
    ),
  };
  if (variations.length === 0) return { ...common, offers: offer(page, product.stock) };
  return {
    ...common,
    productGroupID: product.slug ?? String(product.id),
    variesBy: ["size", ...(materials.length > 1 ? ["material"] : [])].map((name) => `https://schema.org/${name}`),
    hasVariant: variations.slice(0, variantLimit).map((variation) => variant(page, url, name, variation)),
  };
}

/** Returns a variation with the properties that distinguish it within its product group. */
function variant(page: PageContext, url: string, family: string, variation: Variations): Thing {
  const title = plainText(translation(variation, page.language)?.title);
  return {
    "@type": "Product",
    name: `${family} ${title}`.trim(),
    sku: variation.sku ?? undefined,
    mpn: variation.sku ?? undefined,
    size: title || undefined,
    material: plainText(materialOf(variation, page.language)) || undefined,
    url: variation.sku ? `${url}?variant=${encodeURIComponent(variation.sku)}` : url,
    offers: offer(page, variation.stock),
  };
}

/**
 * Returns the offer of an article with `stock` pieces. It has no price, since
 * prices are quoted on request: schema.org requires no property of an offer, and
 * a price of 0 would be false.
 */
function offer(page: PageContext, stock: number | null): Thing {
  const pieces = stock ?? 0;
  const availability = pieces <= 0 ? "MadeToOrder" : pieces < lowStockLimit ? "LimitedAvailability" : "InStock";
  return {
    "@type": "Offer",
    availability: `https://schema.org/${availability}`,
    itemCondition: "https://schema.org/NewCondition",
    seller: supplier(page),
  };
}

/** Returns an attribute's value, or the range if all of several values are numbers. */
function propertyValue(
  attribute: Attributes,
  label: string | null | undefined,
  values: readonly AttributeValues[],
  language: string,
): Thing | undefined {
  if (values.length === 0) return undefined;
  const unit = attribute.unit ?? undefined;
  const common: Thing = {
    "@type": "PropertyValue",
    propertyID: attribute.slug ?? undefined,
    name: plainText(label || translation(attribute, language)?.name) || (attribute.slug ?? ""),
    unitText: unit,
    unitCode: unit && unitCodes[unit],
  };
  const numbers = values.map(({ value }) => Number((value ?? "").replace(",", ".") || Number.NaN));
  if (numbers.some(Number.isNaN))
    return { ...common, value: values.map((value) => plainText(valueText(value, language))).join(", ") };
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? { ...common, value: least } : { ...common, minValue: least, maxValue: most };
}

function picturesOf(product: Products, language: string): readonly string[] {
  const gallery = relatedAll(translation(product, language)?.gallery, ({ directus_files_id }) => directus_files_id);
  const ids = [product.image, translation(product, language)?.thumbnail ?? product.thumbnail, ...gallery].flatMap(
    (file) => pictureOf(file)?.id ?? [],
  );
  return [...new Set(ids)];
}
