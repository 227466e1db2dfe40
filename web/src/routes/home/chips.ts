import { factText, valueText } from "../../catalogue/facts";
import type { Products, Variations } from "../../content/model.gen";
import { related } from "../../content/relation";
import { type Texts, textsIn } from "../../i18n/texts";

/** ChipContent is a fact of a product: the code of the standard and the value. */
export interface ChipContent {
  code: string;
  value: string;
}

const tube: Texts<string> = { "de-DE": "Rohr", "en-US": "Tube", "fr-FR": "Tube", "it-IT": "Tubo" };

/** The attributes that identify an article, the most important first, with their codes. */
const codes: readonly { slug: string; code: (language: string) => string }[] = [
  { slug: "dn", code: () => "DN" },
  { slug: "nps", code: () => "NPS" },
  { slug: "pn", code: () => "PN" },
  { slug: "class", code: () => "Class" },
  { slug: "tube-od", code: (language) => textsIn(tube, language) },
  { slug: "thread", code: () => "" },
  { slug: "connection", code: () => "" },
  { slug: "roughness", code: () => "Ra" },
];

/**
 * chipsOf returns up to three facts that identify a product. Several threads have no common size and are omitted.
 * A variation's own values override those of its family.
 */
export function chipsOf(product: Products, language: string, variation?: Variations): readonly ChipContent[] {
  const own = new Map((variation?.attributes ?? []).map((row) => [related(row.attribute)?.slug, related(row.value)]));
  return codes
    .flatMap(({ slug, code }): ChipContent[] => {
      const size = own.get(slug);
      const value = size ? valueText(size, language) : factText(product, [slug], language);
      if (value === "") return [];
      return code(language) === "" ? threadChip(value) : [{ code: code(language), value }];
    })
    .slice(0, 3);
}

/** threadChip splits a thread such as "M20×1,5" into M and 20×1,5; other notations have no code and are omitted. */
function threadChip(value: string): ChipContent[] {
  const [, code, size] = /^(M|G|Rp?|NPT|UNF|UNC|Rd)\s*(\d[^\s,]*(?:,\d+)?)$/.exec(value) ?? [];
  return code && size ? [{ code, value: size }] : [];
}
