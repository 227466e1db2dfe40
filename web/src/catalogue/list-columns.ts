import type { ListingItem, ListingValue } from "../content/listing";

/** ListColumn is a column of values in a list. */
export interface ListColumn {
  key: "series" | "size" | "pressure" | "thread" | "material";
  /** The attributes that it shows; of each item the first that it has. */
  slugs: readonly string[];
}

/** The attributes of each column, in the order in which they are preferred. */
const columns: readonly ListColumn[] = [
  { key: "series", slugs: ["series"] },
  { key: "size", slugs: ["tube-od", "dn", "nps"] },
  { key: "pressure", slugs: ["pn", "class"] },
  { key: "thread", slugs: ["thread"] },
  { key: "material", slugs: ["material"] },
];

type Valued = Pick<ListingItem, "values">;

/** listColumns returns the columns that some item has a value for; their first attribute is the one that the head names. */
export function listColumns(items: readonly Valued[]): readonly ListColumn[] {
  const has = (slug: string) => items.some(({ values }) => slug in values);
  // Pipes and what is welded to them are named by their nominal diameter, and have an outside diameter as well.
  const piped = has("dn") && items.every(({ values }) => !("tube-od" in values) || "dn" in values);
  return columns
    .map(({ key, slugs }) => ({ key, slugs: key === "size" && piped ? ["dn", "nps", "tube-od"] : slugs }))
    .map(({ key, slugs }) => ({ key, slugs: slugs.filter(has) }))
    .filter(({ slugs }) => slugs.length > 0);
}

/** cellOf returns an item's value in a column and its attribute; undefined if it has none. */
export function cellOf({ values }: Valued, { slugs }: ListColumn): { slug: string; value: ListingValue } | undefined {
  const slug = slugs.find((each) => each in values);
  const value = slug === undefined ? undefined : values[slug];
  return slug === undefined || !value ? undefined : { slug, value: shortValue(slug, value) };
}

/** prefixOf returns the symbol before a value that is of another attribute than the column's first. */
export function prefixOf(slug: string, { slugs }: ListColumn): string {
  return (slug !== slugs[0] && { dn: "DN\u00a0", class: "Class\u00a0" }[slug]) || "";
}

/** shortValue shortens a value to what a narrow column shows: 160–315, M14–M52, the S of "S, heavy". */
export function shortValue(slug: string, value: ListingValue): ListingValue {
  const { texts } = value;
  if (slug === "thread") {
    const short = (text: string) => (value.range ? text.replace(/^(M\d+)×[\d.,]+$/, "$1") : text);
    return { ...value, texts: texts.map((text) => short(text).replaceAll(" ", "\u00a0")) };
  }
  if (slug === "series") return { ...value, texts: texts.map((text) => text.replace(/,?\s.*/, "")) };
  const numbers = texts.length === 2 && texts.every((text) => /^[\d.,]+$/.test(text));
  return numbers ? { ...value, range: true } : value;
}

/** widthOf returns the class of a column of numbers for its longest text. */
export function widthOf(longest: number): "k-s" | "k-m" | "k-l" {
  return longest <= 6 ? "k-s" : longest <= 8 ? "k-m" : "k-l";
}

/**
 * familyNumber returns what a family's part numbers begin with, to the last whole
 * part: "FR-GV" of FR-GV-12S-71 and "frgv1". `beginning` is in lower case and
 * without separators; "" without a common part.
 */
export function familyNumber(number: string, beginning: string): string {
  let at = 0;
  let end = 0;
  for (const { 0: sign, index } of number.matchAll(/./gsu)) {
    if (!/[\p{L}\p{N}]/u.test(sign)) {
      end = index;
      continue;
    }
    if (sign.toLowerCase() !== beginning[at]) break;
    at += 1;
    if (at === beginning.length && index + sign.length === number.length) return number;
  }
  return number.slice(0, end);
}
