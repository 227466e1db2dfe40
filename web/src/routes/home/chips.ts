import type { ProductAttributes, Products } from "../../content/model.gen";
import { related, relatedAll } from "../../content/relation";
import { translation } from "../../content/translation";
import { formatNumber } from "../../lib/format";
import type { LanguageCode } from "../../lib/languages";

/** A fact of a product in two cells: the code of the standard and its value. */
export interface Chip {
  code: string;
  value: string;
}

const tube: Record<LanguageCode, string> = { "de-DE": "Rohr", "en-US": "Tube", "fr-FR": "Tube", "it-IT": "Tubo" };

/** The attributes that identify an article, in the order of their weight, with their codes. */
const codes: readonly { slug: string; code: (language: LanguageCode) => string }[] = [
  { slug: "dn", code: () => "DN" },
  { slug: "nps", code: () => "NPS" },
  { slug: "pn", code: () => "PN" },
  { slug: "class", code: () => "Class" },
  { slug: "tube-od", code: (language) => tube[language] },
  { slug: "thread", code: () => "" },
  { slug: "connection", code: () => "" },
  { slug: "roughness", code: () => "Ra" },
];

/** Up to three facts that tell articles of one family apart; several values become their range. */
export function chipsOf(product: Products, language: LanguageCode): readonly Chip[] {
  const attributes = product.attributes ?? [];
  return codes
    .flatMap(({ slug, code }): Chip[] => {
      const attribute = attributes.find((row) => related(row.attribute)?.slug === slug);
      const value = attribute ? valueOf(attribute, language) : "";
      if (value === "") return [];
      return code(language) === "" ? threadChip(value) : [{ code: code(language), value }];
    })
    .slice(0, 3);
}

function valueOf(attribute: ProductAttributes, language: LanguageCode): string {
  const values = relatedAll(attribute.values, (row) => row.attribute_values_id).flatMap(
    (value) => translation(value, language)?.name || value.value || [],
  );
  const [only] = values;
  if (values.length <= 1) return only === undefined ? "" : inLanguage(only, language);
  const numbers = values.map((value) => Number(value.replace(",", ".")));
  if (numbers.some(Number.isNaN)) return "";
  return `${formatNumber(Math.min(...numbers), language)}–${formatNumber(Math.max(...numbers), language)}`;
}

/** Numbers are kept with a decimal point. */
function inLanguage(value: string, language: LanguageCode): string {
  return language === "en-US" ? value : value.replace(/(\d)\.(\d)/g, "$1,$2");
}

/** "M20×1,5" as M and 20×1,5; a thread written otherwise has no code and is left out. */
function threadChip(value: string): Chip[] {
  const [, code, size] = /^(M|G|Rp?|NPT|UNF|UNC|Rd)\s*(\d\S*)$/.exec(value) ?? [];
  return code && size ? [{ code, value: size }] : [];
}
