import { factText, valueText } from "../../catalogue/facts";
import type { Products, Variations } from "../../content/model.gen";
import { related } from "../../content/relation";
import { type Texts, textsIn } from "../../i18n/texts";

/** A fact of a product in two cells: the code of the standard and its value. */
export interface ChipContent {
  code: string;
  value: string;
}

const tube: Texts<string> = { "de-DE": "Rohr", "en-US": "Tube", "fr-FR": "Tube", "it-IT": "Tubo" };

/** The attributes that identify an article, in the order of their weight, with their codes. */
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
 * Up to three facts that tell articles of one family apart; several threads have no common size and are left out.
 * A variation's own values stand in the place of its family's.
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

/** "M20×1,5" as M and 20×1,5; a thread written otherwise has no code and is left out. */
function threadChip(value: string): ChipContent[] {
  const [, code, size] = /^(M|G|Rp?|NPT|UNF|UNC|Rd)\s*(\d[^\s,]*(?:,\d+)?)$/.exec(value) ?? [];
  return code && size ? [{ code, value: size }] : [];
}
