import type { Locator, Page } from "@playwright/test";
import { expect, hydrated } from "./fixtures";

/** An overlay with its opener. */
export interface Case {
  name: string;
  width: number;
  overlay: (page: Page) => Locator;
  opener: (page: Page) => Locator;
  /** Whether it does not cover the header. */
  menu: boolean;
}

export const cases: Case[] = [
  {
    name: "catalogue menu",
    width: 1440,
    overlay: (page) => page.locator("#overlay-catalogue"),
    opener: (page) => page.locator(".hd-catalog"),
    menu: true,
  },
  {
    name: "mobile menu",
    width: 390,
    overlay: (page) => page.locator("#overlay-mobile"),
    opener: (page) => page.locator("button.burger"),
    menu: true,
  },
  {
    name: "cart",
    width: 1440,
    overlay: (page) => page.locator("#overlay-cart"),
    opener: (page) => page.locator(".hd-cart"),
    menu: false,
  },
  {
    name: "request form",
    width: 1440,
    overlay: (page) => page.locator("#overlay-request"),
    opener: (page) => page.locator(".hd-submit"),
    menu: false,
  },
  {
    name: "cookie policy",
    width: 1440,
    overlay: (page) => page.locator("#overlay-policy"),
    opener: (page) => page.locator(".ck-policy"),
    menu: false,
  },
  {
    name: "general modal",
    width: 1440,
    overlay: (page) => page.locator("#overlay-modal"),
    opener: (page) => page.locator(".gal-zoom").first(),
    menu: false,
  },
  {
    name: "search",
    width: 1440,
    overlay: (page) => page.locator("#overlay-search"),
    opener: (page) => page.locator(".hd-search"),
    menu: false,
  },
];

export const address = "/en/product/straight-union-s";

/** Opens an overlay and waits for the end of its animation. */
export async function open({ overlay, opener }: Case, page: Page): Promise<void> {
  await opener(page).click();
  await expect(overlay(page)).toHaveAttribute("data-phase", "open");
}

export async function start({ width }: Case, page: Page): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(address);
  await hydrated(page);
}
