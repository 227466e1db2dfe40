import { expect, test } from "vitest";
import type { Scope } from "../content/listing";
import { scopeText } from "./scope-text";

const scope: Scope = {
  products: 9,
  articles: 1288,
  values: {
    standard: { texts: ["EN 1092-1"], unit: "", range: false, count: 1 },
    dn: { texts: ["10", "300"], unit: "", range: true, count: 15 },
    pn: { texts: ["1.6", "100"], unit: "bar", range: true, count: 7 },
    material: { texts: ["1.4571 (316Ti)", "1.0460 (P250GH)"], unit: "", range: false, count: 2 },
  },
};

test.each([
  ["de-DE", "1\u00a0288 Artikel, EN 1092-1, DN\u00a010–300, PN\u00a01,6–100, 1.4571 (316Ti), 1.0460 (P250GH)"],
  ["en-US", "1,288 items, EN 1092-1, DN\u00a010–300, PN\u00a01.6–100, 1.4571 (316Ti), 1.0460 (P250GH)"],
])("what a category contains is described in %s", (language, text) => {
  expect(scopeText(scope, language)).toBe(text);
});

test("one article and none", () => {
  expect(scopeText({ products: 1, articles: 1, values: {} }, "fr-FR")).toBe("1 article");
  expect(scopeText({ products: 0, articles: 0, values: {} }, "fr-FR")).toBe("");
});
