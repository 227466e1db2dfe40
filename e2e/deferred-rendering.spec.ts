import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

const category = "/en/catalog/straight-unions";
const product = "/en/product/straight-union-s";

declare global {
  interface Window {
    waiting: FrameRequestCallback[];
    shifts: PerformanceEntry[];
  }
}

/** Opens the category with animation frames stopped; only `frames` runs them. */
async function start(page: Page): Promise<void> {
  await page.goto(category);
  await hydrated(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    window.waiting = [];
    window.requestAnimationFrame = (frame) => window.waiting.push(frame);
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries())).observe({ type: "layout-shift" });
  });
}

/** Runs the pending animation frame callbacks and returns the time. */
const frames = (page: Page) =>
  page.evaluate(() => {
    const now = performance.now();
    for (const frame of window.waiting.splice(0)) frame(now);
    return now;
  });

const toProduct = (page: Page) => page.locator(`main a[href='${product}']:visible`).first();

const height = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

for (const [width, windowHeight] of [
  [390, 844],
  [1280, 900],
  [1440, 2400],
] as const) {
  test(`content below a window of ${width} × ${windowHeight} is rendered after the page's first frame, and shifts nothing`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: windowHeight });
    await start(page);
    await toProduct(page).click();
    await expect(page.locator(".buy")).toBeVisible();
    await expect(page.locator(".dtable")).toHaveCount(0);
    const boxes = () =>
      page.evaluate(() =>
        ["header", ".crumbs", ".gal", ".buy", ".buy h1", ".buy-note"].map((selector) =>
          document.querySelector(selector)?.getBoundingClientRect().toJSON(),
        ),
      );
    const first = await boxes();
    const footer = await page.locator("footer").evaluate((element) => element.getBoundingClientRect().top);
    expect(footer).toBeGreaterThan(windowHeight);
    const released = await frames(page);
    await expect(page.locator(".dtable")).toBeVisible();
    await expect(page.locator(".below")).toHaveCount(0);
    expect(await boxes()).toEqual(first);
    const shifts = await page.evaluate(() => window.shifts.map(({ startTime }) => startTime));
    expect(shifts.filter((time) => time >= released)).toEqual([]);
    const followed = await height(page);
    await page.reload();
    await hydrated(page);
    expect(await height(page)).toBe(followed);
  });
}

test("Back and Forward render the whole page immediately, at the saved scroll position", async ({ page }) => {
  await start(page);
  await toProduct(page).click();
  await expect(page.locator(".buy")).toBeVisible();
  await frames(page);
  await expect(page.locator(".dtable")).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.goBack();
  await expect(page.locator(".plist")).toBeVisible();
  await page.goForward();
  await expect(page.locator(".dtable")).toHaveCount(1);
  await expect(page.locator(".below")).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(1500);
});

test("a link with a fragment renders the whole page immediately", async ({ page }) => {
  await start(page);
  await toProduct(page).evaluate((link: HTMLAnchorElement) => {
    link.hash = "somewhere";
  });
  await toProduct(page).or(page.locator("[href$='#somewhere']")).first().click();
  await expect(page.locator(".dtable")).toHaveCount(1);
  await expect(page.locator(".below")).toHaveCount(0);
});

test("all rows of the catalogue are rendered after its first frame", async ({ page }) => {
  await start(page);
  await page.locator(".crumbs a[href='/en/catalog']").click();
  await expect(page.locator(".index-row").first()).toBeVisible();
  await expect(page.locator(".below")).toHaveCount(1);
  const rows = await page.locator(".index-row").count();
  await frames(page);
  await expect(page.locator(".below")).toHaveCount(0);
  expect(await page.locator(".index-row").count()).toBeGreaterThan(rows);
});
