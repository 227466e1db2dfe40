import type { Locator, Page } from "@playwright/test";
import { storageKeys } from "../web/src/constants";
import { hydrated } from "./fixtures";

export const panel = (page: Page) => page.locator("#overlay-cart");
export const lines = (page: Page) => panel(page).locator(".citem");
export const quantity = (line: Locator) => line.getByRole("spinbutton");
export const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), storageKeys.cart);

/** Returns the quantities of the stored lines. */
export const storedQuantities = (page: Page) =>
  page.evaluate((key) => {
    const { items = [] } = JSON.parse(localStorage.getItem(key) ?? "{}") as { items?: { quantity: number }[] };
    return items.map((item) => item.quantity);
  }, storageKeys.cart);

/** Returns a stored line. */
export const line = (number: number, more: object = {}) => ({
  uid: `product:${number}`,
  productId: number,
  slug: `part-${number}`,
  sku: `FR-${number}`,
  type: "simple",
  quantity: number,
  price: null,
  currency: "CHF",
  image: "/fitting.png",
  translations: { "en-US": { name: `Part ${number}` }, "de-DE": { name: `Teil ${number}` } },
  variation: null,
  bundle: null,
  meta: {},
  ...more,
});

/** Opens a page with these lines in the stored cart. */
export async function openWith(page: Page, items: readonly unknown[], path = "/en/about"): Promise<void> {
  await page.goto(path);
  await page.evaluate(
    ([key, stored]) => localStorage.setItem(key, JSON.stringify({ items: stored, updated: Date.now() })),
    [storageKeys.cart, items] as const,
  );
  await page.reload();
  await hydrated(page);
}
