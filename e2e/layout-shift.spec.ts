import type { Page } from "@playwright/test";
import { expect, hold, hydrated, test, twoFrames } from "./fixtures";
import { declineCookies, pages, visitOverlays } from "./states";

// Classic scrollbars, which take room; Playwright hides them without being asked.
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] }),
});

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

    test("nothing shifts while a page loads", async ({ page, complaints }) => {
      test.slow(); // a dozen pages
      // Without fonts: the browser may paint once before a cached font is decoded, and the next test bounds that shift.
      await page.route("**/*.woff2", (route) => route.abort());
      for (const path of pages) {
        await page.goto(`/de${path}`);
        await hydrated(page);
        await page.waitForLoadState("networkidle");
        expect.soft(await shifts(page), path).toEqual([]);
      }
      // The browser reports each font that was not loaded.
      await expect.poll(() => complaints.every((text) => text.includes("net::ERR_FAILED"))).toBe(true);
      complaints.length = 0;
    });

    // Their fallbacks are as wide over a sentence, not over every word (ui/fonts.css).
    test("fonts that come after the first paint hardly move anything", async ({ page }) => {
      const release = await hold(page, "**/*.woff2");
      await page.goto("/de/catalog/tube-fittings", { waitUntil: "commit" });
      await expect(page.locator("h1")).toBeVisible();
      await twoFrames(page);
      release();
      await hydrated(page);
      const moved = (await shifts(page)).reduce((sum, { value }) => sum + value, 0);
      expect(moved).toBeLessThan(0.02);
    });

    test("overlays leave header and page where they are", async ({ page, context, baseURL }) => {
      test.slow(); // a dozen overlays
      await declineCookies(context, baseURL);
      let before: unknown;
      await visitOverlays(page, width, async (state, name) => {
        if (state === "before") {
          before = await boxes(page);
          const scrollbar = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth);
          expect(scrollbar).toBeGreaterThan(0);
        } else {
          expect.soft(await boxes(page), `${name}: ${state}`).toEqual(before);
        }
      });
    });
  });
}
