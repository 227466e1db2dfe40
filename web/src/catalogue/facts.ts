import type { Attributes, AttributeValues, ProductAttributes, Products, Variations } from "../content/model.gen";
import { related, relatedAll } from "../content/relation";
import { formatDecimal, formatDecimals } from "../i18n/formats";
import { translation } from "../i18n/translation";
import { attributeIn, attributeNamed, type Measure, type UnitSystem } from "../i18n/units";

/** ValueFormat selects the language, units and labels in which values are shown. */
export interface ValueFormat {
  language: string;
  units: UnitSystem;
  /** All attributes, to label a value that is converted to another attribute (DN to NPS). */
  attributes: readonly Attributes[];
}

/** Fact is a labelled value of a product, formatted for display. */
export interface Fact {
  slug: string;
  label: string;
  /** Includes the unit. */
  value: string;
}

/** factsOf returns the product's attributes as facts in the page's language and units. */
export function factsOf(product: Products, format: ValueFormat): readonly Fact[] {
  const rows = product.attributes ?? [];
  const slugs = rows.flatMap((row) => related(row.attribute)?.slug ?? []);
  const { language, attributes } = format;
  const units = unitsFor(slugs, format.units);
  return rows.flatMap((row) => {
    const attribute = related(row.attribute);
    if (!attribute) return [];
    const slug = attribute.slug ?? "";
    const { value, unit } = valuesText(row, attribute, language, units(slug));
    const named = attributeWithSlug(attribute, attributeNamed(units(slug), slug), attributes);
    const label = (named === attribute && translation(row, language)?.label) || labelOf(named, language);
    return value === "" ? [] : [{ slug, label, value: unit ? `${value}\u00a0${unit}` : value }];
  });
}

/** variationFacts returns the product's facts and those of the product that the variation is related to; the variation's own values override both. */
export function variationFacts(
  product: Products,
  variation: Variations | undefined,
  format: ValueFormat,
): readonly Fact[] {
  const facts = new Map(factsOf(product, format).map((fact) => [fact.slug, fact]));
  const relatedProduct = related(variation?.related_product);
  for (const fact of relatedProduct ? factsOf(relatedProduct, format) : []) facts.set(fact.slug, fact);
  const values = variation ? valuesOf(variation) : undefined;
  for (const column of columnsOf(variation ? [variation] : [], format)) {
    const { slug, label, unit } = column;
    const value = cellText(values?.get(column.id), column, format.language);
    if (value)
      facts.set(slug, { slug, label: facts.get(slug)?.label ?? label, value: unit ? `${value}\u00a0${unit}` : value });
  }
  return [...facts.values()];
}

/** factText returns the value of the first of `slugs` that the product has, without unit; "" if it has none. */
export function factText(
  product: Products,
  slugs: readonly string[],
  language: string,
  units: UnitSystem = "metric",
): string {
  for (const slug of slugs) {
    const row = (product.attributes ?? []).find(({ attribute }) => related(attribute)?.slug === slug);
    const attribute = related(row?.attribute);
    if (row && attribute) return valuesText(row, attribute, language, units).value;
  }
  return "";
}

function labelOf(attribute: Attributes, language: string): string {
  return translation(attribute, language)?.name || attribute.slug || "";
}

/** valueText returns the text of one value with the language's decimal separator. */
export function valueText(value: AttributeValues, language: string): string {
  return formatDecimal(textOf(value, language), language);
}

function textOf(value: AttributeValues, language: string): string {
  return translation(value, language)?.name || value.value || "";
}

function measureText(slug: string, text: string, unit: string, language: string, units: UnitSystem): Measure {
  const { value, unit: shown } = attributeIn(units, slug, text, unit);
  return { value: value === text ? formatDecimal(text, language) : formatDecimals(value, language), unit: shown };
}

/** unitsFor keeps DN metric if the article also has an NPS value: converting DN would show the pipe size twice. */
function unitsFor(slugs: readonly string[], units: UnitSystem): (slug: string) => UnitSystem {
  const both = slugs.includes("dn") && slugs.includes("nps");
  return (slug) => (both && slug === "dn" ? "metric" : units);
}

/** isRange reports whether `count` values are shown as a range. Materials have no order, so they are always listed. */
export function isRange(slug: string, count: number): boolean {
  return count >= 3 && slug !== "material";
}

function valuesText(row: ProductAttributes, attribute: Attributes, language: string, units: UnitSystem): Measure {
  const values = relatedAll(row.values, ({ attribute_values_id }) => attribute_values_id);
  const [slug, unit] = [attribute.slug ?? "", attribute.unit ?? ""];
  const measured = (text: string) => measureText(slug, text, unit, language, units);
  if (attribute.kind === "number" && isRange(slug, values.length)) {
    const numbers = values
      .map(({ value }) => Number((value ?? "").replace(",", ".")))
      .filter((number) => !Number.isNaN(number));
    if (numbers.length > 0) {
      const [least, most] = [measured(String(Math.min(...numbers))), measured(String(Math.max(...numbers)))];
      return { value: `${least.value}–${most.value}`, unit: most.unit };
    }
  }
  const texts = values.map((value) => measured(textOf(value, language)));
  const all = texts.map(({ value }) => value);
  return {
    value: isRange(slug, all.length) ? `${all[0]} – ${all.at(-1)}` : all.join(", "),
    unit: texts[0]?.unit ?? unit,
  };
}

/** Column is an attribute column of the variation table. */
export interface Column {
  id: number;
  slug: string;
  label: string;
  /** The displayed unit. */
  unit: string;
  units: UnitSystem;
  /** The unit in which the content stores values. */
  given: string;
}

/** columnsOf returns the attributes of the variations, in the order in which they first occur. */
export function columnsOf(variations: readonly Variations[], format: ValueFormat): readonly Column[] {
  const columns = new Map<number, Attributes>();
  for (const variation of variations) {
    for (const row of variation.attributes ?? []) {
      const own = related(row.attribute);
      if (own && !columns.has(own.id)) columns.set(own.id, own);
    }
  }
  const all = [...columns.values()];
  const units = unitsFor(
    all.map(({ slug }) => slug ?? ""),
    format.units,
  );
  return all.map((attribute) => {
    const slug = attribute.slug ?? "";
    const given = attribute.unit ?? "";
    return {
      id: attribute.id,
      slug,
      label: labelOf(
        attributeWithSlug(attribute, attributeNamed(units(slug), slug), format.attributes),
        format.language,
      ),
      // The converted unit does not depend on the value.
      unit: attributeIn(units(slug), slug, "1", given).unit,
      units: units(slug),
      given,
    };
  });
}

/** valuesOf returns a variation's values by attribute id. */
export function valuesOf(variation: Variations): ReadonlyMap<number, AttributeValues> {
  const values = new Map<number, AttributeValues>();
  for (const row of variation.attributes ?? []) {
    const attribute = related(row.attribute);
    const value = related(row.value);
    if (attribute && value) values.set(attribute.id, value);
  }
  return values;
}

/** materialOf returns the variation's material, or "" if the variation names none. */
export function materialOf(variation: Variations, language: string): string {
  const row = (variation.attributes ?? []).find(({ attribute }) => related(attribute)?.slug === "material");
  const value = related(row?.value);
  return value ? valueText(value, language) : "";
}

/** cellText returns a column's value, with its unit only if that differs from the column's; "" without a value. */
export function cellText(value: AttributeValues | undefined, column: Column, language: string): string {
  if (!value) return "";
  const { value: text, unit } = measureText(column.slug, textOf(value, language), column.given, language, column.units);
  return unit === column.unit ? text : `${text}\u00a0${unit}`;
}

function attributeWithSlug(attribute: Attributes, slug: string, attributes: readonly Attributes[]): Attributes {
  return attribute.slug === slug ? attribute : (attributes.find((each) => each.slug === slug) ?? attribute);
}
