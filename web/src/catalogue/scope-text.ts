import type { Scope } from "../content/listing";
import { formatDecimal, formatNumber } from "../i18n/formats";
import { type Texts, textsIn } from "../i18n/texts";
import { shortValue } from "./list-columns";

const articleNames: Texts<readonly [one: string, several: string]> = {
  "de-DE": ["Artikel", "Artikel"],
  "en-US": ["item", "items"],
  "fr-FR": ["article", "articles"],
  "it-IT": ["articolo", "articoli"],
};

/** The attributes that the text names, with the symbols of their values. */
const named: readonly (readonly [slug: string, symbol: string])[] = [
  ["standard", ""],
  ["dn", "DN\u00a0"],
  ["pn", "PN\u00a0"],
  ["class", "Class\u00a0"],
  ["material", ""],
];

/** scopeText describes what a category contains, for search engines: "107 Artikel, EN 1092-1, DN 10–300"; "" if nothing. */
export function scopeText({ articles, values }: Scope, language: string): string {
  if (articles === 0) return "";
  const name = textsIn(articleNames, language)[articles === 1 ? 0 : 1];
  const facts = named.flatMap(([slug, symbol]) => {
    const all = values[slug];
    if (!all) return [];
    const { texts, range } = shortValue(slug, all);
    // The number of a material has a point in every language.
    const shown = slug === "material" ? texts : texts.map((text) => formatDecimal(text, language));
    return symbol + shown.join(range ? "–" : ", ");
  });
  return [`${formatNumber(articles, language)} ${name}`, ...facts].join(", ");
}
