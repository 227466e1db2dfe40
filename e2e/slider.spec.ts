import type { Locator, Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

/** Returns a slider, located by the name of its row. */
function slider(page: Page, name: string) {
  const row = page.getByRole("region", { name });
  const box = page.locator(".slider", { has: row });
  return {
    row,
    back: box.getByRole("button", { name: "Previous" }),
    forward: box.getByRole("button", { name: "Next" }),
    nav: box.locator(".slider-nav"),
    cards: row.getByRole("listitem"),
  };
}

/** Scrolls the home page's slider of categories into view and returns it. */
async function categories(page: Page) {
  await page.addInitScript(() => {
    document.cookie = "cookie_consent=declined; path=/"; // the banner would cover it on a phone
  });
  await page.goto("/en");
  await hydrated(page);
  const found = slider(page, "Range");
  await found.row.scrollIntoViewIfNeeded();
  await expect(found.nav).toBeVisible();
  return found;
}

/** Returns how far a row is scrolled, in cards, or "moving" until the step has ended and snapping is enabled again. */
function position(row: Locator): Promise<number | "moving"> {
  return row.evaluate((track: HTMLElement) => {
    const card = track.querySelector("li");
    if (!card) throw new Error("no card");
    if (track.dataset.moving !== undefined) return "moving";
    return Math.round((track.scrollLeft / card.getBoundingClientRect().width) * 100) / 100;
  });
}

/** Returns the position of the row's end, in cards. */
function end(row: Locator): Promise<number> {
  return row.evaluate((track) => {
    const width = track.querySelector("li")?.getBoundingClientRect().width ?? 0;
    return Math.round(((track.scrollWidth - track.clientWidth) / width) * 100) / 100;
  });
}

/** Starts a step, pauses it half-way and returns its state there. */
function pauseStep(row: Locator) {
  return row.evaluate(async (track) => {
    track.closest(".slider")?.querySelector<HTMLButtonElement>(".slider-nav button:last-child")?.click();
    const [step] = track.getAnimations();
    if (!step) throw new Error("no step is running");
    step.pause();
    step.currentTime = 200;
    const from = track.scrollLeft;
    while (track.scrollLeft === from) await new Promise(requestAnimationFrame);
    const { duration, easing } = step.effect?.getTiming() ?? {};
    const width = track.querySelector("li")?.getBoundingClientRect().width ?? 0;
    return { duration, easing, snap: getComputedStyle(track).scrollSnapType, position: track.scrollLeft / width };
  });
}

test("a step moves by one card, eased, in 0.4 s, with snapping disabled during the step", async ({ page }) => {
  const { row } = await categories(page);
  await expect(row).toHaveCSS("scroll-snap-type", "x mandatory");
  const middle = await pauseStep(row);
  expect(middle).toMatchObject({ duration: 400, easing: "cubic-bezier(0.65, 0, 0.35, 1)", snap: "none" });
  expect(middle.position).toBeCloseTo(0.5, 1);
  await row.evaluate((track) => track.getAnimations()[0]?.play());
  await expect.poll(() => position(row)).toBe(1);
  await expect(row).toHaveCSS("scroll-snap-type", "x mandatory");
});

test("an arrow is disabled at its end, and keeps the focus", async ({ page }) => {
  const { row, back, forward } = await categories(page);
  await expect(back).toBeDisabled();
  await expect(forward).toBeEnabled();
  await forward.focus();
  const last = await end(row);
  for (let step = 0; step < Math.ceil(last); step++) {
    await expect(forward).toBeEnabled();
    await page.keyboard.press("Enter");
  }
  await expect(forward).toBeDisabled();
  await expect(forward).toBeFocused();
  await expect(back).toBeEnabled();
  await expect.poll(() => position(row)).toBe(last);
  await page.keyboard.press("Enter");
  expect(await position(row)).toBe(last);
});

test("without overflow there are no arrows", async ({ page }) => {
  await page.setViewportSize({ width: 4400, height: 900 });
  await page.goto("/en");
  await hydrated(page);
  const { row, cards, nav } = slider(page, "Range");
  await row.focus();
  await page.keyboard.press("ArrowRight");
  await expect(cards.last()).toBeInViewport({ ratio: 1 });
  await expect(nav).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(nav).toBeVisible();
});

test("steps in quick succession are added", async ({ page }) => {
  const { row, forward } = await categories(page);
  await forward.dblclick();
  await expect.poll(() => position(row)).toBe(2);
});

test.describe("touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("a swipe scrolls natively, snaps to a card, and updates the arrows", async ({ page }) => {
    const { row, back } = await categories(page);
    const box = await row.boundingBox();
    if (!box) throw new Error("no row");
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", moved: number) =>
      devtools.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: box.x + 270 - moved, y: box.y + 100 }],
      });
    await touch("touchStart", 0);
    for (let moved = 20; moved <= 240; moved += 20) await touch("touchMove", moved);
    await touch("touchEnd", 240);
    await expect(back).toBeEnabled();
    await expect.poll(async () => Number(await position(row)) % 1).toBe(0);
    expect(await position(row)).toBeGreaterThan(0);
    await expect(page).toHaveURL(/\/en$/);
  });
});

test("a drag with the mouse moves the cards, snaps to the nearest and clicks none", async ({ page }) => {
  const { row, back, cards } = await categories(page);
  const box = await cards.nth(1).boundingBox();
  if (!box) throw new Error("no card");
  const [x, y] = [box.x + box.width / 2, box.y + 60];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - box.width * 0.3, y, { steps: 4 });
  await page.mouse.move(x - box.width * 0.7, y, { steps: 4 });
  // During the drag the cards follow the pointer, without snapping, selection or native drag and drop.
  await expect(row).toHaveCSS("scroll-snap-type", "none");
  expect(await row.evaluate((track) => track.scrollLeft)).toBeCloseTo(box.width * 0.7, 0);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  await page.mouse.up();
  await expect.poll(() => position(row)).toBe(1);
  await expect(back).toBeEnabled();
  await expect(page).toHaveURL(/\/en$/);

  await cards.nth(1).click();
  await expect(page).toHaveURL(/\/en\/catalog\/./);
});

test("a press during a step stops the cards until it is released", async ({ page }) => {
  const { row } = await categories(page);
  await pauseStep(row);
  await row.hover();
  await page.mouse.down();
  expect(await row.evaluate((track) => track.getAnimations().length)).toBe(0);
  expect(await row.evaluate((track) => track.scrollLeft)).toBeGreaterThan(50);
  await page.mouse.move(5, 5, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => Number(await position(row)) % 1).toBe(0);
});

test("a horizontal wheel scrolls the cards, a vertical one the page", async ({ page }) => {
  const { row, back } = await categories(page);
  await row.hover();
  await page.mouse.wheel(420, 0);
  await expect(back).toBeEnabled();
  await expect.poll(async () => Number(await position(row)) % 1).toBe(0);
  const before = await position(row);
  expect(before).toBeGreaterThan(0);

  const top = await page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top + 200);
  expect(await position(row)).toBe(before);
});

test("in a focused slider arrow keys step and Home and End go to the ends", async ({ page }) => {
  const { row, cards, back } = await categories(page);
  const last = await end(row);
  await row.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => position(row)).toBe(1);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => position(row)).toBe(0);
  const top = await page.evaluate(() => window.scrollY);
  await page.keyboard.press("End");
  await expect.poll(() => position(row)).toBe(last);
  await page.keyboard.press("Home");
  await expect.poll(() => position(row)).toBe(0);
  await expect(back).toBeDisabled();
  expect(await page.evaluate(() => window.scrollY)).toBe(top);

  await cards.first().getByRole("link").focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => position(row)).toBe(1);
});

test("Tab moves to the links inside and scrolls each into view", async ({ page }) => {
  const { row, cards } = await categories(page);
  await row.focus();
  for (const card of await cards.all()) {
    await page.keyboard.press("Tab");
    await expect(card.getByRole("link")).toBeFocused();
    await expect(card).toBeInViewport({ ratio: 0.95 });
  }
});

test("right to left: the next card is on the left", async ({ page }) => {
  const { row, back, forward, cards } = await categories(page);
  await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
  await forward.click();
  await expect.poll(() => position(row)).toBe(-1);
  await expect(back).toBeEnabled();
  await row.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => position(row)).toBe(-2);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => position(row)).toBe(-1);
  await page.keyboard.press("Home");
  await expect.poll(() => position(row)).toBe(0);
  await expect(back).toBeDisabled();

  const box = await cards.nth(1).boundingBox();
  if (!box) throw new Error("no card");
  await page.mouse.move(box.x + 100, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 100 + box.width * 0.8, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => position(row)).toBe(-1);
});

test("with reduced motion a step is a jump", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { row, forward, back } = await categories(page);
  const width = await row.evaluate((track) => track.querySelector("li")?.offsetWidth ?? 0);
  const state = await forward.evaluate((next: HTMLButtonElement) => {
    const track = next.closest(".slider")?.querySelector(".track");
    next.click();
    return { left: track?.scrollLeft, animations: track?.getAnimations().length };
  });
  expect(state.animations).toBe(0);
  expect(state.left).toBeCloseTo(width, 0);
  await expect(back).toBeEnabled();
});

test("the arrows appear without a layout shift, and pictures are loaded lazily", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 2400 }); // only what is in view can shift
  const { row } = await categories(page);
  const shifts = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    type Shift = PerformanceEntry & { sources: { node: Node | null }[] };
    return (observer.takeRecords() as Shift[])
      .filter(({ sources }) => sources.some(({ node }) => node?.parentElement?.closest(".slider")))
      .map((entry) => JSON.stringify(entry));
  });
  expect(shifts).toEqual([]);
  for (const picture of await row.getByRole("presentation").all())
    await expect(picture).toHaveAttribute("loading", "lazy");
  expect(await row.locator("img").count()).toBeGreaterThan(5);
});

test("the catalogue menu has the same slider", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await page.locator("header").getByRole("link", { name: "Catalog" }).click();
  const { row, back, forward } = slider(page, "Categories");
  await expect(forward).toBeEnabled();
  await expect(back).toBeDisabled();
  await forward.click();
  await expect.poll(() => position(row)).toBe(1);
  await row.focus();
  await page.keyboard.press("End");
  await expect(forward).toBeDisabled();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a slider is a row that scrolls, without arrows", async ({ page }) => {
    await page.goto("/en");
    const { row, nav, cards } = slider(page, "Range");
    await expect(nav).toBeHidden();
    await row.hover();
    await expect(cards.last()).not.toBeInViewport();
    await page.mouse.wheel(9000, 0);
    await expect(cards.last()).toBeInViewport({ ratio: 1 });
  });
});
