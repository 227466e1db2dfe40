import type { ListingValue } from "../content/listing";
import { useItemMeasure } from "../i18n/listing-values";
import "./list.css";

/** HeadName shows a column's symbol, with its name as an explanation, and its unit. */
export function HeadName({ name, symbol, unit }: { name: string; symbol: string; unit: string }) {
  return (
    <>
      {symbol === name ? name : <abbr title={name}>{symbol}</abbr>}
      {unit && <span className="u">{unit}</span>}
    </>
  );
}

/** shortMaterial returns a material's number without its other name: 1.4571 of "1.4571 (316Ti)". */
export function shortMaterial(text: string): string {
  return text.replace(/ \([^)]*\)$/, "");
}

/** CellValue shows one value or a range; of several values the first, and how many more there are. */
export function CellValue({ slug, value }: { slug: string; value: ListingValue | undefined }) {
  const measure = useItemMeasure();
  if (!value) return null;
  const texts = slug === "material" ? value.texts.map(shortMaterial) : value.texts;
  const [first = "", ...more] = value.range ? [] : texts;
  if (more.length === 0) return measure({ values: { [slug]: { ...value, texts } } }, [slug]).value;
  return (
    <>
      {measure({ values: { [slug]: { ...value, texts: [first] } } }, [slug]).value}
      <span className="mut"> {more.includes("…") ? "…" : `+${more.length}`}</span>
    </>
  );
}
