import type { Page } from "@playwright/test";
import { delayRequests, expect, expectErrors, hydrated, test } from "./fixtures";

const drawn = (page: Page) => page.locator(".contact-block svg.ico--content").locator("xpath=self::*[*]");

/** Records the requests for icons from this call on. */
function iconRequests(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/icons/")) requested.push(pathname + search);
  });
  return requested;
}

test("icons that content names are fetched in one request, with their space reserved until then", async ({ page }) => {
  const requested = iconRequests(page);
  const release = await delayRequests(page, "**/api/icons/**");
  await page.goto("/en/contacts");
  await hydrated(page);
  await expect.poll(() => requested).not.toEqual([]);
  const box = await page.locator(".contact-block").boundingBox();
  release();
  await expect(drawn(page)).toHaveCount(4);
  expect(await page.locator(".contact-block").boundingBox()).toEqual(box);
  // On a slow machine the second attempt starts before the first is answered.
  expect(new Set(requested)).toEqual(new Set(["/api/icons/lucide.json?icons=mail,map-pin,phone,truck"]));
});

test("icons known at build time are inlined: a page whose content names no others requests neither icons nor their code", async ({
  page,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto("/en/support");
  await hydrated(page);
  await expect(page.locator("main svg.ico").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(requested.filter((path) => path.startsWith("/api/icons/") || path.includes("icon-client"))).toEqual([]);
});

test("Icon load: a 404 aborts, the page is shown without the icons", async ({ page, pageErrors }) => {
  const requested = iconRequests(page);
  await page.route("**/api/icons/**", (route) => route.fulfill({ status: 404 }));
  await page.goto("/en/contacts");
  await expect.poll(() => pageErrors.filter((line) => line.startsWith("error: Icon load fails")).length).toBe(4);
  expect(requested).toHaveLength(1);
  await expect(page.locator(".contact-block dt").first()).toHaveText("Address");
  expectErrors(pageErrors);
});

test("Icon load: other statuses retry the next resource", async ({ page, pageErrors }) => {
  const requested = iconRequests(page);
  await page.route("**/api/icons/**", (route) => route.fulfill({ status: 503 }), { times: 1 });
  await page.goto("/en/contacts");
  await expect(drawn(page)).toHaveCount(4);
  // On a slow machine a further attempt starts before the second is answered.
  expect(requested.length).toBeGreaterThan(1);
  expectErrors(pageErrors);
});
