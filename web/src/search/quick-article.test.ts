import { expect, test } from "vitest";
import type { SearchArticle, SearchReply } from "../content/search";
import { quickArticle } from "./quick-article";

const empty: SearchReply = {
  terms: [],
  focus: "articles",
  total: 0,
  products: 0,
  page: 1,
  pages: 1,
  articles: [],
  families: [],
  categories: [],
  documents: [],
  columns: [],
  wrongNumber: "",
  quantity: null,
  marks: [],
};

function article(sku: string): SearchArticle {
  return { product: { sku }, variation: null, values: {}, stock: 0, group: "" } as unknown as SearchArticle;
}

/** Returns the reply to a typed number and quantity. */
function replyTo(number: string, quantity: number | null, numbers: readonly string[], wrongNumber = ""): SearchReply {
  const term = { text: number, kind: "number", label: number, used: true, corrected: "", without: "" } as const;
  return { ...empty, terms: [term], quantity, articles: numbers.map(article), wrongNumber };
}

test.each([
  ["the article with the number", "fr gv 12s 71", 8, ["FR-GV-12S-71", "FR-GV-12S-71-A"], "", "FR-GV-12S-71"],
  [
    "the only article whose number contains it",
    "vf-080-040",
    8,
    ["FR-VF-080-040-71", "FR-TF-080"],
    "",
    "FR-VF-080-040-71",
  ],
  ["none for an ambiguous number", "vf-080", 8, ["FR-VF-080-040-71", "FR-VF-080-063-71"], "", undefined],
  ["none without a quantity", "FR-GV-12S-71", null, ["FR-GV-12S-71"], "", undefined],
  ["none for a number that is not in the catalogue", "FR-GV-21S-71", 8, ["FR-GV-12S-71"], "FR-GV-21S-71", undefined],
  ["none for words", "", 8, ["FR-GV-12S-71"], "", undefined],
])("a number and a quantity name %s", (_, number, quantity, numbers, wrong, expected) => {
  expect(quickArticle(replyTo(number, quantity, numbers, wrong))?.product.sku).toBe(expected);
});
