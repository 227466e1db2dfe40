import type { Page } from "@playwright/test";
import { expect, hold, hydrated, test } from "./fixtures";
import { declineCookies, overlays, pages } from "./states";

// Classic scrollbars, which take room; Playwright hides them without being asked.
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] }),
});

const product = "/en/product/straight-union-s";

/** The parts of the page that moved without the visitor's doing, with how far the browser rates it. */
async function shifts(page: Page): Promise<{ value: number; parts: string }[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    const found: Shift[] = [];
    const observer = new PerformanceObserver((list) => found.push(...(list.getEntries() as Shift[])));
    observer.observe({ type: "layout-shift", buffered: true });
    // Two frames: what hydration and fonts changed has been laid out.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const entries = [...found, ...(observer.takeRecords() as Shift[])];
    observer.disconnect();
    const named = (node: Node | null) => (node instanceof Element ? node.className || node.nodeName : node?.nodeName);
    return entries.map(({ value, sources }) => ({ value, parts: sources.map(({ node }) => named(node)).join(", ") }));
  });
}

/** Where header and page stand, to the fraction of a pixel. */
async function boxes(page: Page): Promise<unknown> {
  return page.evaluate(() => ({
    parts: ["header", "header .hd-in", "header .hd-cart", "main", "main h1", "footer"].map((selector) =>
      document.querySelector(selector)?.getBoundingClientRect().toJSON(),
    ),
    scroll: window.scrollY,
  }));
}

for (const width of [390, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const path of pages) {
      test(`nothing shifts on /de${path} while it loads`, async ({ page }) => {
        // With the fonts at hand: what their late arrival moves is the next test's matter.
        await page.goto("/de/imprint");
        await page.goto(`/de${path}`);
        await hydrated(page);
        await page.waitForLoadState("networkidle");
        expect(await shifts(page)).toEqual([]);
      });
    }

    // Their fallbacks are as wide over a sentence, not over every word (ui/fonts.css).
    test("fonts that come after the first paint hardly move anything", async ({ page }) => {
      const release = await hold(page, "**/*.woff2");
      await page.goto("/de/catalog/tube-fittings", { waitUntil: "commit" });
      await expect(page.locator("h1")).toBeVisible();
      await page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))));
      release();
      await hydrated(page);
      const moved = (await shifts(page)).reduce((sum, { value }) => sum + value, 0);
      expect(moved).toBeLessThan(0.02);
    });
  });
}

for (const width of [390, 1440]) {
  for (const { name, prepare, open } of overlays.filter(({ from, to }) => width >= from && width <= to)) {
    test(`the ${name} leaves header and page where they are at ${width} px`, async ({ page, context, baseURL }) => {
      await declineCookies(context, baseURL);
      await page.setViewportSize({ width, height: 900 });
      await page.goto(product);
      await hydrated(page);
      const scrollbar = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth);
      expect(scrollbar).toBeGreaterThan(0);
      await prepare?.(page);
      const before = await boxes(page);
      await open(page);
      expect(await boxes(page)).toEqual(before);
      await page.keyboard.press("Escape");
      await expect(page.locator("[data-phase]")).toHaveCount(0);
      expect(await boxes(page)).toEqual(before);
    });
  }
}
