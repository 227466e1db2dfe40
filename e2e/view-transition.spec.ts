import type { Page } from "@playwright/test";
import { delayRequests, expect, hydrated, test } from "./fixtures";

/** Pauses the browser's view transitions at their start, and records the elements that they move. */
async function stopTransitions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const moving = document
          .getAnimations()
          .filter(({ effect }) => effect instanceof KeyframeEffect && effect.pseudoElement);
        for (const animation of moving) animation.pause();
        document.documentElement.dataset.moving = moving
          .map(({ effect }) => `${(effect as KeyframeEffect).pseudoElement} ${String(effect?.getTiming().duration)}`)
          .join(", ");
      });
      return transition;
    };
  });
}

const category = "/en/catalog/straight-unions";
const toProduct = "main a[href='/en/product/straight-union-s']:visible";
const html = (page: Page) => page.locator("html");

for (const view of ["", "?view=grid"]) {
  test(`from the list${view} to a product its picture is animated, and the page is interactive meanwhile`, async ({
    page,
  }) => {
    await stopTransitions(page);
    // The transition's code is loaded with the prefetching code.
    const extras = page.waitForResponse("**/static/extras-*.js");
    await page.goto(category + view);
    await hydrated(page);
    await extras;
    await page.waitForLoadState("networkidle");
    await page.locator(toProduct).first().click();
    await expect(html(page)).toHaveAttribute("data-moving", /group\(picture\) 400/);
    await page.locator(".buy .btn--primary").first().click();
    await expect(page.locator(".hd-cart")).toHaveText("Cart (1)");
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await expect(page.locator("[style*=view-transition-name]")).toHaveCount(0);
  });
}

test("the list's picture is shown in place of the large one until that is loaded", async ({ page }) => {
  const extras = page.waitForResponse("**/static/extras-*.js");
  await page.goto(category);
  await hydrated(page);
  await extras;
  await page.waitForLoadState("networkidle");
  const link = page.locator(toProduct).first();
  const shown = await link.evaluate(
    (element) => element.closest("article, li, tr")?.querySelector<HTMLImageElement>(".stage img")?.currentSrc,
  );
  const release = await delayRequests(page, "**/assets/**");
  await link.click();
  const large = page.locator("main .gal .stage img").first();
  await expect(large).toHaveCSS("background-image", `url("${shown}")`);
  release();
  await expect(large).toHaveCSS("background-image", "none");
});

test("with reduced motion, or to a page without the picture, nothing is animated", async ({ page }) => {
  await stopTransitions(page);
  const extras = page.waitForResponse("**/static/extras-*.js");
  await page.goto(category);
  await hydrated(page);
  await extras;
  await page.waitForLoadState("networkidle");
  await page.getByRole("banner").getByRole("link", { name: "Support" }).click();
  await expect(page).toHaveURL(/\/support$/);
  await page.goBack();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.locator(toProduct).first().click();
  await expect(page.locator("main .gal")).toBeVisible();
  await expect(html(page)).not.toHaveAttribute("data-moving");
});
