import { expect, test } from "vitest";
import { leaveOut } from "./leave-out";

test("a word is left out however it was written", () => {
  expect(leaveOut("Flansch Ölbad 1.4571", "olbad")).toBe("Flansch 1.4571");
  expect(leaveOut("Flansch  1.4571", "1.4571")).toBe("Flansch");
});

test("a value of two words is left out whole", () => {
  expect(leaveOut("Kugelhahn DN 25 PN 63", "dn25")).toBe("Kugelhahn PN 63");
  expect(leaveOut("Kugelhahn DN25 PN 63", "dn25")).toBe("Kugelhahn PN 63");
});

test("a corrected word is left out as it was typed", () => {
  const corrected = [{ from: "flnasch", to: "flansch" }];
  expect(leaveOut("Flnasch DN 25", "flansch", corrected)).toBe("DN 25");
});

test("what the words do not hold leaves them as they are", () => {
  expect(leaveOut("Flansch DN 25", "zapfen")).toBe("Flansch DN 25");
});
