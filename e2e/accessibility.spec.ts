import { installAxe, violations } from "./axe";
import { expect, test } from "./fixtures";
import { declineCookies, visitOverlays } from "./states";
import { tooSmall } from "./targets";

// Tests overlays; routes.spec.ts tests the pages themselves.

// Reduced motion makes axe measure final colours. One theme is enough: colours
// are tokens, whose contrast in every theme web/src/ui/tokens.test.ts computes.
test.use({ reducedMotion: "reduce", colorScheme: "light" });

test.beforeEach(async ({ page, context, baseURL }) => {
  test.slow(); // a dozen overlays
  await installAxe(page);
  await declineCookies(context, baseURL);
});

test("axe reports no violations in any overlay on a desktop", async ({ page }) => {
  await visitOverlays(page, 1280, async (state, name) => {
    if (state === "open") expect.soft(await violations(page), name).toEqual([]);
  });
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true });

  test("axe reports no violations in any overlay, touch targets are large enough, and all fits 320 px", async ({
    page,
  }) => {
    await visitOverlays(page, 390, async (state, name) => {
      if (state !== "open") return;
      expect.soft(await violations(page), name).toEqual([]);
      expect.soft(await tooSmall(page), name).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll("[id^=overlay-], [id^=overlay-] *")]
          .filter((inner) => inner.getBoundingClientRect().right > window.innerWidth + 1 && !inner.closest(".track"))
          .map((inner) => inner.outerHTML.slice(0, 100)),
      );
      expect.soft(wide, `${name} at 320 px`).toEqual([]);
      await page.setViewportSize({ width: 390, height: 900 });
    });
  });
});
