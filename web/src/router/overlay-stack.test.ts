import { expect, test, vi } from "vitest";
import { isCovered, useOverlays } from "./overlay-stack";

test("a menu that is dropped for the next page covers it no more, even if no frame has been painted", () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  useOverlays.getState().show("catalogue");
  window.dispatchEvent(new Event("pointerdown"));
  expect(isCovered(useOverlays.getState().painted)).toBe(true);
  useOverlays.getState().dropMenus();
  expect(isCovered(useOverlays.getState().painted)).toBe(false);
});
