import type { ListingItem } from "../content/listing";
import type { SearchColumn } from "../content/search";
import { symbolOf } from "../content/symbol";
import { useItemMeasure } from "../i18n/listing-values";
import { attributeIn, attributeNamed } from "../i18n/units";
import { useUnits } from "../i18n/use-units";
import { HeadName, shortMaterial } from "../ui/list";
import type { Entry } from "./entries";
import { useSearchTexts } from "./texts";

/** HeadCell is a column of values in the table of results. */
export interface HeadCell {
  slug: string;
  name: string;
  symbol: string;
  unit: string;
  numeric: boolean;
  /** The width of the column. */
  size: "s" | "m" | "l" | "xl";
  /** The class that decides on which windows the column shows. */
  place: string;
}

/** The maximum length, in characters, of the values of a column; names of materials wrap. */
const longestValue = 20;

/** useHeads returns the columns in the visitor's units, with widths that fit their values. Long texts get none. */
export function useHeads(columns: readonly SearchColumn[], entries: readonly Entry[]): readonly HeadCell[] {
  const system = useUnits();
  const measure = useItemMeasure();
  return columns.flatMap(({ slug, name, unit }, index) => {
    const texts = entries.map((entry) => {
      const value = itemOf(entry).values[slug];
      if (slug === "material") return shortMaterial(value?.texts[0] ?? "");
      return value && !value.range ? (value.texts[0] ?? "") : measure(itemOf(entry), [slug]).value;
    });
    const symbol = attributeNamed(system, slug) === slug ? symbolOf(name, slug) : "NPS";
    const shownUnit = attributeIn(system, slug, "1", unit).unit;
    // "1.4571" is a name.
    const numeric = slug !== "material" && texts.every((text) => /^[\d.,\s/–-]*$/.test(text));
    const longest = Math.max(0, ...texts.map((text) => text.length));
    if (slug !== "material" && longest > longestValue) return [];
    const head = symbol.length + (shownUnit ? shownUnit.length + 1 : 0);
    // A longer head breaks.
    const length = Math.max(longest, Math.min(head, 10));
    return {
      slug,
      name,
      symbol,
      unit: shownUnit,
      numeric,
      size: length <= 4 ? "s" : length <= 7 ? "m" : length <= 10 ? "l" : "xl",
      place: slug === "material" ? "c-mat" : index < 2 ? "c-own" : "c-more",
    };
  });
}

function itemOf(entry: Entry): Pick<ListingItem, "values"> {
  return entry.kind === "article" ? entry.article : entry.family;
}

/** Head names the columns of the table; `grid`: it is a part of the overlay's grid. */
export function Head({ heads, grid }: { heads: readonly HeadCell[]; grid: boolean }) {
  const texts = useSearchTexts();
  const cell = { scope: "col", role: grid ? "columnheader" : undefined } as const;
  return (
    <thead role={grid ? "rowgroup" : undefined}>
      <tr role={grid ? "row" : undefined}>
        <th {...cell}>
          <span className="vh">{texts.picture}</span>
        </th>
        <th {...cell}>{texts.name}</th>
        {heads.map(({ slug, name, symbol, unit, numeric, place }) => (
          <th key={slug} className={numeric ? `${place} num` : place} {...cell}>
            <HeadName name={name} symbol={symbol} unit={unit} />
          </th>
        ))}
        <th {...cell}>{texts.stock}</th>
        <th className="act" {...cell}>
          <span className="vh">{texts.action}</span>
        </th>
      </tr>
    </thead>
  );
}
