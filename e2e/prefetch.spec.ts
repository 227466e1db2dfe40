import type { Page } from "@playwright/test";
import { expect, hydrated, saveData, test, twoFrames } from "./fixtures";

/** Records the addresses of content requests from this call on. */
function contentRequests(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/content/items/")) requested.push(decodeURIComponent(pathname + search));
  });
  return requested;
}

async function linkTo(page: Page, part: string) {
  const link = page.locator(`main a[href*="${part}"]:visible`).first();
  await link.scrollIntoViewIfNeeded();
  return link;
}

test("a page is prefetched while its link is hovered, and shown without another request", async ({ page }) => {
  const requested = contentRequests(page); // a link in view may be prefetched before it is hovered
  await page.goto("/en/catalog");
  await hydrated(page);
  const link = await linkTo(page, "/catalog/");
  const slug = ((await link.getAttribute("href")) ?? "").split("/").at(-1) ?? "";
  await link.hover();
  const own = () => requested.filter((address) => address.includes("/categories?") && address.includes(slug));
  await expect.poll(own).toHaveLength(1);
  await page.waitForLoadState("networkidle");
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/en/catalog/${slug}$`));
  await expect(page.locator("html")).toHaveAttribute("data-live", "");
  expect(own()).toHaveLength(1);
});

test("links in view are prefetched one after the other", async ({ page }) => {
  const requested = contentRequests(page);
  await page.goto("/en/catalog/ball-valves");
  await hydrated(page);
  await expect.poll(() => requested.length, { timeout: 20_000 }).toBeGreaterThan(1);
});

test("nothing is prefetched for a visitor who saves data", async ({ page }) => {
  await saveData(page);
  await page.goto("/en/catalog");
  await hydrated(page);
  const requested = contentRequests(page);
  const link = await linkTo(page, "/catalog/");
  await link.hover();
  await page.waitForLoadState("networkidle");
  await link.click();
  await expect(page).not.toHaveURL(/\/catalog$/);
  expect(requested.filter((address) => address.includes("/items/categories?")).length).toBeGreaterThan(0);
});

test("a link is followed when the mouse button is released on it, and not when it is released elsewhere (WCAG 2.5.2)", async ({
  page,
}) => {
  await page.goto("/en");
  await hydrated(page);
  const length = await page.evaluate(() => history.length);
  const link = page.getByRole("banner").getByRole("link", { name: "Support" });
  await link.hover();
  await page.mouse.down();
  await twoFrames(page);
  await expect(page).toHaveURL(/\/en$/);
  await page.mouse.move(4, 400);
  await page.mouse.up();
  await twoFrames(page);
  await expect(page).toHaveURL(/\/en$/);
  await link.hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(page).toHaveURL(/\/en\/support$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(length + 1);
});

test("in a slider a link is followed only by its click event", async ({ page }) => {
  await page.goto("/en");
  await hydrated(page);
  const card = page.locator(".slider a.cat-card:visible").first();
  await card.scrollIntoViewIfNeeded();
  await card.hover();
  await page.mouse.down();
  await twoFrames(page);
  await expect(page).toHaveURL(/\/en$/);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/en\/catalog\//);
});

test("with a modifier key pressed, the browser handles a mouse press on a link", async ({ page, context }) => {
  await page.goto("/en/product");
  await hydrated(page);
  const opened = context.waitForEvent("page");
  await page
    .getByRole("banner")
    .getByRole("link", { name: "Support" })
    .click({ modifiers: ["ControlOrMeta"] });
  expect((await opened).url()).toMatch(/\/en\/support$|about:blank/);
  await expect(page).toHaveURL(/\/en\/product$/);
});
