import { expect, test } from "vitest";
import { shortMaterial } from "./list";

test("a list shows a material's number without its other name", () => {
  expect(["1.4571 (316Ti)", "Stahl verzinkt", "1.4404"].map(shortMaterial)).toEqual([
    "1.4571",
    "Stahl verzinkt",
    "1.4404",
  ]);
});
