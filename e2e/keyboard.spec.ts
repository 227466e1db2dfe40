import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { declineCookies, fillCart, openCart, opened } from "./states";

/** An element that the Tab key focuses. */
interface Stop {
  /** Identifies the element. */
  element: string;
  /** The defects found; empty if there are none. */
  faults: string[];
}

// With reduced motion the window jumps to each element instead of scrolling smoothly.
test.use({ reducedMotion: "reduce" });

test.beforeEach(async ({ context, baseURL }) => declineCookies(context, baseURL));

/** Inspects the focused element; returns null at the end of the page. */
async function inspectFocus(page: Page): Promise<Stop | null> {
  return page.evaluate(async () => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body) return null;
    const faults: string[] = [];
    // A slider or the window may still be scrolling to it.
    let box = element.getBoundingClientRect();
    for (let still = 0; still < 3; ) {
      await new Promise(requestAnimationFrame);
      const next = element.getBoundingClientRect();
      still = next.left === box.left && next.top === box.top ? still + 1 : 0;
      box = next;
    }
    if (box.width === 0 || box.height === 0) faults.push("has no size");
    // Its part in the window must be large enough to notice, and the pointer must hit it: nothing may cover it.
    const { clientWidth, clientHeight } = document.documentElement;
    const left = Math.max(box.left, 0);
    const top = Math.max(box.top, 0);
    const width = Math.min(box.right, clientWidth) - left;
    const height = Math.min(box.bottom, clientHeight) - top;
    const inView = width >= Math.min(box.width / 2, 24) && height >= Math.min(box.height / 2, 24);
    const seen =
      inView &&
      [0.1, 0.5, 0.9].some((x) =>
        [0.1, 0.5, 0.9].some((y) => {
          const hit = document.elementFromPoint(left + width * x, top + height * y);
          return hit !== null && (element.contains(hit) || hit.closest("label")?.contains(element) === true);
        }),
      );
    if (!seen) faults.push("cannot be seen");
    // The label of a hidden box may draw the indicator.
    const drawn = [element, element.closest("label"), element.nextElementSibling].some((candidate) => {
      if (!candidate) return false;
      const style = getComputedStyle(candidate);
      return style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
    });
    if (!drawn) faults.push("has no visible focus indicator");
    const names = [
      element.getAttribute("aria-label"),
      ...(element.getAttribute("aria-labelledby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent),
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? [...(element.labels ?? [])].map((label) => label.textContent).join(" ")
        : element.textContent,
      element.querySelector("img")?.alt,
    ];
    if (!names.some((name) => name?.trim())) faults.push("has no name");
    return {
      element: `${element.nodeName} ${element.className} ${names.find((name) => name?.trim())?.trim()}`,
      faults,
    };
  });
}

/** Tabs through the page to its end. */
async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  // Far more than any page has: a focus trap never reaches the end.
  while (stops.length < 400) {
    await page.keyboard.press("Tab");
    const stop = await inspectFocus(page);
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error(
    `the focus is trapped: ${stops
      .slice(-3)
      .map(({ element }) => element)
      .join(", ")}`,
  );
}

for (const width of [390, 1440]) {
  for (const path of ["/", "/catalog/tube-fittings", "/product/straight-union-s", "/contacts"]) {
    test(`Tab goes through /en${path} at ${width} px, and every stop is visible, marked and named`, async ({
      page,
    }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/en${path}`);
      await hydrated(page);
      const stops = await tabThrough(page);
      expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
      expect(stops.length).toBeGreaterThan(10);
      // And backwards, where the header could cover a stop.
      for (const _ of stops) {
        await page.keyboard.press("Shift+Tab");
        const stop = await inspectFocus(page);
        expect(stop?.faults, stop?.element).toEqual([]);
      }
      await expect(page.locator(".skip")).toBeFocused();
    });
  }
}

test("the first stop skips to the content, and the next one is inside it", { tag: "@smoke" }, async ({ page }) => {
  await page.goto("/de/catalog");
  await hydrated(page);
  await page.keyboard.press("Tab");
  const skip = page.locator(".skip");
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#main$/);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

for (const { name, width, open } of [
  { name: "catalogue", width: 1440, open: (page: Page) => page.locator(".hd-catalog").press("Enter") },
  {
    name: "mobile",
    width: 390,
    open: async (page: Page) => {
      const burger = page.locator("button.burger");
      await expect(burger).toBeVisible(); // the overlays are loaded
      await burger.press("Enter");
    },
  },
  { name: "search", width: 1440, open: (page: Page) => page.locator(".hd-search").press("Enter") },
  { name: "request", width: 1440, open: (page: Page) => page.locator(".hd-submit").press("Enter") },
  {
    name: "cart",
    width: 1440,
    open: async (page: Page) => {
      await fillCart(page);
      await openCart(page);
    },
  },
]) {
  test(`Tab stays in the open overlay and wraps around: ${name}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/en/product/straight-union-s");
    await hydrated(page);
    await open(page);
    await opened(page, name);
    const stops: Stop[] = [];
    const first = async () => {
      await page.keyboard.press("Tab");
      return inspectFocus(page);
    };
    // From a native dialog the focus moves to the browser's own controls for one step.
    const start = (await first()) ?? (await first());
    if (!start) throw new Error("nothing in the overlay takes the focus");
    let stop: Stop | null = start;
    do {
      if (stop) stops.push(stop);
      await page.keyboard.press("Tab");
      stop = await inspectFocus(page);
      const outside = await page.evaluate(
        (id) =>
          document.activeElement !== document.body &&
          !document.activeElement?.matches(`#${id} *, [aria-controls="${id}"]`),
        `overlay-${name}`,
      );
      expect(outside, stop?.element).toBe(false);
    } while (stop?.element !== start.element && stops.length < 200);
    expect(stops.length).toBeGreaterThan(2);
    expect(stops.length).toBeLessThan(200);
    expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });
}
