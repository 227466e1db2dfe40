import { delayRequests, expect, expectErrors, hydrated, saveData, test } from "./fixtures";

test("a click fetches only the blocks that are not loaded yet, and going back fetches nothing", {
  tag: "@smoke",
}, async ({ page }) => {
  await saveData(page);
  await page.goto("/de/about");
  await hydrated(page);
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/content/")) requested.push(pathname);
  });
  await page.locator("header").getByRole("link", { name: "Support" }).click();
  await expect(page.locator("h1")).toHaveText("Support");
  await expect(page).toHaveURL(/\/de\/support$/);
  expect(requested).toEqual(["/api/content/items/support"]);
  await page.goBack();
  await expect(page).toHaveURL(/\/de\/about$/);
  await expect(page.locator("h1")).not.toHaveText("Support");
  expect(requested).toHaveLength(1);
});

test("from the catalogue to a product by clicks alone", async ({ page }) => {
  await page.goto("/en/catalog");
  await hydrated(page);
  await page.locator("main a[href='/en/catalog/tube-fittings']").first().click();
  await expect(page).toHaveURL(/\/en\/catalog\/tube-fittings$/);
  await page.locator("main a[href^='/en/product/']").first().click();
  await expect(page).toHaveURL(/\/en\/product\/./);
  await expect(page.locator("h1")).not.toBeEmpty();
  await expect(page).toHaveTitle(/\| Ferrule$/);
});

test("a failed block leaves the page intact and can be reloaded", async ({ page, pageErrors }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await page.route("**/api/content/items/support**", (route) =>
    route.fulfill({ status: 500, json: { errors: [{ message: "no" }] } }),
  );
  await page.locator("header").getByRole("link", { name: "Support" }).click();
  const retry = page.getByRole("button", { name: "Load again" });
  await expect(retry).toBeVisible();
  await page.unroute("**/api/content/items/support**");
  await retry.click();
  await expect(retry).toBeHidden();
  // The provoked failures, twice because a GET request is retried once.
  expectErrors(pageErrors);
});

test("content loaded after its page is shown still sets the page's title", async ({ page }) => {
  await page.goto("/en/catalog/straight-unions");
  await hydrated(page);
  const release = await delayRequests(page, "**/items/products**");
  await page.locator("main a[href^='/en/product/']").first().click();
  await expect(page).toHaveURL(/\/en\/product\/./);
  await expect(page).toHaveTitle("Ferrule");
  release();
  await expect(page).toHaveTitle(/. \| Ferrule$/);
});

test("a link to the current page adds no history entry, as in the browser", async ({ page }) => {
  await page.goto("/en");
  await hydrated(page);
  await page.goto("/en/about");
  await hydrated(page);
  const length = await page.evaluate(() => history.length);
  const link = page.getByRole("banner").getByRole("link", { name: "About" });
  for (let n = 0; n < 3; n++) await link.click();
  expect(await page.evaluate(() => history.length)).toBe(length);
  await page.goBack();
  await expect(page).toHaveURL(/\/en$/);
});
