import type { Attributes, AttributeValues, ProductAttributes, Products, Variations } from "../content/model.gen";
import { related, relatedAll } from "../content/relation";
import { translation } from "../content/translation";
import { formatDecimal, formatNumber } from "../lib/format";

/** A fact of a product, ready to read. */
export interface Fact {
  slug: string;
  label: string;
  /** With its unit. */
  value: string;
}

/** The product's attributes with their labels and values in the page's language. */
export function factsOf(product: Products, language: string): readonly Fact[] {
  return (product.attributes ?? []).flatMap((row) => {
    const attribute = related(row.attribute);
    if (!attribute) return [];
    const value = valuesText(row, attribute, language);
    const label = translation(row, language)?.label || labelOf(attribute, language);
    return value === "" ? [] : [{ slug: attribute.slug ?? "", label, value: withUnit(value, attribute.unit) }];
  });
}

/** One fact's value without its unit; "" where the product has no such attribute. */
export function factText(product: Products, slugs: readonly string[], language: string): string {
  for (const slug of slugs) {
    const row = (product.attributes ?? []).find(({ attribute }) => related(attribute)?.slug === slug);
    const attribute = related(row?.attribute);
    if (row && attribute) return valuesText(row, attribute, language);
  }
  return "";
}

function labelOf(attribute: Attributes, language: string): string {
  return translation(attribute, language)?.name || attribute.slug || "";
}

/** The text of one value, numbers written as the language does. */
export function valueText(value: AttributeValues, language: string): string {
  return formatDecimal(translation(value, language)?.name || value.value || "", language);
}

/** From how many values on only the ends of the range are named. */
const rangeFrom = 3;

function valuesText(row: ProductAttributes, attribute: Attributes, language: string): string {
  const values = relatedAll(row.values, ({ attribute_values_id }) => attribute_values_id);
  if (attribute.kind === "number" && values.length >= rangeFrom) {
    const numbers = values
      .map(({ value }) => Number((value ?? "").replace(",", ".")))
      .filter((number) => !Number.isNaN(number));
    if (numbers.length > 0)
      return `${formatNumber(Math.min(...numbers), language)}–${formatNumber(Math.max(...numbers), language)}`;
  }
  const texts = values.map((value) => valueText(value, language));
  return texts.length >= rangeFrom ? `${texts[0]} – ${texts.at(-1)}` : texts.join(", ");
}

function withUnit(value: string, unit: string | null): string {
  return unit ? `${value}\u00a0${unit}` : value;
}

/** A column of the variation table. */
export interface Column {
  id: number;
  slug: string;
  label: string;
  unit: string;
}

/** The attributes in which a product's variations differ, in the order of the first variation that has them. */
export function columnsOf(
  variations: readonly Variations[],
  attributes: readonly Attributes[],
  language: string,
): readonly Column[] {
  const named = new Map(attributes.map((attribute) => [attribute.id, attribute]));
  const columns = new Map<number, Column>();
  for (const variation of variations) {
    for (const row of variation.attributes ?? []) {
      const own = related(row.attribute);
      if (!own || columns.has(own.id)) continue;
      const attribute = named.get(own.id) ?? own;
      columns.set(own.id, {
        id: own.id,
        slug: own.slug ?? "",
        label: labelOf(attribute, language),
        unit: attribute.unit ?? "",
      });
    }
  }
  return [...columns.values()];
}

/** A variation's value in a column. */
export function cellText(variation: Variations, column: Column, language: string): string {
  const row = (variation.attributes ?? []).find(({ attribute }) => related(attribute)?.id === column.id);
  const value = related(row?.value);
  return value ? valueText(value, language) : "";
}
