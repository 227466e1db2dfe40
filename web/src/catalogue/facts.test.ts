import { expect, test } from "vitest";
import type { Products, Variations } from "../content/model.gen";
import { variationFacts } from "./facts";

const attribute = (id: number, slug: string) => ({ id, slug, kind: "text", translations: [] });
const single = (id: number, slug: string, value: string) => ({
  attribute: attribute(id, slug),
  values: [{ attribute_values_id: { value, translations: [] } }],
});

test("a variation's facts include those of its related product, and its own override both", () => {
  const product = { attributes: [single(1, "standard", "DIN 2353"), single(2, "seal", "FKM")] } as unknown as Products;
  const variation = {
    related_product: { attributes: [single(2, "seal", "NBR"), single(3, "surface", "blank"), single(4, "size", "8S")] },
    attributes: [{ attribute: attribute(4, "size"), value: { value: "12S", translations: [] } }],
  } as unknown as Variations;
  const facts = variationFacts(product, variation, { language: "de-DE", units: "metric", attributes: [] });
  expect(facts.map(({ slug, value }) => [slug, value])).toEqual([
    ["standard", "DIN 2353"],
    ["seal", "NBR"],
    ["surface", "blank"],
    ["size", "12S"],
  ]);
});
