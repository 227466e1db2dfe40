import { expect, test } from "vitest";
import type { Products, Variations } from "../../content/model.gen";
import { chipsOf } from "./chips";

function chips(attributes: Record<string, string[]>, language: string = "de-DE"): string[] {
  const product = {
    attributes: Object.entries(attributes).map(([slug, values], id) => ({
      id,
      attribute: { id, slug, kind: slug === "thread" ? "thread" : "number" },
      values: values.map((value, key) => ({ id: key, attribute_values_id: { id: key, value } })),
    })),
  };
  return chipsOf(product as unknown as Products, language).map(({ code, value }) => `${code} ${value}`);
}

test("the three most important facts are shown, in their order", () => {
  expect(chips({ material: ["1.4571"], thread: ["M20×1,5"], pn: ["630"], "tube-od": ["12"], size: ["12S"] })).toEqual([
    "PN 630",
    "Rohr 12",
    "M 20×1,5",
  ]);
});

test("numbers are shown as list or range, several threads are omitted", () => {
  expect(chips({ dn: ["25", "10", "40", "300"], pn: ["16", "40"], thread: ["G 1/2", "G 3/4"] })).toEqual([
    "DN 10–300",
    "PN 16, 40",
  ]);
});

test("decimal separators follow the language", () => {
  expect(chips({ roughness: ["0.4"] }, "it-IT")).toEqual(["Ra 0,4"]);
  expect(chips({ roughness: ["0.4"], thread: ["M20×1.5"] }, "en-US")).toEqual(["M 20×1.5", "Ra 0.4"]);
});

test("a size's own values override those of its family", () => {
  const row = (slug: string, value: string) => ({ attribute: { id: 1, slug }, value: { id: 2, value } });
  const family = {
    attributes: [
      { attribute: { slug: "pn", kind: "number" }, values: [{ attribute_values_id: { value: "315" } }] },
      { attribute: { slug: "roughness", kind: "number" }, values: [{ attribute_values_id: { value: "0.8" } }] },
    ],
  } as unknown as Products;
  const size = { attributes: [row("pn", "400"), row("thread", "M24×1,5")] } as unknown as Variations;
  expect(chipsOf(family, "de-DE", size)).toEqual([
    { code: "PN", value: "400" },
    { code: "M", value: "24×1,5" },
    { code: "Ra", value: "0,8" },
  ]);
});

test("a product without attributes has no chips", () => {
  expect(chipsOf({} as Products, "de-DE")).toEqual([]);
});
