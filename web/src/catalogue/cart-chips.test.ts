import { expect, test } from "vitest";
import cases from "../../../internal/rfq/testdata/values.json";
import type { Products, Variations } from "../content/model.gen";
import { cartChips } from "./cart-chips";

// The server's values are tested with the same cases (internal/rfq/rfqcontent/values_test.go).
test.each(cases)("the values of an article: $about", ({ product, variation, want }) => {
  expect(cartChips(product as unknown as Products, variation as unknown as Variations | undefined)).toEqual(want);
});
