import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

const height = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const scroll = (page: Page, top: number) => page.evaluate((y) => window.scrollTo(0, y), top);
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Returns an element's distance from the window's top. */
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

test("every navigation starts at the top, and Back restores the scroll position", { tag: "@smoke" }, async ({
  page,
}) => {
  await page.goto("/en/about");
  await hydrated(page);
  await scroll(page, 700);
  await page.locator("header").getByRole("link", { name: "Support" }).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  await expect(page.locator("h1")).toHaveText("Support");
  expect(await height(page)).toBe(0);
  await expect(page.locator("main")).toBeFocused();
  await scroll(page, 300);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/about$/);
  await expect.poll(() => height(page)).toBe(700);
  await page.goForward();
  await expect(page).toHaveURL(/\/en\/support$/);
  await expect.poll(() => height(page)).toBe(300);
});

test("Back from another site restores the scroll position", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await scroll(page, 640);
  await page.goto("about:blank");
  await page.goBack();
  await hydrated(page);
  await expect.poll(() => height(page)).toBe(640);
});

test("Back to a page whose code was never loaded shows it without an error", async ({ page }) => {
  await page.goto("/en/contacts");
  await hydrated(page);
  await page.goto("/en/about");
  await hydrated(page);
  await page.locator("header").getByRole("link", { name: "Support" }).click();
  await expect(page.locator("h1")).toHaveText("Support");
  await page.reload();
  await hydrated(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/about$/);
  await expect(page.locator("h1")).not.toHaveText("Support");
});

test("a fragment scrolls its target below the header, on another page and on the same one", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement("a"), { href: "/en#popular", id: "elsewhere" });
    document.querySelector("main")?.prepend(link);
    link.textContent = "popular";
  });
  await page.goto("/en#popular");
  await hydrated(page);
  const header = await page.locator("header.hd").evaluate((element) => element.getBoundingClientRect().height);
  expect(await topOf(page, "#popular")).toBe(header + 16);

  await scroll(page, 0);
  await page.locator("a[href$='#cta']").first().click();
  await expect.poll(() => topOf(page, "#cta")).toBe(header + 16);
  await expect(page).toHaveURL(/#cta$/);
  await expect(page.locator("#cta")).toBeFocused();
});

test("scrolling to a target takes 0.8 s, and the visitor's wheel ends it", async ({ page }) => {
  await page.clock.install();
  await page.goto("/en");
  await hydrated(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator("a[href$='#cta']").first().click();
  const end = await page.evaluate(() => {
    const target = document.getElementById("cta") as Element;
    const header = document.querySelector("header.hd") as Element;
    return Math.round(target.getBoundingClientRect().top + window.scrollY - header.getBoundingClientRect().height - 16);
  });
  await page.clock.runFor(100);
  const atFirst = await height(page);
  await page.clock.runFor(350);
  const half = await height(page);
  expect(atFirst).toBeGreaterThan(0);
  expect(half).toBeGreaterThan(atFirst);
  expect(half).toBeLessThan(end);
  await page.clock.runFor(450);
  expect(await height(page)).toBe(end);

  await scroll(page, 0);
  await page.locator("a[href$='#cta']").first().click();
  await page.clock.runFor(200);
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 1);
  await page.clock.runFor(2000);
  expect(await height(page)).toBeLessThan(end);
});

test("the logo scrolls to the top on the home page and links to it elsewhere", async ({ page }) => {
  await page.goto("/en");
  await hydrated(page);
  await scroll(page, 900);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator(".hd .logo").click();
  await page.clock.runFor(300);
  const half = await height(page);
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(900);
  await page.clock.runFor(350);
  expect(await height(page)).toBe(0);
  await page.clock.resume();
  await page.goto("/en/about");
  await hydrated(page);
  await page.locator(".hd .logo").click();
  await expect(page).toHaveURL(/\/en\/?$/);
});

test("the position of a path is saved 500 ms after scrolling, 100 ms after a resize, and before unload", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/en/about");
  await hydrated(page);
  const key = "scroll_position_/en/about";
  await page.clock.pauseAt(Date.now() + 60_000);
  const scrolled = () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          window.addEventListener("scroll", () => resolve(), { once: true });
          window.scrollBy(0, 111);
        }),
    );
  await scrolled();
  await page.clock.runFor(499);
  expect(await stored(page, key)).toBeNull();
  await page.clock.runFor(1);
  expect(await stored(page, key)).toBe("111");

  await page.evaluate(() => localStorage.removeItem("scroll_position_/en/about"));
  await page.evaluate(() => window.dispatchEvent(new Event("resize")));
  await page.clock.runFor(99);
  expect(await stored(page, key)).toBeNull();
  await page.clock.runFor(1);
  expect(await stored(page, key)).toBe("111");

  await scrolled();
  await page.evaluate(() => window.dispatchEvent(new Event("beforeunload")));
  expect(await stored(page, key)).toBe("222");
});

test("only the position of the current path remains in local storage", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("scroll_position_/en/support", "500"));
  await page.goto("/en/about");
  await hydrated(page);
  await scroll(page, 300);
  await page.locator("header").getByRole("link", { name: "Support" }).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  await scroll(page, 200);
  const keys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("scroll_position_")));
  await expect.poll(keys).toEqual(["scroll_position_/en/support"]);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/about$/);
  await scroll(page, 100);
  await expect.poll(keys).toEqual(["scroll_position_/en/about"]);
});

test("a reload restores the saved position after 300 ms, a first visit does not, an invalid value is ignored", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("scroll_position_/en/support", "500"));
  await page.goto("/en/support");
  await hydrated(page);
  expect(await height(page)).toBe(0);

  await page.goto("/en/about");
  await hydrated(page);
  await scroll(page, 800);
  // Timers of 300 ms wait until the test runs them.
  await page.addInitScript(() => {
    const delayed: (() => void)[] = [];
    const real = window.setTimeout;
    Object.assign(window, {
      delayed,
      setTimeout: (callback: () => void, time: number) =>
        time === 300 ? delayed.push(callback) : real(callback, time),
    });
  });
  const runTimers = () =>
    page.evaluate(() => {
      const { delayed } = window as unknown as { delayed: (() => void)[] };
      for (const callback of delayed) callback();
      return delayed.length;
    });
  await page.reload();
  await hydrated(page);
  expect(await height(page)).toBe(0);
  expect(await runTimers()).toBeGreaterThan(0);
  expect(await height(page)).toBe(800);

  await page.evaluate(() => {
    window.addEventListener("pagehide", () => localStorage.setItem("scroll_position_/en/about", "far down"));
  });
  await page.reload();
  await hydrated(page);
  expect(await runTimers()).toBeGreaterThan(0);
  expect(await height(page)).toBe(0);
});

test("a reload before the position is restored does not lose it", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await scroll(page, 800);
  // Timers of 300 ms never run.
  await page.addInitScript(() => {
    const real = window.setTimeout;
    Object.assign(window, {
      setTimeout: (callback: () => void, time: number) => (time === 300 ? 0 : real(callback, time)),
    });
  });
  await page.reload();
  await hydrated(page);
  expect(await height(page)).toBe(0);
  await page.reload();
  await hydrated(page);
  expect(await stored(page, "scroll_position_/en/about")).toBe("800");
  // A position that the visitor has chosen meanwhile is saved.
  await scroll(page, 50);
  await page.reload();
  expect(await stored(page, "scroll_position_/en/about")).toBe("50");
});

test("the catalogue links back to the section of the home page that led to it", async ({ page }) => {
  await page.goto("/en");
  await hydrated(page);
  await page.locator("#categories a[href^='/en/catalog']").first().click();
  await expect(page).toHaveURL(/\/en\/catalog/);
  expect(await page.evaluate(() => sessionStorage.getItem("index-return"))).toBe("categories");
  await page.locator(".hd .logo").click();
  await expect(page).toHaveURL(/\/en\/?$/);
  const header = await page.locator("header.hd").evaluate((element) => element.getBoundingClientRect().height);
  await expect.poll(() => topOf(page, "#categories")).toBe(header + 16);
  expect(await page.evaluate(() => sessionStorage.getItem("index-return"))).toBeNull();
});

test("with reduced motion the page jumps", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/en");
  await hydrated(page);
  await scroll(page, 900);
  await page.locator(".hd .logo").click();
  expect(await height(page)).toBe(0);
});

test("the wheel scrolls smoothly, an overlay pauses that until it closes", async ({ page }) => {
  await page.goto("/en");
  const smooth = page.locator("html.lenis");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  await expect(smooth).toHaveCount(0);
  await hydrated(page);
  await expect(smooth).toHaveCount(1);
  await page.mouse.move(300, 300);
  await page.evaluate(() => {
    const heights: number[] = [];
    Object.assign(window, { heights });
    window.addEventListener("scroll", () => heights.push(window.scrollY));
  });
  await page.mouse.wheel(0, 400);
  await expect.poll(() => height(page)).toBe(400);
  const steps = await page.evaluate(() => (window as unknown as { heights: number[] }).heights.length);
  expect(steps).toBeGreaterThan(3);

  await page.locator(".hd-cart").click();
  await expect(page.locator("#overlay-cart")).toBeVisible();
  await expect(smooth).toHaveCount(0);
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 400);
  await page.keyboard.press("Escape");
  await expect(page.locator("#overlay-cart")).toHaveCount(0);
  expect(await height(page)).toBe(400);
  await page.mouse.move(300, 400);
  await expect(smooth).toHaveCount(1);

  // A navigation cancels the rest of the wheel's scrolling.
  await page.mouse.wheel(0, 3000);
  await page.locator("header").getByRole("link", { name: "Support" }).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  await expect.poll(() => height(page)).toBe(0);
});
