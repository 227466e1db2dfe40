import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { declineCookies, overlays, pages } from "./states";

// Classic scrollbars, which take room; Playwright hides them without being asked.
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] }),
});

const product = "/en/product/straight-union-s";

/** The parts of the page that moved without the visitor's doing, with how far the browser rates it. */
async function shifts(page: Page): Promise<string[]> {
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
    return entries.map(
      ({ value, sources }) =>
        `${value.toFixed(4)} ${sources.map(({ node }) => (node instanceof Element ? node.className || node.nodeName : node?.nodeName)).join(", ")}`,
    );
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
        await page.goto(`/de${path}`);
        await hydrated(page);
        await page.waitForLoadState("networkidle");
        expect(await shifts(page)).toEqual([]);
      });
    }
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
