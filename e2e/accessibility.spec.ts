import { bringAxe, violations } from "./axe";
import { expect, hydrated, test } from "./fixtures";
import { declineCookies, overlays, pages } from "./states";

const widths = [390, 1280];

// Without motion each colour is measured as it stays. One theme is enough: colours
// are tokens, whose contrast in every theme web/src/ui/tokens.test.ts computes.
test.use({ reducedMotion: "reduce", colorScheme: "light" });

test.beforeEach(async ({ page, context, baseURL }) => {
  await bringAxe(page);
  await declineCookies(context, baseURL);
});

for (const path of pages) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/de${path}`);
      await hydrated(page);
      expect(await violations(page), `${width} px`).toEqual([]);
    }
  });
}

for (const { name, from, to, prepare, open } of overlays) {
  test(`axe finds nothing with the ${name} open`, async ({ page }) => {
    for (const width of widths.filter((width) => width >= from && width <= to)) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/en/product/straight-union-s");
      // What is kept here and in the tab: a cart that was open would be again.
      await page.evaluate(() => [localStorage, sessionStorage].forEach((kept) => kept.clear()));
      await page.reload();
      await hydrated(page);
      await prepare?.(page);
      await open(page);
      expect(await violations(page), `${width} px`).toEqual([]);
    }
  });
}

for (const [index, path] of pages.entries()) {
  const language = ["en", "fr", "it"][index % 3];
  test(`axe finds nothing on /${language}${path}`, async ({ page }) => {
    await page.goto(`/${language}${path}`);
    await hydrated(page);
    expect(await violations(page)).toEqual([]);
  });
}

test("axe finds nothing on the red page of an unknown address", { tag: "@smoke" }, async ({ page, complaints }) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/de/no-such-page");
    await hydrated(page);
    expect(await violations(page), `${width} px`).toEqual([]);
  }
  await expect.poll(() => complaints.every((text) => text.includes("status of 404"))).toBe(true);
  complaints.length = 0;
});
