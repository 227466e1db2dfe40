import type { ListingValue } from "../content/listing";
import { usePage } from "../router/page-context";
import { formatDecimal } from "./formats";
import { attributeIn, type Measure } from "./units";
import { useUnits } from "./use-units";

/** An item of a list with its values by attribute. */
interface Item {
  values: Readonly<Record<string, ListingValue>>;
}

/** useItemMeasure returns a function for the value of the first of `slugs` that an item has, in the visitor's units; value and unit are "" if it has none. */
export function useItemMeasure(): (item: Item, slugs: readonly string[]) => Measure {
  const { language } = usePage();
  const system = useUnits();
  return ({ values }, slugs) => {
    const slug = slugs.find((each) => each in values);
    const value = slug === undefined ? undefined : values[slug];
    if (slug === undefined || !value) return { value: "", unit: "" };
    const measures = value.texts.map((text) => attributeIn(system, slug, text, value.unit));
    // A material number such as 1.4404 has a point in every language.
    const texts = measures.map(({ value: text }) => (slug === "material" ? text : formatDecimal(text, language)));
    // The range of designations that contain spaces needs spaces around the dash.
    const dash = texts.some((text) => /\s/.test(text)) ? " – " : "–";
    return { value: texts.join(value.range ? dash : ", "), unit: measures[0]?.unit ?? "" };
  };
}

/** useExplicitUnit returns a function that returns an imperial unit as it is, and "" for a metric one, which is the default. */
export function useExplicitUnit(): (unit: string) => string {
  const system = useUnits();
  return (unit) => (system === "metric" ? "" : unit);
}
