import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { freshData, removeData, startServer } from "./server";

const support = (page: Page) => page.locator("header").getByRole("link", { name: "Support" });
const interval = 5 * 60_000;

/** Counts the documents that the browser asks for from now on. */
function documents(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

/** A server that has another build from now on. */
async function publish(page: Page, id: string): Promise<void> {
  await page.route("**/builds/latest.json?*", (route) => route.fulfill({ json: { id, timestamp: 1 } }));
  await page.route(`**/builds/meta/${id}.json`, (route) =>
    route.fulfill({ json: { id, timestamp: 1, matcher: { static: {}, dynamic: {} }, prerendered: [] } }),
  );
}

/** Lets the browser believe that its tab is in the background, or in front again. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

test("the page carries the build that the server names as the latest", async ({ page, request }) => {
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

test("after five minutes the latest build is asked for; the same one changes nothing", async ({ page }) => {
  await page.clock.install();
  await page.goto("/en/about");
  await hydrated(page);
  const asked = documents(page);
  for (let round = 0; round < 2; round += 1) {
    const look = page.waitForResponse("**/builds/latest.json?*");
    await page.clock.fastForward(interval);
    expect((await look).url()).toMatch(/\?\d{13}$/);
    await (await look).finished();
  }
  await support(page).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  expect(asked).toEqual([]);
});

test("a newer build is taken at the next navigation, by a link or by Back", async ({ page }) => {
  await page.clock.install();
  await page.goto("/en/about");
  await hydrated(page);
  await support(page).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  const asked = documents(page);
  await publish(page, "next");
  let rules = page.waitForResponse("**/builds/meta/next.json");
  await page.clock.fastForward(interval);
  await (await rules).finished();
  expect(asked).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/about$/);
  await expect(page.locator("h1")).not.toHaveText("Support");
  await expect.poll(() => asked).toEqual(["/en/about"]);

  await hydrated(page);
  rules = page.waitForResponse("**/builds/meta/next.json");
  await page.clock.fastForward(interval);
  await (await rules).finished();
  await support(page).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  await expect.poll(() => asked).toEqual(["/en/about", "/en/support"]);
});

test("a newer build whose route rules are missing is not taken yet", async ({ page, complaints }) => {
  await page.clock.install();
  await page.goto("/en/about");
  await hydrated(page);
  const asked = documents(page);
  await page.route("**/builds/latest.json?*", (route) => route.fulfill({ json: { id: "halfway", timestamp: 1 } }));
  const rules = page.waitForResponse("**/builds/meta/halfway.json");
  await page.clock.fastForward(interval);
  expect((await rules).status()).toBe(404);
  await support(page).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  expect(asked).toEqual([]);
  complaints.length = 0;
});

test("a hidden page does not ask, and makes up for it when it is shown again", async ({ page }) => {
  await page.clock.install();
  await page.goto("/en/about");
  await hydrated(page);
  const looks: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/builds/")) looks.push(request.url());
  });
  await setHidden(page, true);
  await page.clock.fastForward(3 * interval);
  await setHidden(page, true);
  expect(looks).toEqual([]);
  await setHidden(page, false);
  await expect.poll(() => looks.length).toBe(1);
  await setHidden(page, false);
  await page.clock.fastForward(interval - 1000);
  expect(looks).toHaveLength(1);
});

test("with --build-check 0 a page never asks", async ({ page }) => {
  const data = freshData();
  const server = await startServer(data, "--build-check", "0");
  await page.clock.install();
  await page.goto(`${server.url}/en/about`);
  await hydrated(page);
  await expect(page.locator("html")).not.toHaveAttribute("data-build-check");
  const looks: string[] = [];
  page.on("request", (request) => looks.push(request.url()));
  await page.clock.fastForward(10 * interval);
  expect(looks.filter((address) => address.includes("/builds/"))).toEqual([]);
  await page.goto("about:blank");
  await server.stop();
  removeData(data);
});
