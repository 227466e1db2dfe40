import type { Page } from "@playwright/test";
import { delayRequests, expect, expectErrors, hydrated, test } from "./fixtures";
import { breakContent, editContent, freshData, removeData, startServer } from "./server";

const support = (page: Page) => page.locator("header").getByRole("link", { name: "Support" });
const screen = (page: Page) => page.locator(".e404");

/** Records the documents that the browser requests from this call on. */
function documents(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) requested.push(new URL(request.url()).pathname);
  });
  return requested;
}

/** Serves content that the support page cannot be rendered from. */
async function breakSupport(page: Page): Promise<void> {
  await page.route("**/api/content/items/support**", (route) =>
    route.fulfill({ json: { data: [{ id: 1, translations: [{ languages_code: "en-US", team_description: 1 }] }] } }),
  );
}

test("No matching route: the error screen is in the visitor's language, with status 404 and the path", {
  tag: "@smoke",
}, async ({ page, pageErrors }) => {
  const response = await page.goto("/fr/nowhere/at/all");
  expect(response?.status()).toBe(404);
  expect(response?.headers().vary).toBe("Accept-Encoding, Accept, User-Agent");
  await hydrated(page);
  await expect(page.locator("h1")).toHaveText("404. Page introuvable");
  await expect(page).toHaveTitle(/^Page introuvable/);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "red");
  await expect(screen(page)).toHaveAttribute("data-error", "Page Not Found: /fr/nowhere/at/all");
  await expect(screen(page).locator("footer")).toContainText("© 2025");
  await expect(screen(page).locator("canvas")).toHaveCount(1);
  await expect.poll(() => pageErrors).toEqual([expect.stringContaining("status of 404")]);
  expectErrors(pageErrors);
  await expect(screen(page).getByRole("link", { name: "Voir le catalogue" })).toHaveAttribute("href", "/fr/catalog");
  await expect(screen(page).getByRole("link", { name: "Recherche", exact: true })).toHaveAttribute(
    "href",
    "/fr/search",
  );
  await page.getByRole("link", { name: "Retour à l’accueil" }).click();
  await expect(page).toHaveURL(/\/fr\/?$/);
  await expect(screen(page)).toHaveCount(0);
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", "red");
  await expect(page.locator("body > #root > div footer.ft")).toBeVisible();
});

test("Route validation fails: API clients get the path, crawlers only the status", async ({ request, baseURL }) => {
  const reply = await request.get("/en/catalog/no-such-category", { headers: { Accept: "application/json" } });
  expect(reply.status()).toBe(404);
  expect(await reply.json()).toEqual({
    errors: [{ message: "Page Not Found: /en/catalog/no-such-category", extensions: { code: "ROUTE_NOT_FOUND" } }],
  });
  for (const agent of ["Mozilla/5.0 (compatible; Googlebot/2.1)", "WhatsApp/2.23"]) {
    const reply = await fetch(`${baseURL}/en/nothing`, { headers: { "User-Agent": agent } });
    expect(reply.status).toBe(404);
    expect(await reply.text()).toBe("");
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a missing page shows the error screen", async ({ page, pageErrors }) => {
    await page.goto("/en/nothing");
    await expect(page.locator("h1")).toHaveText("404. Page not found");
    await expect(page.locator("footer")).toHaveText(/© 2025 All rights reserved/);
    expectErrors(pageErrors);
  });
});

test("an address without a route is requested from the server, which applies its redirect rules", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await page.evaluate(() => history.pushState(null, "", "/en/kontakt"));
  await page.goBack();
  const requested = documents(page);
  await page.goForward();
  await expect(page).toHaveURL(/\/en\/contacts$/);
  await expect(page.locator("h1")).toHaveText("Contacts");
  expect(requested).toEqual(["/en/kontakt", "/en/contacts"]);
});

test("a link to a deleted record is requested from the server, which applies its redirect rules", async ({ page }) => {
  const data = freshData();
  editContent(
    data,
    `UPDATE link SET slug = 'catalog/gone' WHERE slug = 'support';
     INSERT INTO redirects (path, target, status_code) VALUES ('/catalog/gone', '/catalog/flanges', 301);`,
  );
  const server = await startServer(data);
  await page.goto(`${server.url}/en/about`);
  await hydrated(page);
  await support(page).click();
  await expect(page).toHaveURL(/\/en\/catalog\/flanges$/);
  await expect(page.locator("h1")).toHaveText("Flanges");
  await page.goto("about:blank");
  await server.stop();
  removeData(data);
});

test("a page that cannot be rendered shows the error screen and is logged once, and the next page works", {
  tag: "@smoke",
}, async ({ page, pageErrors }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await breakSupport(page);
  await support(page).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  await expect(page.locator("h1")).toHaveText(/^500\. /);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "red");
  await expect(page).toHaveTitle(/not available/);
  await expect(page.locator("footer.ft")).toBeHidden();
  await expect.poll(() => pageErrors).toEqual([expect.stringMatching(/^error: TypeError/)]);
  await page.getByRole("link", { name: "Return to home" }).click();
  await expect(page).toHaveURL(/\/en\/?$/);
  await expect(screen(page)).toHaveCount(0);
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", "red");
  await expect(page).not.toHaveTitle(/not available/);
  await page.goBack();
  await expect(page.locator("h1")).toHaveText(/^500\. /);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/about$/);
  await expect(screen(page)).toHaveCount(0);
  expect(pageErrors).toHaveLength(2);
  expectErrors(pageErrors, /^error: TypeError/);
});

test("Code chunk fails to load: the document of the path is loaded, and within 10 s not a second time", async ({
  page,
  pageErrors,
}) => {
  await page.clock.install();
  await page.goto("/en/about");
  await hydrated(page);
  const requested = documents(page);
  await page.route("**/static/support-*.js", (route) => route.fulfill({ status: 404 }), { times: 1 });
  await support(page).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  await hydrated(page);
  await expect(page.locator("h1")).toHaveText("Support");
  expect(requested).toEqual(["/en/support"]);

  await page.goto("/en/about");
  await hydrated(page);
  await page.route("**/static/support-*.js", (route) => route.fulfill({ status: 404 }));
  await support(page).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  await expect(page.locator("h1")).toHaveText(/^500\. /);
  expect(requested).toEqual(["/en/support", "/en/about"]);

  await page.goBack();
  await expect(page).toHaveURL(/\/en\/about$/);
  await page.clock.fastForward(10_000);
  await page.unroute("**/static/support-*.js");
  await page.route("**/static/support-*.js", (route) => route.fulfill({ status: 404 }), { times: 1 });
  await support(page).click();
  await expect(page.locator("h1")).toHaveText("Support");
  expect(requested).toEqual(["/en/support", "/en/about", "/en/support"]);
  expectErrors(pageErrors);
});

test("a first page whose code does not load is reloaded once, and then stays as the server rendered it", async ({
  page,
  pageErrors,
}) => {
  const requested = documents(page);
  await page.route("**/static/support-*.js", (route) => route.fulfill({ status: 404 }));
  await page.goto("/en/support");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  await page.mouse.move(300, 300);
  await expect.poll(() => requested).toEqual(["/en/support", "/en/support"]);
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  await page.mouse.move(310, 310);
  await expect(page.locator("html")).toHaveAttribute("data-live", "never");
  expect(pageErrors.join()).toContain("support-");
  await expect(page.locator("h1")).toHaveText("Support");
  expectErrors(pageErrors);
});

test("a block that failed on the server is loaded again, and the page hydrates as the server rendered it", async ({
  page,
  pageErrors,
}) => {
  const data = freshData();
  const server = await startServer(data);
  editContent(data, "ALTER TABLE clients RENAME COLUMN sort TO away");
  const release = await delayRequests(page, "**/api/**");
  const response = await page.goto(`${server.url}/en`);
  expect(await response?.text()).toContain("content could not be read");
  editContent(data, "ALTER TABLE clients RENAME COLUMN away TO sort");
  const loaded = page.waitForResponse("**/api/content/items/clients?*");
  release();
  await loaded;
  expect(await page.locator("html").getAttribute("data-live")).toBeNull();
  await page.mouse.move(300, 300);
  await expect(page.locator("html")).toHaveAttribute("data-live", "");
  await expect(page.getByRole("button", { name: "Load again" })).toHaveCount(0);
  expect(pageErrors).toEqual([]);
  await page.goto("about:blank");
  await server.stop();
  removeData(data);
});

test("Header load fails on error page: logged only, and the screen has the built-in menu", async ({
  page,
  pageErrors,
}) => {
  const data = freshData();
  const server = await startServer(data);
  // The content disappears while the server runs.
  breakContent(data);
  const response = await page.goto(`${server.url}/en/about`);
  expect(response?.status()).toBe(503);
  expect(response?.headers()["cache-control"]).toBe("no-store");
  await hydrated(page);
  await expect(page.locator("h1")).toHaveText(/^500\. /);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "red");
  await expect(page.locator("header").getByRole("link", { name: "Support" })).toBeVisible();
  await expect
    .poll(() => pageErrors.filter((line) => line.startsWith("error: Header load fails on error page: ")))
    .toHaveLength(1);
  expect(pageErrors.filter((line) => line.startsWith("uncaught"))).toEqual([]);
  await page.goto("about:blank");
  expectErrors(pageErrors);
  await server.stop();
  removeData(data);
});
