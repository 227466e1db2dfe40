import type { Page } from "@playwright/test";
import { storageKeys, timings } from "../web/src/constants";
import { expect, delayRequests, hydrated, stopClock, test } from "./fixtures";

test.use({ preloader: true });

/** Expects the animated logo to be shown or not. */
async function expectPreloader(page: Page, shown: boolean): Promise<void> {
  const html = page.locator("html");
  if (shown) await expect(html).toHaveAttribute("data-preloader");
  else await expect(html).not.toHaveAttribute("data-preloader");
}

/** Runs the stopped clock until the first frame, from which the preloader's time counts. */
const firstFrame = (page: Page) => page.clock.runFor(17);

test("the preloader is shown for 2 s on a first load, then ends and marks the content as loaded", async ({ page }) => {
  await stopClock(page);
  await page.goto("/de");
  await hydrated(page);
  const html = page.locator("html");
  await firstFrame(page);
  await page.clock.runFor(timings.preloader - 17);
  await expectPreloader(page, true);
  await expect(html).not.toHaveAttribute("data-content-loaded");
  await page.clock.runFor(17);
  await expect(html).toHaveAttribute("data-content-loaded", "");
  await expectPreloader(page, false);
  // The canvas waits for it as well, through the store.
  await page.clock.runFor(100);
  await expect(page.locator(".hero canvas")).toHaveAttribute("data-drawn", "");
});

test("the preloader is the logo in the header's own cell, animated within 2 s, and covers nothing", async ({
  page,
}) => {
  await stopClock(page);
  await page.goto("/de");
  const animations = await page
    .locator("header .logo")
    .evaluate((logo) =>
      logo
        .getAnimations({ subtree: true })
        .map((each) => [(each as CSSAnimation).animationName, Number(each.effect?.getComputedTiming().endTime)]),
    );
  expect(new Set(animations.map(([name]) => name))).toEqual(
    new Set(["pre-tube", "pre-edge", "pre-seat", "pre-draw", "pre-name"]),
  );
  expect(new Set(animations.map(([, end]) => end))).toEqual(new Set([timings.preloader]));
  const covered = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>("header a, header button, main h1, main a")].filter((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        if (!element.checkVisibility() || width === 0 || y + height > window.innerHeight) return false;
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return !element.contains(top) && !top?.closest(".ck");
      }).length,
  );
  expect(covered).toBe(0);
});

for (const [name, act] of Object.entries({
  "a key": (page: Page) => page.keyboard.press("Shift"),
  "a click": (page: Page) => page.mouse.click(200, 300),
  "the wheel": (page: Page) => page.mouse.wheel(0, 40),
  scrolling: (page: Page) => page.evaluate(() => window.scrollTo(0, 40)),
})) {
  test(`${name} ends the preloader immediately`, async ({ page }) => {
    await stopClock(page);
    await page.goto("/de");
    await expectPreloader(page, true);
    await act(page);
    await expectPreloader(page, false);
    await expect(page.locator("html")).toHaveAttribute("data-content-loaded", "");
  });
}

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a tap ends the preloader immediately", async ({ page }) => {
    await stopClock(page);
    await page.goto("/de");
    await page.touchscreen.tap(200, 300);
    await expectPreloader(page, false);
  });
});

test("a click during the preloader reaches the page at once", async ({ page }) => {
  await stopClock(page);
  await page.goto("/de");
  await hydrated(page);
  await expectPreloader(page, true);
  await page.locator(".hd-nav a[href='/de/support']").click();
  await expect(page).toHaveURL(/\/de\/support$/);
  await expectPreloader(page, false);
});

test("a key ends the preloader before the page's scripts are loaded", async ({ page }) => {
  await stopClock(page);
  const release = await delayRequests(page, "**/static/*.js");
  await page.goto("/de", { waitUntil: "commit" });
  await expectPreloader(page, true);
  await page.keyboard.press("Escape");
  await expectPreloader(page, false);
  await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
  release();
  await hydrated(page);
});

test("on a first visit the fonts are not preloaded, and they are used", async ({ page }) => {
  const preloads = page.locator("link[rel=preload][as=font]");
  const used = () =>
    page.evaluate(
      () => [...document.fonts].filter((face) => face.status === "loaded" && face.family.includes("Variable")).length,
    );
  await page.goto("/de");
  await expect(preloads).toHaveCount(0);
  await expect.poll(used).toBe(2);
  await page.reload();
  await expect(preloads).toHaveCount(2);
  await expect.poll(used).toBe(2);
});

test("content below the window is laid out when the preloader ends", async ({ page }) => {
  await stopClock(page);
  await page.goto("/de/product/straight-union-s");
  const below = page.locator(".pdp-last .track");
  const isLaidOut = () => below.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut()).toBe(false);
  await page.keyboard.press("Shift");
  await expect.poll(isLaidOut).toBe(true);
});

test("the preloader is shown once in a session, by its key in session storage", async ({ page }) => {
  await stopClock(page);
  await page.goto("/de");
  await expectPreloader(page, true);
  expect(await page.evaluate((key) => sessionStorage.getItem(key), storageKeys.preloaderSeen)).toBe("1");
  await page.goto("/de/about");
  await hydrated(page);
  await expectPreloader(page, false);
  await expect(page.locator("html")).toHaveAttribute("data-content-loaded", "");
});

test("during the preloader the page is complete and operable for assistive technology, and does not shift", async ({
  page,
}) => {
  await stopClock(page);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/de");
  await hydrated(page);
  await expectPreloader(page, true);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  const snapshot = await page.locator("body").ariaSnapshot();
  expect(snapshot).toContain("heading");
  await expect(page.locator("main")).not.toHaveAttribute("inert");
  await firstFrame(page);
  await page.clock.runFor(timings.preloader);
  await expectPreloader(page, false);
  // The fonts may load after the first paint; fallback fonts match the width of a sentence, not of every word.
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.005);
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("the preloader is skipped", async ({ page }) => {
    await page.goto("/de", { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-content-loaded", "");
    await expectPreloader(page, false);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the preloader is never shown", async ({ page }) => {
    await page.goto("/de");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectPreloader(page, false);
  });
});
