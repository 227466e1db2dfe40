import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

const support = (page: Page) => page.locator("header").getByRole("link", { name: "Support" });
const interval = 5 * 60_000;

/** Records the documents that the browser requests from this call on. */
function documents(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) requested.push(new URL(request.url()).pathname);
  });
  return requested;
}

/** Makes the server name another build as the latest from this call on. */
async function publish(page: Page, id: string): Promise<void> {
  await page.route("**/builds/latest.json?*", (route) => route.fulfill({ json: { id, timestamp: 1 } }));
  await page.route(`**/builds/meta/${id}.json`, (route) =>
    route.fulfill({ json: { id, timestamp: 1, matcher: { static: {}, dynamic: {} }, prerendered: [] } }),
  );
}

test("the page contains the ID of the build that the server names as the latest", async ({ page, request }) => {
  await page.goto("/en/about");
  const latest = await request.get(`/builds/latest.json?${Date.now()}`);
  expect(latest.headers()["cache-control"]).toBe("no-store");
  const { id, timestamp } = (await latest.json()) as { id: string; timestamp: number };
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(timestamp).toBeGreaterThan(0);
  await expect(page.locator("html")).toHaveAttribute("data-build", id);
  await expect(page.locator("html")).toHaveAttribute("data-build-check", String(interval));
  const meta = await request.get(`/builds/meta/${id}.json`);
  expect(meta.headers()["cache-control"]).toContain("immutable");
  expect(await meta.json()).toMatchObject({
    id,
    matcher: {
      static: { "/about": { name: "about" } },
      dynamic: { "/catalog/:slug": { name: "category", params: { page: expect.any(String) } } },
    },
    prerendered: [],
  });
});

/** Lets intervals pass until the page has found the newer build; the first begins some time after hydration. */
async function untilChecked(page: Page): Promise<void> {
  let checked = false;
  const rules = page.waitForResponse("**/builds/meta/next.json").then(async (response) => {
    await response.finished();
    checked = true;
  });
  await expect
    .poll(async () => {
      await page.clock.fastForward(interval);
      return checked;
    })
    .toBe(true);
  await rules;
}

test("the next navigation, by a link or by Back, loads the document of a newer build", async ({ page }) => {
  await page.clock.install();
  await page.goto("/en/about");
  await hydrated(page);
  await support(page).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  const requested = documents(page);
  await publish(page, "next");
  await untilChecked(page);
  expect(requested).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/about$/);
  await expect(page.locator("h1")).not.toHaveText("Support");
  await expect.poll(() => requested).toEqual(["/en/about"]);

  await hydrated(page);
  await untilChecked(page);
  await support(page).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  await expect.poll(() => requested).toEqual(["/en/about", "/en/support"]);
});
