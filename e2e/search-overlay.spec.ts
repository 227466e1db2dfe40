import type { Page } from "@playwright/test";
import { delayRequests, expect, expectErrors, hydrated, test, twoFrames } from "./fixtures";
import { declineCookies, opened, openSearch, results } from "./states";

test.use({ reducedMotion: "reduce" });

test.beforeEach(async ({ context, baseURL }) => declineCookies(context, baseURL));

const field = (page: Page) => page.locator("main input[type=search]");
const cart = (page: Page) => page.locator(".hd-cart");
const input = (page: Page) => page.getByRole("combobox");
const chosen = (page: Page) => page.locator("#overlay-search [role=row][aria-selected=true]");

test("on a phone the chosen row is as wide as the window, its content where that of the others is", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/en");
  await hydrated(page);
  await openSearch(page, "straight 12S");
  const parts = () =>
    results(page)
      .first()
      .evaluate((row) =>
        [".c-pic", "h3", ".c-act"].map((part) => {
          const { left, right } = row.querySelector(part)?.getBoundingClientRect() ?? { left: NaN, right: NaN };
          return [Math.round(left), Math.round(right)];
        }),
      );
  const before = await parts();
  await page.keyboard.press("ArrowDown");
  await expect(results(page).first()).toHaveAttribute("aria-selected", "true");
  expect(await parts()).toEqual(before);
  expect(before[0]?.[1] ?? NaN).toBeLessThanOrEqual(before[1]?.[0] ?? NaN);
  const { width } = (await page.locator(".find-b").boundingBox()) ?? {};
  expect(await results(page).first().boundingBox()).toMatchObject({ x: 0, width });
});

test("its key opens it; arrows choose, Enter adds, Control and Enter opens, Escape closes", {
  tag: "@smoke",
}, async ({ page }) => {
  await page.goto("/de/catalog");
  await hydrated(page);
  await field(page).press("Control+k");
  await opened(page, "search");
  await page.keyboard.press("Escape");
  await expect(page.locator("#overlay-search")).toHaveCount(0);
  const logo = page.locator("header .logo");
  await logo.focus();
  await openSearch(page, "verschraubung 12S 1.4571");
  await expect(input(page)).toHaveAttribute("aria-expanded", "true");
  await expect(results(page).locator("mark").first()).toBeVisible();
  await expect(chosen(page)).toHaveCount(0);
  await page.keyboard.press("ArrowUp");
  await expect(results(page).last()).toHaveAttribute("aria-selected", "true");
  await expect(input(page)).toHaveAttribute(
    "aria-activedescendant",
    (await results(page).last().getAttribute("id")) ?? "",
  );
  await page.keyboard.press("ArrowDown");
  await expect(chosen(page)).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(results(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(chosen(page)).toContainText("1 im Korb");
  await expect(cart(page)).toContainText("(1)");
  await expect(input(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator("#overlay-search")).toHaveCount(0);
  await expect(logo).toBeFocused();
});

test("a key without Control does not open it, on the page and in a field (WCAG 2.1.4)", async ({ page }) => {
  await page.goto("/de/catalog");
  await hydrated(page);
  await openSearch(page);
  await page.keyboard.press("Escape");
  await expect(page.locator("#overlay-search")).toHaveCount(0);
  for (const target of [page.locator("header .logo"), field(page)]) {
    for (const key of ["/", "k"]) {
      await target.press(key);
      await twoFrames(page);
      await expect(page.locator("#overlay-search")).toHaveCount(0);
    }
  }
  await expect(field(page)).toHaveValue("/k");
});

test("Tab leads to the quantity of the chosen row, and Enter adds it and returns to the field", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await openSearch(page, "straight union 12S");
  await expect(results(page).first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect(results(page).first().getByRole("textbox")).toBeFocused();
  await page.keyboard.type("25");
  await page.keyboard.press("Enter");
  await expect(results(page).first()).toContainText("25 in cart");
  await expect(page.locator(".find-done").getByRole("status")).toHaveText(/^25 × FR-.* in cart$/);
  await expect(input(page)).toBeFocused();
  await page.keyboard.type("ball valve DN 25");
  await expect(input(page)).toHaveValue("ball valve DN 25");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cart(page)).toContainText("(0)");
});

test("Enter without a chosen row opens the page of results; a cross searches in place", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await openSearch(page, "flange DN 80 PN 40");
  await page.locator("#overlay-search").getByRole("link", { name: "PN 40 remove" }).click();
  await expect(input(page)).toHaveValue("flange DN 80");
  await expect(input(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/en\/search\?q=flange%20DN%2080$/);
  await expect(page.locator("#overlay-search")).toHaveCount(0);
});

test("Back from an opened result returns to the overlay with its text", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await openSearch(page, "flange DN 80 PN 40");
  await expect(results(page).first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/en\/product\//);
  await page.goBack();
  await opened(page, "search");
  await expect(input(page)).toHaveValue("flange DN 80 PN 40");
  await expect(results(page).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#overlay-search")).toHaveCount(0);
  await expect(page).toHaveURL(/\/en\/about$/);
});

test("typed search text survives a reload, in the overlay and on the results page", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await openSearch(page, "gauge valve");
  await page.reload();
  await opened(page, "search");
  await expect(input(page)).toHaveValue("gauge valve");
  await expect(results(page).first()).toContainText("Gauge valve");
  await page.keyboard.press("Escape");
  await expect(page.locator("#overlay-search")).toHaveCount(0);
  // Once left, the overlay stays closed.
  await page.reload();
  await hydrated(page);
  await expect(page.locator("#overlay-search")).toHaveCount(0);
  await page.goto("/en/search?q=flange");
  await field(page).fill("flange DN 80");
  await page.reload();
  await expect(field(page)).toHaveValue("flange DN 80");
  await hydrated(page);
  await expect(field(page)).toHaveValue("flange DN 80");
  // Another address has its own words.
  await page.goto("/en/search?q=elbow");
  await hydrated(page);
  await expect(field(page)).toHaveValue("elbow");
});

test("a number and a quantity are added by Enter, even before the results are shown", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await openSearch(page);
  const release = await delayRequests(page, "**/api/search?*");
  await page.keyboard.type("FR-GV-12S-71 8");
  await page.keyboard.press("Enter");
  release();
  await expect(page.locator(".find-done").getByRole("status")).toHaveText("8 × FR-GV-12S-71 in cart");
  await expect(input(page)).toHaveValue("");
  await expect(input(page)).toBeFocused();
  await expect(page).toHaveURL(/\/en\/about$/);
});

test("an outdated reply is dropped", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  const release = await delayRequests(page, "**/api/search?*q=flange");
  const requested = page.waitForRequest(/search\?.*q=flange$/);
  await openSearch(page);
  await page.keyboard.type("flange");
  await requested;
  await input(page).fill("gauge valve");
  await expect(results(page).first()).toContainText("Gauge valve");
  const outdated = page.waitForResponse(/search\?.*q=flange$/);
  release();
  await (await outdated).finished();
  await expect(input(page)).toHaveValue("gauge valve");
  await expect(results(page).first()).toContainText("Gauge valve");
});

test("keeps the previous rows while the next ones are loading", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await openSearch(page, "gauge valve");
  await expect(results(page).first()).toContainText("Gauge valve");
  const release = await delayRequests(page, "**/api/search?*q=flange");
  await input(page).fill("flange");
  await expect(page.locator("#overlay-search [aria-busy=true]")).toContainText("Gauge valve");
  release();
  await expect(page.locator("#overlay-search [aria-busy=false]")).toBeVisible();
  await expect(results(page).first()).toContainText(/flange/i);
});

test("Enter after a change of the text does not open a row of the previous text", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await openSearch(page, "gauge");
  await expect(results(page).first()).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(chosen(page)).toHaveCount(1);
  await delayRequests(page, "**/api/search?*q=gauge%20valve*");
  await page.keyboard.type(" valve");
  await expect(page.locator("#overlay-search [aria-busy=true]")).toBeVisible();
  await expect(chosen(page)).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/en\/search\?q=gauge%20valve$/);
  await expect(cart(page)).toContainText("(0)");
});

test("shows that the search failed, and retries it", async ({ page, pageErrors }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await page.route("**/api/search?*", (route) => route.fulfill({ status: 500, json: {} }));
  await openSearch(page, "flange");
  const again = page.locator("#overlay-search").getByRole("button", { name: "Load again" });
  await expect(again).toBeVisible();
  await page.unroute("**/api/search?*");
  await again.click();
  await expect(results(page).first()).toContainText(/flange/i);
  expect(pageErrors.length).toBeGreaterThan(0);
  expectErrors(pageErrors);
});

for (const [act, press, chunk, code] of [
  ["a click", (page: Page) => page.locator(".hd-search").click(), "finder", "its own code"],
  ["a click", (page: Page) => page.locator(".hd-search").click(), "overlays", "the code of all overlays"],
  ["its key", (page: Page) => page.keyboard.press("Control+k"), "finder", "its own code"],
] as const) {
  test(`what is typed after ${act} while ${code} is loading is in its field`, async ({ page }) => {
    const release = await delayRequests(page, `**/static/${chunk}-*.js`);
    await page.goto("/de/about");
    await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
    await press(page);
    await page.keyboard.type("FR-GV 12x");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("S 7");
    await expect(page).toHaveURL(/\/de\/about$/);
    release();
    await expect(input(page)).toHaveValue("FR-GV 12S 7");
    await page.keyboard.type("1");
    await expect(input(page)).toHaveValue("FR-GV 12S 71");
  });
}

test("Code chunk fails to load: the search page opens instead", async ({ page, pageErrors }) => {
  await page.goto("/en/about");
  await hydrated(page);
  await page.route("**/static/finder-*.js", (route) => route.abort());
  await page.locator(".hd-search").click();
  await expect(page).toHaveURL(/\/en\/search$/);
  await expect(field(page)).toBeVisible();
  await hydrated(page);
  expectErrors(pageErrors);
});

test("what was typed before its code failed to load is in the field of the search page", async ({
  page,
  pageErrors,
}) => {
  await page.goto("/en/about");
  await hydrated(page);
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route("**/static/finder-*.js", async (route) => {
    await failed;
    await route.abort();
  });
  await page.locator(".hd-search").click();
  await page.keyboard.type("FR-GV/12");
  fail();
  await expect(page).toHaveURL(/\/en\/search\?q=FR-GV%2F12$/);
  await expect(field(page)).toHaveValue("FR-GV/12");
  await hydrated(page);
  expectErrors(pageErrors);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the header opens it, and Back closes it", async ({ page }) => {
    await page.goto("/de/about");
    await hydrated(page);
    await page.locator(".hd-search").tap();
    await opened(page, "search");
    await expect(input(page)).toBeFocused();
    await page.goBack();
    await expect(page.locator("#overlay-search")).toHaveCount(0);
    await expect(page).toHaveURL(/\/de\/about$/);
  });

  test("takes number, quantity and Enter one after the other, and undoes the last", async ({ page }) => {
    await page.goto("/de/about");
    await hydrated(page);
    await page.locator(".hd-search").tap();
    await opened(page, "search");
    for (const [number, quantity] of [
      ["FR-GV-12S-71", 20],
      ["FR-VF-080-040-71", 8],
    ]) {
      await page.keyboard.type(`${number} ${quantity}`);
      await expect(page.locator(".find-quick")).toContainText(`${quantity} ×`);
      await expect(page.locator(".find-quick")).toContainText(`${number}`);
      await page.keyboard.press("Enter");
      await expect(input(page)).toHaveValue("");
      await expect(page.locator(".find-done").getByRole("status")).toHaveText(`${quantity} × ${number} im Korb`);
    }
    await expect(cart(page)).toContainText("(2)");
    await page.getByRole("button", { name: "Zurücknehmen" }).tap();
    await expect(cart(page)).toContainText("(1)");
    await expect(input(page)).toBeFocused();
    await page.keyboard.type("FR-VF-080-040-71 3");
    await page.locator(".find-quick button").tap();
    await expect(cart(page)).toContainText("(2)");
    await expect(input(page)).toBeFocused();
  });
});
