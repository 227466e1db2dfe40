import { expect, test } from "vitest";
import { breakpoints } from "../constants";
import { matchedBreakpoint } from "./viewport";

const at = (width: number) => (query: string) => width >= Number(/min-width: (\d+)px/.exec(query)?.[1]);

test("the matched breakpoint is the widest of the product set that the window reaches", () => {
  const widths: [number, string][] = [
    [320, "mobile"],
    [767, "mobile"],
    [768, "tablet"],
    [1023, "tablet"],
    [1024, "tabletMax"],
    [1365, "tabletMax"],
    [1366, "laptop"],
    [1919, "laptop"],
    [1920, "desktop"],
    [3840, "desktop"],
  ];
  for (const [width, name] of widths) expect(matchedBreakpoint(at(width)), `${width} px`).toBe(name);
});

test("until a breakpoint has matched, the fallback applies", () => {
  expect(matchedBreakpoint(at(319))).toBe(breakpoints.fallback);
});
