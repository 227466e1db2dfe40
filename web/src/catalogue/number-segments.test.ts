import { expect, test } from "vitest";
import { segmentsOf } from "./number-segments";

/** Writes the number with its varying segments in brackets. */
const marked = (number: string, family: readonly string[]) =>
  segmentsOf(number, family)
    .map(({ text, varies }) => (varies ? `[${text}]` : text))
    .join("-");

test("the segments that differ between the numbers of a family are marked", () => {
  expect(marked("FR-VF-080-040-71", ["FR-VF-080-040-71", "FR-VF-100-040-71", "FR-VF-080-063-71"])).toBe(
    "FR-VF-[080]-[040]-71",
  );
  expect(marked("FR-GV-12S-71", ["FR-GV-12S-71", "FR-GV-16S-71"])).toBe("FR-GV-[12S]-71");
});

test("numbers of different length share their beginning and their end", () => {
  const rings = ["FR-SR-12-L-S-71", "FR-SR-16-S-71", "FR-SR-4-LL-71"];
  expect(marked("FR-SR-12-L-S-71", rings)).toBe("FR-SR-[12]-[L]-[S]-71");
  expect(marked("FR-SR-16-S-71", rings)).toBe("FR-SR-[16]-[S]-71");
});

test("a number without a family has no marks", () => {
  expect(marked("FR-MS-12S-71", [])).toBe("FR-MS-12S-71");
  expect(marked("FR-MS-12S-71", ["FR-MS-12S-71"])).toBe("FR-MS-12S-71");
});
