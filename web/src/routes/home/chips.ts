import { factText } from "../../catalogue/facts";
import type { Products } from "../../content/model.gen";
import { type Texts, textsIn } from "../../lib/texts";

/** A fact of a product in two cells: the code of the standard and its value. */
export interface Chip {
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

/** Up to three facts that tell articles of one family apart; several threads have no common size and are left out. */
export function chipsOf(product: Products, language: string): readonly Chip[] {
  return codes
    .flatMap(({ slug, code }): Chip[] => {
      const value = factText(product, [slug], language);
      if (value === "") return [];
      return code(language) === "" ? threadChip(value) : [{ code: code(language), value }];
    })
    .slice(0, 3);
}

/** "M20×1,5" as M and 20×1,5; a thread written otherwise has no code and is left out. */
function threadChip(value: string): Chip[] {
  const [, code, size] = /^(M|G|Rp?|NPT|UNF|UNC|Rd)\s*(\d[^\s,]*(?:,\d+)?)$/.exec(value) ?? [];
  return code && size ? [{ code, value: size }] : [];
}
