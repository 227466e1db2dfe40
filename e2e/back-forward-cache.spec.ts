import { expect, hydrated, test } from "./fixtures";
import { storedQuantities } from "./filled-cart";

// Only the whole browser has the cache. Drivers switch it off, since it surprises other tests.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    }),
});

const pages = [
  "/de",
  "/de/catalog",
  "/de/catalog/straight-unions",
  "/de/product/straight-union-s",
  "/de/search?q=flansch",
  "/de/contacts",
  "/de/cart",
];

for (const path of pages) {
  test(`the browser shows the page again as it was left: ${path}`, async ({ page }) => {
    await page.addInitScript(() => {
      window.addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted }));
    });
    await page.goto(path);
    await hydrated(page);
    await page.goto("/de/imprint");
    await hydrated(page);
    // Playwright's own goBack waits for a load, which there is not.
    await page.evaluate(() => history.back());
    await page.waitForURL(`**${path}`, { waitUntil: "commit" });
    const [persisted, reasons] = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType("navigation") as (PerformanceNavigationTiming & {
        notRestoredReasons?: unknown;
      })[];
      return [(window as { persisted?: boolean }).persisted, JSON.stringify(entry?.notRestoredReasons)];
    });
    expect({ persisted, reasons }).toEqual({ persisted: true, reasons: "null" });
    await expect(page.locator("html")).toHaveAttribute("data-live", "");
  });
}

test("a page that the browser shows again adds to the cart", async ({ page }) => {
  await page.goto("/de/product/straight-union-s");
  await hydrated(page);
  await page.goto("/de/imprint");
  await page.evaluate(() => history.back());
  await page.waitForURL("**/product/straight-union-s", { waitUntil: "commit" });
  await page.locator(".buy-act .btn--primary").click();
  await expect.poll(() => storedQuantities(page)).toEqual([1]);
  await expect(page.locator(".hd-cart")).toContainText("(1)");
});
