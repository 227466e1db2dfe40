import type { Page } from "@playwright/test";
import { expect, expectErrors, hydrated, test as base } from "./fixtures";
import { freePort } from "./replicas";
import { freshData, removeData, startServer, type Server } from "./server";

/** A server whose metrics are served. */
const test = base.extend<object, { server: Server; metrics: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  metrics: [async ({}, use) => use(`127.0.0.1:${await freePort()}`), { scope: "worker" }],
  server: [
    async ({ metrics }, use) => {
      const data = freshData();
      const server = await startServer(data, "--metrics-listen", metrics);
      await use(server);
      await server.stop();
      removeData(data);
    },
    { scope: "worker" },
  ],
});

/** Returns how many errors of a kind the server has counted on a route. */
async function counted(metrics: string, kind: string, route: string): Promise<number> {
  const text = await (await fetch(`http://${metrics}/metrics`)).text();
  const name = `ferrule_browser_errors_total{kind="${kind}",route="${route}"} `;
  const line = text.split("\n").find((each) => each.startsWith(name));
  return Number(line?.slice(name.length) ?? 0);
}

/** Changes the documents of a path on their way, as a translating proxy does. */
async function rewrite(page: Page, path: string, from: RegExp, to: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue();
    const response = await route.fetch();
    const body = await response.text();
    expect(body).toMatch(from);
    await route.fulfill({ response, body: body.replace(from, to) });
  });
}

test("a page that cannot be hydrated is rendered again, and the operator's metrics count it", async ({
  page,
  pageErrors,
  metrics,
}) => {
  await rewrite(page, "/de/support", /(<h1[^>]*>)[^<]+/, "$1Changed");
  const reports: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/browser-errors")) reports.push(request.postDataJSON());
  });
  await page.goto("/de/support");
  await expect(page.locator("h1")).toHaveText("Changed");
  await hydrated(page);
  await expect(page.locator("h1")).toHaveText("Support");
  await expect.poll(() => counted(metrics, "recovered", "support")).toBe(1);
  expect(reports).toEqual([
    {
      kind: "recovered",
      route: "support",
      build: expect.stringMatching(/^\w+$/),
      position: expect.stringMatching(/^[\w-]+\.js:\d+:\d+$/),
    },
  ]);
  expect(pageErrors).toEqual([expect.stringContaining("#418")]);
  expectErrors(pageErrors, /#418/);
});

test("a header that cannot be hydrated is rendered again, and the page stays", async ({
  page,
  pageErrors,
  metrics,
}) => {
  await rewrite(page, "/de/about", /(<a[^>]* href="\/de\/support"[^>]*><span>)[^<]+/, "$1Changed");
  await page.goto("/de/about");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  await expect.poll(() => counted(metrics, "recovered", "about")).toBe(1);
  await expect(page.locator("header a[href='/de/support']").first()).toHaveText("Support");
  await expect(page.locator("h1")).toBeVisible();
  expect(pageErrors.length).toBeGreaterThan(0);
  expectErrors(pageErrors, /#418/);
});

test("an error screen in place of a page is counted on the page's route", async ({ page, pageErrors, metrics }) => {
  await page.route("**/api/content/items/support**", (route) =>
    route.fulfill({ json: { data: [{ id: 1, translations: [{ languages_code: "en-US", team_description: 1 }] }] } }),
  );
  await page.goto("/en/about");
  await hydrated(page);
  await page.locator("header").getByRole("link", { name: "Support" }).click();
  await expect(page.locator(".e404")).toBeVisible();
  await expect.poll(() => counted(metrics, "caught", "support")).toBe(1);
  expect(pageErrors.length).toBeGreaterThan(0);
  expectErrors(pageErrors, /^error: TypeError/);
});
