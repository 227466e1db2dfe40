import type { AttributeValues, Products, Variations } from "../content/model.gen";
import { related, relatedAll } from "../content/relation";
import type { CartChip } from "../domain/cart-item";

/**
 * The attributes that identify an article: size, pressure, thread and material, in
 * this order, with their codes. The server shows the same of a request's lines
 * (internal/rfq/rfqcontent/values.go).
 */
const codes: Readonly<Record<string, string>> = {
  dn: "DN",
  nps: "NPS",
  pn: "PN",
  class: "Class",
  thread: "",
  material: "",
};

/** Splits a thread such as "M20×1.5" into M and 20×1.5; other notations have no code. */
const thread = /^(M|G|Rp?|NPT|UNF|UNC|Rd)\s*(\d\S*(?:\s\d+\/\d+)?)$/;

/** cartChips returns the values that identify an article: the variation's, its related product's, else the product's where it has a single value. */
export function cartChips(product: Products, variation?: Variations): readonly CartChip[] {
  const values = new Map<string, AttributeValues>();
  for (const { attribute, value } of variation?.attributes ?? []) {
    const [slug, own] = [related(attribute)?.slug, related(value)];
    if (slug && own) values.set(slug, own);
  }
  for (const source of [related(variation?.related_product), product]) {
    for (const row of source?.attributes ?? []) {
      const slug = related(row.attribute)?.slug;
      const [only, second] = relatedAll(row.values, ({ attribute_values_id }) => attribute_values_id);
      if (slug && only && !second && !values.has(slug)) values.set(slug, only);
    }
  }
  return Object.entries(codes).flatMap(([slug, code]) => {
    const value = values.get(slug);
    const chip = value && chipOf(slug, code, value);
    return chip ? [chip] : [];
  });
}

function chipOf(slug: string, code: string, { value, translations = [] }: AttributeValues): CartChip | undefined {
  if (!value) return undefined;
  if (slug === "thread") {
    const [, kind, size] = thread.exec(value) ?? [];
    return kind && size ? { code: kind, value: size } : { code, value };
  }
  const named = translations.flatMap(({ languages_code: language, name }) =>
    typeof language === "string" && name ? [[language, name] as const] : [],
  );
  return named.length > 0 ? { code, value, names: Object.fromEntries(named) } : { code, value };
}
