import { timings } from "../web/src/constants";
import { expect, hydrated, saveData, stopClock, test } from "./fixtures";
import { address, type Case, cases, open, start } from "./overlays";

/** Pauses the menu's animation, so that it never ends. */
function neverEnd() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".fm { animation-play-state: paused !important }");
  document.adoptedStyleSheets = [sheet];
}

test("a click outside closes the full menu, one on its content or beside its trigger does not reopen it", {
  tag: "@smoke",
}, async ({ page }) => {
  const [menu] = cases as [Case];
  await start(menu, page);
  await open(menu, page);
  await menu.overlay(page).locator("h2").click();
  await expect(menu.overlay(page)).toHaveAttribute("data-phase", "open");
  await page.locator("header.hd .hd-menu").evaluate((element) => element.parentElement?.click());
  await expect(menu.overlay(page)).toHaveCount(0);
});

test("the full menu listens for clicks outside 100 ms after it opened", async ({ page }) => {
  const [menu] = cases as [Case];
  await stopClock(page);
  await start(menu, page);
  await open(menu, page);
  const clickOutside = () => page.locator("header.hd .hd-menu").evaluate((element) => element.parentElement?.click());
  await page.clock.runFor(timings.outsideClick - 1);
  await clickOutside();
  await page.clock.runFor(1);
  await expect(menu.overlay(page)).toHaveAttribute("data-phase", "open");
  await clickOutside();
  await expect(menu.overlay(page)).toHaveCount(0);
});

test("a menu whose animation never ends closes 100 ms after its duration", async ({ page }) => {
  const [menu] = cases as [Case];
  await stopClock(page);
  await start(menu, page);
  await page.evaluate(neverEnd);
  const animationTime = () =>
    menu
      .overlay(page)
      .evaluate((element) =>
        Math.max(...element.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime))),
      );
  await menu.opener(page).click();
  // The focus moves after the timer is set.
  await expect(menu.overlay(page)).toBeFocused();
  expect(await animationTime()).toBe(timings.menuStart + timings.menuOpen);
  await page.clock.runFor((await animationTime()) + timings.menuClose - 1);
  await expect(menu.overlay(page)).toHaveAttribute("data-phase", "opening");
  await page.clock.runFor(1);
  await expect(menu.overlay(page)).toHaveAttribute("data-phase", "open");
  await page.keyboard.press("Escape");
  await expect(menu.opener(page)).toBeFocused();
  await page.clock.runFor((await animationTime()) + timings.menuClose - 1);
  await expect(menu.overlay(page)).toHaveAttribute("data-phase", "closing");
  await page.clock.runFor(1);
  await expect(menu.overlay(page)).toHaveCount(0);
});

test("the full menu opens in 0.3 s after 50 ms", async ({ page }) => {
  const [menu] = cases as [Case];
  await start(menu, page);
  const timing = await page.evaluate(
    () =>
      new Promise((resolve) => {
        // As soon as it exists: on a busy machine the event fires after the animation has ended.
        const changes = new MutationObserver(() => {
          const [animation] = document.querySelector(".fm")?.getAnimations() ?? [];
          if (!animation) return;
          changes.disconnect();
          const { delay, duration } = animation.effect?.getTiming() ?? {};
          resolve({ delay, duration });
        });
        changes.observe(document.body, { childList: true, subtree: true });
        (document.querySelector(".hd-catalog") as HTMLElement).click();
      }),
  );
  expect(timing).toEqual({ delay: timings.menuStart, duration: timings.menuOpen });
});

test("the full menu ignores input while it is animating, and delays a navigation by 500 ms at most", async ({
  page,
}) => {
  const [menu] = cases as [Case];
  await stopClock(page);
  await start(menu, page);
  await page.evaluate(neverEnd);
  await menu.opener(page).click();
  await expect(menu.overlay(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await menu.opener(page).click();
  await expect(menu.overlay(page)).toHaveAttribute("data-phase", "opening");
  // Nothing of it is visible yet that a mouse could click.
  await menu
    .overlay(page)
    .locator("a[href='/en/catalog']")
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await page.clock.runFor(timings.menuForcedClose - 1);
  await expect(menu.overlay(page)).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await page.clock.runFor(1);
  await expect(menu.overlay(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/en\/catalog$/);
});

test("the full menu loads the forms before it opens, and closes before the page changes", async ({ page }) => {
  await saveData(page); // links in view would prefetch them
  const [menu] = cases as [Case];
  await start(menu, page);
  const order: string[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().includes("/items/forms")) order.push("forms");
  });
  await page.evaluate(() => {
    new MutationObserver(() => {
      const phase = document.querySelector(".fm")?.getAttribute("data-phase") ?? "closed";
      const seen = ((window as unknown as { phasesSeen?: string[] }).phasesSeen ??= []);
      const now = `${phase} ${window.location.pathname}`;
      if (seen.at(-1) !== now) seen.push(now);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const forms = page.waitForResponse("**/items/forms**");
  await menu.opener(page).click();
  await forms;
  await expect(menu.overlay(page)).toHaveAttribute("data-phase", "open");
  await menu.overlay(page).locator("a[href='/en/catalog']").first().click();
  await expect(page).toHaveURL(/\/en\/catalog$/);
  await expect(page.locator("h1")).toBeVisible();
  const seen = await page.evaluate(() => (window as unknown as { phasesSeen: string[] }).phasesSeen);
  expect(seen.slice(0, 4)).toEqual([
    expect.stringMatching(/^(closed|opening) \/en\/product/),
    expect.stringMatching(/^open(ing)? \/en\/product/),
    expect.stringMatching(/^(open|closing) \/en\/product/),
    expect.stringMatching(/^clos(ing|ed) \/en\/product/),
  ]);
});

test("the full menu limits its lists and is anchored by its bands", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto("/en");
  await hydrated(page);
  await open(cases[0] as Case, page);
  const menu = page.locator("#overlay-catalogue");
  await expect(menu.locator(".track li")).toHaveCount(15);
  await expect(menu.locator(".fm-list > li")).toHaveCount(18);
  for (const [width, margin, columns] of [
    [1024, 40, 4],
    [1365, 40, 4],
    [1366, 48, 4],
    [1919, 48, 4],
    [1920, 64, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(menu.locator(".fm-list")).toHaveCSS("column-count", String(columns));
    await expect(menu.locator(".wrap")).toHaveCSS("padding-left", `${margin}px`);
  }
});
