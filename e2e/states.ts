import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { hydrated } from "./fixtures";
import { openForm } from "./forms";

/** Every kind of page, without language prefix. */
export const pages = [
  "/",
  "/catalog",
  "/catalog/tube-fittings",
  "/catalog/straight-unions",
  "/product",
  "/product/straight-union-s",
  "/search?q=union",
  "/about",
  "/support",
  "/contacts",
  "/imprint",
  "/privacy",
];

/** The path prefixes of the four languages, and their codes. */
export const prefixes = [
  ["/de", "de-DE"],
  ["/en", "en-US"],
  ["/fr", "fr-FR"],
  ["/it", "it-IT"],
] as const;

/** Stores the visitor's decision about cookies, which hides the banner. */
export async function declineCookies(context: BrowserContext, baseURL: string | undefined): Promise<void> {
  await context.addCookies([{ name: "cookie_consent", value: "declined", url: baseURL ?? "" }]);
}

/** An overlay in one of its states. */
interface State {
  name: string;
  /** The widths at which it can be opened, in px. */
  from: number;
  to: number;
  /** Prepares the page. */
  prepare?: (page: Page) => Promise<void>;
  open: (page: Page) => Promise<void>;
  /** Closes it, where Escape does not. */
  close?: (page: Page) => Promise<void>;
}

/** Opens every overlay of a width, one after the other on one page, and calls `check` in each of its states. */
export async function visitOverlays(
  page: Page,
  width: number,
  check: (state: "before" | "open" | "after", name: string) => Promise<void>,
): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto("/en/product/straight-union-s");
  await hydrated(page);
  for (const { name, prepare, open, close } of overlays.filter(({ from, to }) => width >= from && width <= to)) {
    await test.step(name, async () => {
      await prepare?.(page);
      await check("before", name);
      await open(page);
      await check("open", name);
      if (close) await close(page);
      else await page.keyboard.press("Escape");
      await expect(page.locator("[data-phase], header .lang-a:visible")).toHaveCount(0);
      await check("after", name);
    });
  }
}

/** The states, in an order in which each leaves the page as the next one needs it. */
const overlays: State[] = [
  {
    name: "catalogue menu",
    from: 1024,
    to: 9999,
    open: async (page) => {
      await page.locator(".hd-catalog").click();
      await opened(page, "catalogue");
    },
  },
  {
    name: "mobile menu",
    from: 0,
    to: 1023,
    open: async (page) => {
      await page.locator("button.burger").click();
      await opened(page, "mobile");
    },
  },
  {
    name: "language list",
    from: 768,
    to: 9999,
    open: async (page) => {
      await page.locator("header .lang-w > :first-child").click();
      await expect(page.locator("header .lang-a").first()).toBeVisible();
    },
  },
  {
    name: "search",
    from: 0,
    to: 9999,
    open: async (page) => {
      await openSearch(page, "union");
      await expect(results(page).first()).toBeVisible();
    },
  },
  {
    name: "search without results",
    from: 0,
    to: 9999,
    open: async (page) => {
      await openSearch(page, "qqqq");
      await expect(page.locator("#overlay-search .find-none")).toBeVisible();
    },
  },
  { name: "empty cart", from: 0, to: 9999, open: openCart },
  {
    name: "cart",
    from: 0,
    to: 9999,
    prepare: fillCart,
    open: openCart,
  },
  {
    name: "cart with its form open",
    from: 0,
    to: 9999,
    prepare: fillCart,
    open: async (page) => {
      await openCart(page);
      await openForm(page.locator("#overlay-cart"));
    },
  },
  {
    name: "cart with wrong input",
    from: 0,
    to: 9999,
    prepare: fillCart,
    open: async (page) => {
      await openCart(page);
      await openForm(page.locator("#overlay-cart"));
      await page.locator("#overlay-cart [type='submit']").click();
      await expect(page.locator("#overlay-cart [aria-invalid='true']").first()).toBeFocused();
    },
  },
  {
    name: "thanks",
    from: 0,
    to: 9999,
    prepare: fillCart,
    open: async (page) => {
      await openCart(page);
      const cart = page.locator("#overlay-cart");
      await openForm(cart);
      await cart.locator("[name='name']").fill("Anna Berg");
      await cart.locator("[name='phone']").fill("+41 52 000 24 00");
      await cart.locator("[name='agree']").check();
      await cart.locator("[type='submit']").click();
      await expect(page.locator(".thanks")).toBeVisible();
    },
  },
  {
    name: "request form",
    from: 1024,
    to: 9999,
    open: async (page) => {
      await page.locator(".hd-submit").click();
      await opened(page, "request");
    },
  },
  {
    name: "request form from the mobile menu",
    from: 0,
    to: 1023,
    open: async (page) => {
      await page.locator("button.burger").click();
      await opened(page, "mobile");
      await page.locator("#overlay-mobile .btn--primary").click();
      await opened(page, "request");
    },
  },
  {
    name: "enlarged picture",
    from: 0,
    to: 9999,
    prepare: (page) => page.locator(".gal-zoom").first().scrollIntoViewIfNeeded(),
    open: async (page) => {
      await page.locator(".gal-zoom").first().click();
      await opened(page, "modal");
    },
  },
  {
    name: "cookie banner",
    from: 0,
    to: 9999,
    prepare: (page) => consentButton(page).scrollIntoViewIfNeeded(),
    open: askForConsent,
    close: async (page) => {
      await page.locator(".ck").getByRole("button", { name: "Decline" }).click();
      await expect(page.locator(".ck")).toBeHidden();
    },
  },
  {
    name: "cookie policy",
    from: 0,
    to: 9999,
    prepare: askForConsent,
    open: async (page) => {
      await page.locator(".ck-policy").click();
      await opened(page, "policy");
      await expect(page.locator("#overlay-policy .prose")).toHaveCount(2);
    },
  },
];

/** Waits until an overlay's opening animation has ended. */
export async function opened(page: Page, name: string): Promise<void> {
  await expect(page.locator(`#overlay-${name}`)).toHaveAttribute("data-phase", "open");
}

/** The rows of the search overlay's results. */
export function results(page: Page): Locator {
  return page.locator("#overlay-search .find-r [role=row][id]");
}

/** Opens the search by its key, and types. */
export async function openSearch(page: Page, text = ""): Promise<void> {
  await page.keyboard.press("Control+k");
  await opened(page, "search");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(text);
  // While a text is typed, results of its beginning may be shown.
  if (text) await expect(page.locator("#overlay-search .find-b")).toHaveAttribute("aria-busy", "false");
}

export async function fillCart(page: Page): Promise<void> {
  await page.locator(".buy .btn--primary").click();
  await expect(page.locator(".hd-cart")).toContainText("(1)");
}

export async function openCart(page: Page): Promise<void> {
  await page.locator(".hd-cart").click();
  await opened(page, "cart");
}

function consentButton(page: Page): Locator {
  return page.locator("footer .ft-legal").getByRole("button", { name: /cookie/i });
}

async function askForConsent(page: Page): Promise<void> {
  await consentButton(page).click();
  await expect(page.locator(".ck")).toBeVisible();
}
