import { expect, test } from "vitest";
import { leaveOut } from "./leave-out";

test("a word is removed in any spelling", () => {
  expect(leaveOut("Flansch Ölbad 1.4571", "olbad")).toBe("Flansch 1.4571");
  expect(leaveOut("Flansch  1.4571", "1.4571")).toBe("Flansch");
});

test("a value of two words is removed entirely", () => {
  expect(leaveOut("Kugelhahn DN 25 PN 63", "dn25")).toBe("Kugelhahn PN 63");
  expect(leaveOut("Kugelhahn DN25 PN 63", "dn25")).toBe("Kugelhahn PN 63");
});

test("a corrected word is removed in its typed form", () => {
  const corrected = [{ from: "flnasch", to: "flansch" }];
  expect(leaveOut("Flnasch DN 25", "flansch", corrected)).toBe("DN 25");
});

test("a word that is not in the text changes nothing", () => {
  expect(leaveOut("Flansch DN 25", "zapfen")).toBe("Flansch DN 25");
});
