import type { Attributes, AttributeValues, ProductAttributes, Products, Variations } from "../content/model.gen";
import { related, relatedAll } from "../content/relation";
import { formatDecimal, formatDecimals } from "../i18n/formats";
import { translation } from "../i18n/translation";
import { attributeIn, attributeNamed, type Measure, type UnitSystem } from "../i18n/units";

/** How values are written. */
export interface ValueFormat {
  language: string;
  units: UnitSystem;
  /** Attributes under whose names others may stand. */
  attributes: readonly Attributes[];
}

/** A fact of a product, ready to read. */
export interface Fact {
  slug: string;
  label: string;
  /** With its unit. */
  value: string;
}

/** The product's attributes with their labels and values as the page is read. */
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
    const named = underName(attribute, attributeNamed(units(slug), slug), attributes);
    const label = (named === attribute && translation(row, language)?.label) || labelOf(named, language);
    return value === "" ? [] : [{ slug, label, value: unit ? `${value}\u00a0${unit}` : value }];
  });
}

/** The facts of a variation: its own values in the place of its family's. */
export function variationFacts(
  product: Products,
  variation: Variations | undefined,
  format: ValueFormat,
): readonly Fact[] {
  const facts = new Map(factsOf(product, format).map((fact) => [fact.slug, fact]));
  const values = variation ? valuesOf(variation) : undefined;
  for (const column of columnsOf(variation ? [variation] : [], format)) {
    const { slug, label, unit } = column;
    const value = cellText(values?.get(column.id), column, format.language);
    if (value)
      facts.set(slug, { slug, label: facts.get(slug)?.label ?? label, value: unit ? `${value}\u00a0${unit}` : value });
  }
  return [...facts.values()];
}

/** One fact's value without its unit; "" where the product has no such attribute. */
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

/** The text of one value, numbers written as the language does. */
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

/** Where an article has its pipe size in the content, its nominal diameter is not read as one. */
function unitsFor(slugs: readonly string[], units: UnitSystem): (slug: string) => UnitSystem {
  const both = slugs.includes("dn") && slugs.includes("nps");
  return (slug) => (both && slug === "dn" ? "metric" : units);
}

/** Whether of so many values only the ends are named. Materials have no order that a range could be of. */
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

/** A column of the variation table. */
export interface Column {
  id: number;
  slug: string;
  label: string;
  /** As it is shown. */
  unit: string;
  units: UnitSystem;
  /** The content's unit. */
  given: string;
}

/** The attributes in which variations differ, in the order of the first variation that has them. */
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
      label: labelOf(underName(attribute, attributeNamed(units(slug), slug), format.attributes), format.language),
      // Any number tells what the column's unit becomes.
      unit: attributeIn(units(slug), slug, "1", given).unit,
      units: units(slug),
      given,
    };
  });
}

/** A variation's values by attribute. */
export function valuesOf(variation: Variations): ReadonlyMap<number, AttributeValues> {
  const values = new Map<number, AttributeValues>();
  for (const row of variation.attributes ?? []) {
    const attribute = related(row.attribute);
    const value = related(row.value);
    if (attribute && value) values.set(attribute.id, value);
  }
  return values;
}

/** The variation's material; "" in a family of one material. */
export function materialOf(variation: Variations, language: string): string {
  const row = (variation.attributes ?? []).find(({ attribute }) => related(attribute)?.slug === "material");
  const value = related(row?.value);
  return value ? valueText(value, language) : "";
}

/** A value in a column; with its unit only where that is not the column's. */
export function cellText(value: AttributeValues | undefined, column: Column, language: string): string {
  if (!value) return "";
  const { value: text, unit } = measureText(column.slug, textOf(value, language), column.given, language, column.units);
  return unit === column.unit ? text : `${text}\u00a0${unit}`;
}

function underName(attribute: Attributes, slug: string, attributes: readonly Attributes[]): Attributes {
  return attribute.slug === slug ? attribute : (attributes.find((each) => each.slug === slug) ?? attribute);
}
