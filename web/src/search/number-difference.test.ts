import { expect, test } from "vitest";
import { numberDifference } from "./number-difference";

/** Returns the catalogue's number with brackets around what differs. */
function marked(typed: string, number: string): string {
  return numberDifference(typed, number)
    .pieces.map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join("");
}

test.each([
  ["FR-GV-21S-71", "FR-GV-12S-71", "FR-GV-[12]S-71"],
  ["fr gv 21s 71", "FR-GV-12S-71", "FR-GV-[12]S-71"],
  ["FR-GV-13S-71", "FR-GV-12S-71", "FR-GV-1[2]S-71"],
  ["gv-21s-71", "FR-GV-12S-71", "FR-GV-[12]S-71"],
  ["FR-GV-12S-7", "FR-GV-12S-71", "FR-GV-12S-7[1]"],
  ["FR-GV-122S-71", "FR-GV-12S-71", "FR-GV-12S-71"],
  ["FR-VF-080-04-71", "FR-VF-080-040-71", "FR-VF-080-04[0]-71"],
  ["", "FR-1", "[FR-1]"],
])("the typed number %s differs from %s in %s", (typed, number, expected) => {
  expect(marked(typed, number)).toBe(expected);
});

test.each([
  ["FR-GV-21S-71", "digits"],
  ["FR-VG-12S-71", "characters"],
  ["FR-GV-13S-71", ""],
  ["FR-GV-12S-71", ""],
])("reports for %s whether two characters are transposed", (typed, swapped) => {
  expect(numberDifference(typed, "FR-GV-12S-71").swapped).toBe(swapped);
});
