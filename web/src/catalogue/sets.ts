import type { Products, Variations } from "../content/model.gen";
import { related } from "../content/relation";

/** Beyond this number of sets, one is chosen from its category. */
const maxChoices = 40;

/** setsWith returns the sets that contain the chosen size of a product, or the product if it has no sizes. */
export function setsWith(
  sets: readonly Products[],
  product: Products,
  chosen: Variations | undefined,
): readonly Products[] {
  return sets.filter(({ bundle = [] }) =>
    bundle.some(
      ({ related_products_id: part, related_variations_id: size }) =>
        related(part)?.id === product.id && related(size)?.id === chosen?.id,
    ),
  );
}

/**
 * setsLike returns the sets of one kind with `set`, itself included: those of `sets`
 * with a part of the same product, in another size or the same. Without another one
 * to choose, or with too many, it returns none.
 */
export function setsLike(sets: readonly Products[], set: Products): readonly Products[] {
  const own = new Set(partsOf(set));
  // A set that contains this one is no alternative to it.
  const alike = sets.filter((each) => !partsOf(each).includes(set.id) && partsOf(each).some((id) => own.has(id)));
  return alike.length > 1 && alike.length <= maxChoices && alike.some(({ id }) => id === set.id) ? alike : [];
}

function partsOf({ bundle = [] }: Products): readonly number[] {
  return bundle.flatMap(({ related_products_id: part }) => related(part)?.id ?? []);
}

/** A designation, which belongs to the number after it: "DN 80". */
const designation = /^\p{Lu}{1,4}$/u;

/** setLabels returns what tells the names of sets apart: each without the words that all begin with. */
export function setLabels(names: readonly string[]): readonly string[] {
  const words = names.map((name) => name.split(" "));
  const first = words[0] ?? [];
  const same = (at: number) =>
    words.every((own) => own.length > at + 1 && own[at]?.replace(/,$/, "") === first[at]?.replace(/,$/, ""));
  const differs = first.findIndex((_, at) => !same(at));
  const start = differs > 0 && designation.test(first[differs - 1] ?? "") ? differs - 1 : Math.max(0, differs);
  return words.map((own) => own.slice(start).join(" "));
}
