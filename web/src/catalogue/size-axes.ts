import type { Variations } from "../content/model.gen";
import { translation } from "../i18n/translation";
import { type Column, cellText, columnsOf, type ValueFormat, valuesOf } from "./facts";

/** Option is a value of an axis and the variation that choosing it leads to. */
interface Option {
  text: string;
  variation: Variations;
  chosen: boolean;
  /** False if no variation has the value together with the other chosen values: `variation` is then the nearest. */
  exact: boolean;
}

/** Axis is one row of the chooser. */
export interface Axis {
  /** The attribute's slug, or "title" for the names of the sizes. */
  slug: string;
  /** The attribute's name; "" for the names of the sizes. */
  label: string;
  unit: string;
  options: readonly Option[];
}

/** Values of one kind, by index of the variation; `order` lists the distinct ones. */
interface Choice {
  slug: string;
  label: string;
  unit: string;
  texts: readonly string[];
  order: readonly string[];
}

/** The attributes that name a size, and those that together with one of them do. */
const sizes = ["nps", "dn", "tube-od"];
const ratings = ["pn", "class", "wall"];

/** The beginning of a size that is named by its nominal diameter. */
const nominal = /^(DN|NPS)\s/;

/** Above this number of names, a family is chosen from its table. */
const maxTitles = 40;

/**
 * axesOf returns the rows from which a variation is chosen: nominal size and
 * pressure (or class, or wall) if they tell the variations apart with fewer values
 * than the sizes have names, else the names; then the material. A family without
 * a choice has none.
 */
export function axesOf(
  variations: readonly Variations[],
  chosen: Variations | undefined,
  format: ValueFormat,
): readonly Axis[] {
  const at = chosen ? variations.findIndex(({ id }) => id === chosen.id) : -1;
  if (at < 0) return [];
  const columns = columnsOf(variations, format);
  const values = variations.map(valuesOf);
  const choiceOf = (slug: string): Choice | undefined => {
    const column = columns.find((each) => each.slug === slug);
    return column && choice(column, values, format.language);
  };
  const titles = variations.map((each) => translation(each, format.language)?.title || each.sku || "");
  const named: Choice = { slug: "title", label: "", unit: "", texts: titles, order: distinct(titles) };
  const material = choiceOf("material");
  const size = sizeChoices(named, choiceOf, material);
  const choices = [...size, ...(material ? [material] : [])].filter(({ order }) => order.length > 1);
  if (choices.some(({ slug, order }) => slug === "title" && order.length > maxTitles)) return [];
  return choices.map((own) => {
    const { slug, label, unit, texts, order } = own;
    const others = choices.filter((each) => each !== own);
    const options = order.map((text) => {
      const to = nearest(at, texts, text, others);
      const exact = others.every((other) => other.texts[to] === other.texts[at]);
      return { text, variation: variations[to] as Variations, chosen: texts[at] === text, exact };
    });
    return { slug, label, unit, options };
  });
}

function choice(column: Column, values: readonly ReturnType<typeof valuesOf>[], language: string): Choice | undefined {
  const texts = values.map((own) => cellText(own.get(column.id), column, language));
  if (texts.includes("")) return undefined;
  return { slug: column.slug, label: column.label, unit: column.unit, texts, order: sorted(distinct(texts)) };
}

function sizeChoices(
  named: Choice,
  choiceOf: (slug: string) => Choice | undefined,
  material: Choice | undefined,
): readonly Choice[] {
  const tellApart = (...choices: readonly Choice[]) => {
    const all = material ? [...choices, material] : choices;
    return distinct(named.texts.map((_, at) => all.map(({ texts }) => texts[at]).join("\n"))).length;
  };
  const count = named.texts.length;
  for (const slug of sizes) {
    const size = choiceOf(slug);
    if (!size) continue;
    // Other names, such as "12S" and "G 1/2", say more than the value.
    if (slug !== "tube-od" && named.texts.every((title) => nominal.test(title)) && tellApart(size) === count)
      return [size];
    for (const other of ratings) {
      const rating = choiceOf(other);
      if (!rating || tellApart(size, rating) < count) continue;
      if (size.order.length + rating.order.length < named.order.length) return [size, rating];
    }
  }
  return [named];
}

/** nearest returns the index of the variation with the text that differs least from the one at `at` in the other choices; of equals the higher. */
function nearest(at: number, texts: readonly string[], text: string, others: readonly Choice[]): number {
  let [best, least] = [at, Number.POSITIVE_INFINITY];
  for (const [index, own] of texts.entries()) {
    if (own !== text) continue;
    let distance = 0;
    for (const { texts: other, order, slug } of others) {
      const step = order.indexOf(other[index] ?? "") - order.indexOf(other[at] ?? "");
      // Another material is the last resort.
      distance += Math.abs(step) * (slug === "material" ? 1000 : 2) - (step > 0 ? 1 : 0);
    }
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** sorted orders numbers by value; any other texts keep the content's order. */
function sorted(texts: readonly string[]): readonly string[] {
  const numbers = new Map(texts.map((text) => [text, Number(text.replace(",", "."))]));
  if ([...numbers.values()].some(Number.isNaN)) return texts;
  return texts.toSorted((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0));
}
