import { expect, test } from "vitest";
import type { Products, Variations } from "../content/model.gen";
import { articlePicture } from "./picture";

const product = {
  thumbnail: { id: "own" },
  translations: [
    { languages_code: "de-DE", thumbnail: null },
    { languages_code: "fr-FR", thumbnail: { id: "french" } },
  ],
} as unknown as Products;

test("an article's picture is the variation's, else the translation's, else the product's", () => {
  expect(articlePicture(product, null, "de-DE")?.id).toBe("own");
  expect(articlePicture(product, undefined, "fr-FR")?.id).toBe("french");
  expect(articlePicture(product, { thumbnail: { id: "size" } } as unknown as Variations, "fr-FR")?.id).toBe("size");
});
