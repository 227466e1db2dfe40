// A link, and a control that is a link without scripts, opens as the browser does
// it: with a modifier key or the middle button in another tab or window, and the
// page stays as it is.
import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { declineCookies, openSearch, results } from "./states";

test.beforeEach(({ context, baseURL }) => declineCookies(context, baseURL));

const links: {
  name: string;
  path: string;
  selector: string;
  /** Width of the window, in px; 1280 if absent. */
  width?: number;
  open?: (page: Page) => Promise<void>;
}[] = [
  { name: "an entry of the header", path: "/de/about", selector: ".hd-nav a[href='/de/support']" },
  { name: "the catalogue's entry", path: "/de/about", selector: ".hd-catalog" },
  {
    name: "a language",
    path: "/de/about",
    selector: "header .lang-a[href='/fr/about']:visible",
    open: (page) => page.locator("header .lang-w summary").click(),
  },
  { name: "a category's tile", path: "/de/catalog", selector: "main a[href='/de/catalog/ball-valves']:visible" },
  { name: "the breadcrumb", path: "/de/catalog/tube-fittings", selector: "main .crumbs a[href='/de/catalog']" },
  { name: "a product's row", path: "/de/catalog/straight-unions", selector: ".plist a[href^='/de/product/']:visible" },
  {
    name: "a quick filter",
    path: "/de/catalog/straight-unions",
    selector: ".quick a[href*='stock=1']",
    width: 390,
  },
  { name: "an active filter", path: "/de/catalog/straight-unions?stock=1", selector: "a.fchip" },
  { name: "the other view of a list", path: "/de/catalog/straight-unions", selector: ".views a[href*='view=grid']" },
  { name: "a page of a list", path: "/de/search?q=DN+25", selector: ".pager a[href*='page=2']" },
  { name: "a size", path: "/de/product/straight-union-s", selector: ".pick a:not([aria-current])" },
  {
    name: "a row of the sizes",
    path: "/de/product/straight-union-s",
    selector: ".dtable tbody tr:not([aria-current]) a",
  },
  {
    name: "a search result",
    path: "/de/about",
    selector: "#overlay-search .find-t h3 a",
    open: async (page) => {
      await openSearch(page, "union");
      await expect(results(page).first()).toBeVisible();
    },
  },
];

/** Returns what must not change on the page that stays. */
const state = (page: Page) =>
  page.evaluate(() => ({
    address: window.location.href,
    chosen: [...document.querySelectorAll("main [aria-current]")].map((each) => each.textContent),
    overlay: document.querySelector("dialog[open]")?.id,
  }));

for (const { name, path, selector, width = 1280, open } of links) {
  test(`with a modifier key or the middle button, ${name} opens in another tab`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await hydrated(page);
    await open?.(page);
    const link = page.locator(selector).first();
    const address = await link.evaluate((each: HTMLAnchorElement) => each.href);
    const before = await state(page);
    for (const how of [
      { modifiers: ["ControlOrMeta"] },
      { modifiers: ["Shift"] },
      { button: "middle" },
    ] satisfies Parameters<typeof link.click>[0][]) {
      const opened = context.waitForEvent("page");
      await link.click(how);
      const other = await opened;
      await other.waitForURL((url) => url.href === address, { waitUntil: "commit" });
      await other.close();
      expect(await state(page)).toEqual(before);
    }
  });
}
