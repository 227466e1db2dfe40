import type { Page } from "@playwright/test";
import { storageKeys, timings } from "../web/src/constants";
import { expect, delayRequests, hydrated, stopClock, test } from "./fixtures";

test.use({ preloader: true });

const overlay = (page: Page) => page.locator(".pre");

/** Fixes performance.now() at `time` ms, as if the page's first script ran that long after the request. */
const simulateLoadingTime = (page: Page, time: number) =>
  page.addInitScript((now) => {
    performance.now = () => now;
  }, time);

test("the preloader is shown for 2 s on a first load, then closes and marks the content as loaded", async ({
  page,
}) => {
  await stopClock(page);
  await simulateLoadingTime(page, 0);
  await page.goto("/de");
  await hydrated(page);
  const html = page.locator("html");
  await page.clock.runFor(timings.preloader - 1);
  await expect(overlay(page)).toBeVisible();
  await expect(html).not.toHaveAttribute("data-content-loaded");
  await page.clock.runFor(1);
  await expect(html).toHaveAttribute("data-content-loaded", "");
  await expect(overlay(page)).toBeHidden();
  // The canvas waits for it as well, through the store.
  await page.clock.runFor(100);
  await expect(page.locator(".hero canvas")).toHaveAttribute("data-drawn", "");
});

test("the preloader's time is reduced by the page's loading time, by half a second at most", async ({ page }) => {
  await stopClock(page);
  await simulateLoadingTime(page, 9000);
  await page.goto("/de");
  await page.clock.runFor(timings.preloader - 501);
  await expect(overlay(page)).toBeVisible();
  await page.clock.runFor(1);
  await expect(page.locator("html")).toHaveAttribute("data-content-loaded", "");
});

test("the mark is animated within 1.1 s, and the screen fades within 300 ms", async ({ page }) => {
  await stopClock(page);
  await page.goto("/de");
  const animation = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { animationName, animationDuration, animationDelay } = getComputedStyle(element);
      return { animationName, animationDuration, animationDelay };
    });
  const seat = { animationName: "pre-seat", animationDuration: "1.1s", animationDelay: "0s" };
  expect(await animation(".pre-mark")).toEqual(seat);
  await page.clock.runFor(timings.preloader);
  const fade = { animationName: "pre-leave", animationDuration: "0.3s", animationDelay: "0s" };
  expect(await animation(".pre")).toEqual(fade);
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
    await expect(overlay(page)).toBeVisible();
    await act(page);
    await expect(overlay(page)).toBeHidden();
    await expect(page.locator("html")).toHaveAttribute("data-content-loaded", "");
  });
}

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a tap ends the preloader immediately", async ({ page }) => {
    await stopClock(page);
    await page.goto("/de");
    await page.touchscreen.tap(200, 300);
    await expect(overlay(page)).toBeHidden();
  });
});

test("a click on the preloader does not reach the page under it", async ({ page }) => {
  await stopClock(page);
  await page.goto("/de");
  await hydrated(page);
  const link = page.locator("header a[href='/de/support']");
  const box = await link.boundingBox();
  if (!box) throw new Error("the link has no box");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(overlay(page)).toBeHidden();
  await expect(page).toHaveURL(/\/de$/);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page).toHaveURL(/\/de\/support$/);
});

test("a key ends the preloader before the page's scripts are loaded", async ({ page }) => {
  await stopClock(page);
  const release = await delayRequests(page, "**/static/*.js");
  await page.goto("/de", { waitUntil: "commit" });
  await expect(overlay(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(overlay(page)).toBeHidden();
  await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
  release();
  await hydrated(page);
});

test("on a first visit the style sheets are fetched first, and the fonts later, and used", async ({ page }) => {
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

test("content below the window is laid out when the preloader closes", async ({ page }) => {
  await stopClock(page);
  await page.goto("/de/product/straight-union-s");
  const table = page.locator(".dtable");
  const isLaidOut = () => table.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut()).toBe(false);
  await page.keyboard.press("Shift");
  await expect.poll(isLaidOut).toBe(true);
});

test("the preloader is shown once in a session, by its key in session storage", async ({ page }) => {
  await stopClock(page);
  await page.goto("/de");
  await expect(overlay(page)).toBeVisible();
  expect(await page.evaluate((key) => sessionStorage.getItem(key), storageKeys.preloaderSeen)).toBe("1");
  await page.goto("/de/about");
  await hydrated(page);
  await expect(overlay(page)).toBeHidden();
  await expect(page.locator("html")).toHaveAttribute("data-content-loaded", "");
});

test("under the preloader the page is complete and operable for assistive technology, and does not shift", async ({
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
  await expect(overlay(page)).toBeVisible();
  await expect(overlay(page)).toHaveAttribute("aria-hidden", "true");
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  const snapshot = await page.locator("body").ariaSnapshot();
  expect(snapshot).toContain("heading");
  await expect(page.locator("main")).not.toHaveAttribute("inert");
  await page.clock.runFor(timings.preloader);
  await expect(overlay(page)).toBeHidden();
  // The fonts may load after the first paint; fallback fonts match the width of a sentence, not of every word.
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.005);
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("the preloader is skipped", async ({ page }) => {
    await page.goto("/de", { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-content-loaded", "");
    await expect(overlay(page)).toBeHidden();
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the preloader is never shown", async ({ page }) => {
    await page.goto("/de");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(overlay(page)).toBeHidden();
  });
});
