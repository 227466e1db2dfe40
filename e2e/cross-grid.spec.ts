import type { Page } from "@playwright/test";
import { crossGrid } from "../web/src/lazy-constants";
import { expect, expectErrors, hydrated, stopClock, test } from "./fixtures";

test.use({ viewport: { width: 1440, height: 1200 } });

interface Probe {
  frames: number;
  strokes: { arm: number; pitch: number; line: number; opacity: number; colour: string }[];
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Opens a page with a canvas, prepared by `watch`. */
async function open(page: Page, path: string): Promise<void> {
  await watch(page, path);
  await expect(page.locator(".xg canvas")).toHaveAttribute("data-drawn", "");
}

/** Opens a page with its clock stopped, and records the animation frames that it requests and the strokes that it draws. */
async function watch(page: Page, path: string): Promise<void> {
  await stopClock(page);
  await page.addInitScript(() => {
    const probe: Probe = { frames: 0, strokes: [] };
    window.probe = probe;
    const requestFrame = window.requestAnimationFrame;
    window.requestAnimationFrame = (callback) => {
      probe.frames += 1;
      return requestFrame.call(window, callback);
    };
    let points: [number, number][] = [];
    // oxlint-disable-next-line typescript/unbound-method -- each is called on its context
    const { moveTo, lineTo, beginPath, stroke } = CanvasRenderingContext2D.prototype;
    Object.assign(CanvasRenderingContext2D.prototype, {
      beginPath(this: CanvasRenderingContext2D) {
        points = [];
        beginPath.call(this);
      },
      moveTo(this: CanvasRenderingContext2D, x: number, y: number) {
        points.push([x, y]);
        moveTo.call(this, x, y);
      },
      lineTo(this: CanvasRenderingContext2D, x: number, y: number) {
        points.push([x, y]);
        lineTo.call(this, x, y);
      },
      stroke(this: CanvasRenderingContext2D) {
        const [start, end, , , next] = points;
        if (start && end && next) {
          probe.strokes.push({
            arm: end[0] - start[0],
            pitch: next[0] - start[0],
            line: this.lineWidth,
            opacity: this.globalAlpha,
            colour: this.strokeStyle as string,
          });
        }
        Reflect.apply(stroke, this, []);
      },
    });
  });
  await page.goto(path);
  await hydrated(page);
}

/** Returns how many frames are requested during an action and the second after it. */
async function framesDuring(page: Page, act: () => Promise<unknown>): Promise<number> {
  const before = await page.evaluate(() => window.probe.frames);
  await act();
  await page.clock.runFor(1000);
  return (await page.evaluate(() => window.probe.frames)) - before;
}

const picture = (page: Page) => page.locator(".xg canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
const idle = () => Promise.resolve();
const outside = { x: 900, y: 1190 };

/** Moves the pointer into the grid, on a different path each time. */
function movePointer(page: Page) {
  let x = 1000;
  return () => page.mouse.move((x += 7), 200);
}

test("crosses move with the pointer until they rest; at rest no frame is requested", async ({ page }) => {
  await open(page, "/en");
  await page.mouse.move(outside.x, outside.y);
  expect(await framesDuring(page, idle)).toBe(0);
  const atRest = await picture(page);

  expect(await framesDuring(page, () => page.mouse.move(1000, 200))).toBeGreaterThan(5);
  expect(await picture(page)).not.toBe(atRest);
  expect(await framesDuring(page, idle)).toBe(0);

  await framesDuring(page, () => page.mouse.move(outside.x, outside.y));
  expect(await framesDuring(page, idle)).toBe(0);
  expect(await picture(page)).toBe(atRest);
});

test("the grid pauses while it is out of view", async ({ page }) => {
  await open(page, "/en");
  const move = movePointer(page);
  expect(await framesDuring(page, move)).toBeGreaterThan(0);
  await page.evaluate(() => window.scrollTo({ top: 3000, behavior: "instant" }));
  await page.clock.runFor(1000);
  await expect.poll(() => framesDuring(page, move)).toBe(0);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await expect.poll(() => framesDuring(page, move)).toBeGreaterThan(0);
});

test("the grid pauses while the document is hidden", async ({ page }) => {
  await open(page, "/en");
  const move = movePointer(page);
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  expect(await framesDuring(page, move)).toBe(0);
  await hide(false);
  expect(await framesDuring(page, move)).toBeGreaterThan(0);
});

test("the grid is static below 1024 px and with reduced motion, and starts when that ends", async ({ page }) => {
  await page.setViewportSize({ width: 1023, height: 900 });
  await watch(page, "/en");
  const move = movePointer(page);
  await expect(page.locator(".xg-tile")).toBeVisible();
  expect(await framesDuring(page, () => page.mouse.move(700, 200))).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => framesDuring(page, move)).toBeGreaterThan(0);
  await expect(page.locator(".xg-tile")).toBeHidden();

  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(() => framesDuring(page, move)).toBe(0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect.poll(() => framesDuring(page, move)).toBeGreaterThan(0);
});

test("crosses are 15 px wide, 5 px apart, with lines of 1.5 px and an opacity of 0.3", async ({ page }) => {
  await open(page, "/en");
  const [stroke] = await page.evaluate(() => window.probe.strokes);
  expect(stroke).toMatchObject({
    arm: crossGrid.size.page,
    pitch: crossGrid.size.page + crossGrid.gap.page,
    line: crossGrid.lineWidth,
  });
  expect(stroke?.opacity).toBeCloseTo(crossGrid.opacity, 5);
  expect(stroke).toMatchObject({ arm: 15, pitch: 20, line: 1.5 });
});

test("on the error page crosses are 7 px wide and 10 px apart, and those in the digits are opaque", async ({
  page,
  pageErrors,
}) => {
  await open(page, "/en/nowhere");
  const [faint, solid] = await page.evaluate(() => window.probe.strokes);
  expect(faint).toMatchObject({ arm: crossGrid.size.error, pitch: crossGrid.size.error + crossGrid.gap.error });
  expect(faint).toMatchObject({ arm: 7, pitch: 17 });
  expect(solid).toMatchObject({ opacity: 1, colour: "#ffffff" });
  expect(solid?.arm).toBeCloseTo(1.72 * crossGrid.size.error, 5);
  await expect.poll(() => pageErrors).toEqual([expect.stringContaining("status of 404")]);
  expectErrors(pageErrors);
});

test("a change of theme recolours the grid within 300 ms, and then no frame is requested", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, "/en");
  const canvas = page.locator(".xg canvas");
  const colour = () => canvas.evaluate((element) => getComputedStyle(element).color);
  const before = await colour();
  const change = canvas.evaluate(
    (element) =>
      new Promise((resolve) => {
        element.addEventListener("transitionrun", () =>
          resolve(element.getAnimations().map(({ effect }) => effect?.getTiming())),
        );
      }),
  );
  await page.locator("footer").getByRole("button", { name: "Dark", exact: true }).click();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  expect(await change).toEqual([expect.objectContaining({ duration: crossGrid.transition, easing: "linear" })]);
  await expect.poll(colour).toBe("rgb(90, 100, 105)");
  expect(before).toBe("rgb(154, 164, 169)");
  const drawn = async () => {
    await page.clock.runFor(1000);
    return page.evaluate(() => window.probe.strokes.at(-1)?.colour);
  };
  await expect.poll(drawn).toBe("#5a6469");
  await expect.poll(() => framesDuring(page, idle)).toBe(0);
});

test.describe("with a device pixel ratio of 3", () => {
  test.use({ deviceScaleFactor: 3 });

  test("the canvas has a pixel ratio of at most 2", async ({ page }) => {
    await open(page, "/en");
    const [width, css] = await page
      .locator(".xg canvas")
      .evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.getBoundingClientRect().width]);
    expect(width).toBe(Math.round((css ?? 0) * crossGrid.pixelRatio));
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the grid is static and part of the page", async ({ page }) => {
    await page.goto("/en");
    await expect(page.locator(".xg-tile")).toBeVisible();
  });
});
