import type { Page } from "@playwright/test";
import { delayRequests, expect, expectErrors, hydrated, test, twoFrames } from "./fixtures";
import { declineCookies, pages, visitOverlays } from "./states";

// Classic scrollbars, which take up space; Playwright hides them by default.
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] }),
});

/** Returns the layout shifts without recent input: their scores and the elements that moved. */
async function shifts(page: Page): Promise<{ value: number; parts: string }[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    const found: Shift[] = [];
    const observer = new PerformanceObserver((list) => found.push(...(list.getEntries() as Shift[])));
    observer.observe({ type: "layout-shift", buffered: true });
    // After two frames the changes of hydration and fonts are laid out.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const entries = [...found, ...(observer.takeRecords() as Shift[])];
    observer.disconnect();
    const named = (node: Node | null) => (node instanceof Element ? node.className || node.nodeName : node?.nodeName);
    return entries.map(({ value, sources }) => ({ value, parts: sources.map(({ node }) => named(node)).join(", ") }));
  });
}

/** Returns the exact positions of header and page. */
async function boxes(page: Page): Promise<unknown> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.evaluate(() => ({
    parts: ["header", "header .hd-in", "header .hd-cart", "main", "main h1", "footer"].map((selector) =>
      document.querySelector(selector)?.getBoundingClientRect().toJSON(),
    ),
    scroll: window.scrollY,
  }));
}

/** Returns the positions when everything requested so far is loaded and two frames leave them as they are. */
async function settledBoxes(page: Page): Promise<unknown> {
  await page.waitForLoadState("networkidle");
  let settled = await boxes(page);
  await expect(async () => {
    const previous = settled;
    await twoFrames(page);
    settled = await boxes(page);
    expect(settled).toEqual(previous);
  }).toPass();
  return settled;
}

for (const width of [390, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("nothing shifts while a page loads", async ({ page, pageErrors }) => {
      test.slow(); // a dozen pages
      // Without fonts: the browser may paint once before a cached font is decoded, and the next test bounds that shift.
      await page.route("**/*.woff2", (route) => route.abort());
      for (const path of pages) {
        await page.goto(`/de${path}`);
        await hydrated(page);
        await page.waitForLoadState("networkidle");
        expect.soft(await shifts(page), path).toEqual([]);
      }
      expectErrors(pageErrors); // the browser logs each font that was not loaded
    });

    // Fallback fonts match the width of a sentence, not of every word (ui/fonts.css).
    test("fonts that load after the first paint cause almost no layout shift", async ({ page }) => {
      const release = await delayRequests(page, "**/*.woff2");
      await page.goto("/de/catalog/tube-fittings", { waitUntil: "commit" });
      await expect(page.locator("h1")).toBeVisible();
      await twoFrames(page);
      release();
      await hydrated(page);
      const moved = (await shifts(page)).reduce((sum, { value }) => sum + value, 0);
      expect(moved).toBeLessThan(0.02);
    });

    test("overlays do not move header and page", async ({ page, context, baseURL }) => {
      test.slow(); // a dozen overlays
      await declineCookies(context, baseURL);
      let before: unknown;
      await visitOverlays(page, width, async (state, name) => {
        if (state === "before") {
          before = await settledBoxes(page);
          const scrollbar = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth);
          expect(scrollbar).toBeGreaterThan(0);
        } else {
          expect.soft(await boxes(page), `${name}: ${state}`).toEqual(before);
        }
      });
    });
  });
}
