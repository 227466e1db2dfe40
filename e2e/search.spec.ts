import type { Page } from "@playwright/test";
import { expect, delayRequests, hydrated, test } from "./fixtures";
import { declineCookies, opened, openSearch } from "./states";

test.use({ reducedMotion: "reduce" });

test.beforeEach(async ({ context, baseURL }) => declineCookies(context, baseURL));

const options = (page: Page) => page.locator("#overlay-search .find-product");
const rows = (page: Page) => page.locator("main .plist tbody tr");

async function results(page: Page, language: string, q: string): Promise<void> {
  await page.goto(`/${language}/search?q=${encodeURIComponent(q)}`);
  await hydrated(page);
}

test.describe("the results page", () => {
  for (const written of ["fr gv 12s 71", "FRGV-12S.71", "frgv12s71"]) {
    test(`finds the part number FR-GV-12S-71 written as ${written}, and marks it`, async ({ page }) => {
      await results(page, "de", written);
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page).locator(".sku mark")).toHaveText("FR-GV-12S-71");
      await expect(page.locator("main input[type=search]")).toHaveValue(written);
      await expect(page).toHaveTitle(new RegExp(`^Suche: ${written.replaceAll(".", "\\.")} `));
    });
  }

  test("finds words in another language, and words with one typing error, which it reports", async ({ page }) => {
    await results(page, "de", "raccord droit");
    const names = await rows(page).locator("h3").allTextContents();
    expect(names).toContain("Gerade Verschraubung");
    await results(page, "de", "Schneidrnig");
    await expect(page.locator("main .find-read")).toHaveText("Suche nach „schneidring“ statt „schneidrnig“.");
    await expect(rows(page).first().locator("mark")).toHaveText("Schneidring");
  });

  test("finds a material by any of its names, and values of size, pressure and thread", async ({ page }) => {
    await results(page, "en", "1.4404");
    const named = await rows(page).locator("h3").allTextContents();
    expect(named.length).toBeGreaterThan(0);
    await results(page, "en", "316L");
    // 316L also names other grades, so its list is longer than a page.
    expect(await rows(page).locator("h3").allTextContents()).toEqual(expect.arrayContaining(named.slice(0, 20)));
    for (const q of ["ball valve DN 25", "flange PN40", "G 1/2", "M20x1,5", "tube 12 mm"]) {
      await results(page, "en", q);
      await expect(rows(page).first(), q).toBeVisible();
      await expect(page.locator("main .find-read"), q).toHaveCount(0);
    }
  });

  test("without results suggests what to try and whom to contact", { tag: "@smoke" }, async ({ page }) => {
    await results(page, "fr", "qqqq");
    const none = page.locator("main .find-none");
    await expect(none.getByRole("heading")).toHaveText("Aucun résultat pour «\u00a0qqqq\u00a0»");
    await none.getByRole("link", { name: "Envoyer une demande" }).click();
    await opened(page, "request");
    await expect(page).toHaveURL(/\/fr\/search\?q=qqqq$/);
  });

  test("suggests which word to omit where all words together have no results", async ({ page }) => {
    await results(page, "en", "needle valve pressure gauge DN 80");
    await page.locator("main .find-less a").first().click();
    await expect(rows(page).first()).toBeVisible();
    await expect(page.locator("main input[type=search]")).not.toHaveValue("needle valve pressure gauge DN 80");
  });

  test("keeps the query in its field, also after Back and Forward", async ({ page }) => {
    await results(page, "it", "valvola");
    const field = page.locator("main input[type=search]");
    await field.fill("flangia & <b>");
    await field.press("Enter");
    await expect(page).toHaveURL(/q=flangia%20%26%20%3Cb%3E$/);
    await expect(page).toHaveTitle(/^Ricerca: flangia & <b> /);
    await page.goBack();
    await expect(field).toHaveValue("valvola");
    await expect(page).toHaveTitle(/^Ricerca: valvola /);
    await page.goForward();
    await expect(field).toHaveValue("flangia & <b>");
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the catalogue's field leads to the results, with matches marked", async ({ page }) => {
    await page.goto("/de/catalog");
    await page.locator("main input[type=search]").fill("uberwurf");
    await page.locator("main form[role=search] button").click();
    await expect(page).toHaveURL(/\/de\/search\?q=uberwurf$/);
    await expect(page.locator("main input[type=search]")).toHaveValue("uberwurf");
    await expect(rows(page).locator("mark").first()).toHaveText("Überwurf");
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  });

  for (const width of [390, 1440]) {
    test(`the header links to the search at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/it/about");
      await page.locator("header").getByRole("link", { name: "Ricerca" }).click();
      await expect(page).toHaveURL(/\/it\/search$/);
      await expect(page.locator("main input[type=search]")).toBeVisible();
    });
  }
});

test.describe("the overlay", () => {
  test("its key opens it, except in a text field; arrows choose, Enter follows, Escape closes", {
    tag: "@smoke",
  }, async ({ page }) => {
    await page.goto("/de/catalog");
    await hydrated(page);
    const own = page.locator("main input[type=search]");
    await own.press("/");
    await expect(own).toHaveValue("/");
    await expect(page.locator("#overlay-search")).toHaveCount(0);
    const logo = page.locator("header .logo");
    await logo.focus();
    await openSearch(page, "verschraub");
    const field = page.getByRole("combobox");
    await expect(field).toHaveAttribute("aria-expanded", "true");
    await expect(options(page).locator("mark").first()).toHaveText("Verschraub");
    const all = page.getByRole("option");
    const chosen = page.locator("[role=option][aria-selected=true]");
    await expect(chosen).toHaveCount(0);
    await page.keyboard.press("ArrowUp");
    await expect(all.last()).toHaveAttribute("aria-selected", "true");
    await expect(field).toHaveAttribute("aria-activedescendant", (await all.last().getAttribute("id")) ?? "");
    await page.keyboard.press("ArrowDown");
    await expect(chosen).toHaveCount(0);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(all.nth(1)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
    await expect(page.locator("#overlay-search")).toHaveCount(0);
    await expect(logo).toBeFocused();

    await openSearch(page, "verschraub");
    await expect(all.first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/de\/search\?q=verschraub$/);
    await expect(page.locator("#overlay-search")).toHaveCount(0);
  });

  test("an outdated reply is dropped", async ({ page }) => {
    await page.goto("/en/about");
    await hydrated(page);
    const release = await delayRequests(page, "**/api/suggest?q=flange&*");
    const requested = page.waitForRequest(/suggest\?q=flange&/);
    await openSearch(page, "flange");
    await requested;
    await page.getByRole("combobox").fill("gauge");
    await expect(options(page).first()).toContainText("Gauge valve");
    const outdated = page.waitForResponse(/suggest\?q=flange&/);
    release();
    await (await outdated).finished();
    await expect(page.getByRole("combobox")).toHaveValue("gauge");
    await expect(options(page).first()).toContainText("Gauge valve");
  });

  test("shows that the search failed, and retries it", async ({ page, pageErrors }) => {
    await page.goto("/en/about");
    await hydrated(page);
    await page.route("**/api/suggest?*", (route) => route.fulfill({ status: 500, json: {} }));
    await openSearch(page, "flange");
    const again = page.locator("#overlay-search").getByRole("button", { name: "Load again" });
    await expect(again).toBeVisible();
    await page.unroute("**/api/suggest?*");
    await again.click();
    await expect(options(page).first()).toContainText("flange");
    expect(pageErrors.length).toBeGreaterThan(0);
    pageErrors.length = 0;
  });

  test("Code chunk fails to load: the search page opens instead", async ({ page, pageErrors }) => {
    await page.goto("/en/about");
    await hydrated(page);
    await page.route("**/static/finder-*.js", (route) => route.abort());
    await page.locator(".hd-search").click();
    await expect(page).toHaveURL(/\/en\/search$/);
    await expect(page.locator("main input[type=search]")).toBeVisible();
    await hydrated(page);
    pageErrors.length = 0;
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test("the menu opens it, and Back closes it", async ({ page }) => {
      await page.goto("/de/about");
      await hydrated(page);
      await page.locator(".burger").click();
      await opened(page, "mobile");
      await page.locator("#overlay-mobile").getByRole("link", { name: "Suche" }).click();
      await opened(page, "search");
      await expect(page.getByRole("combobox")).toBeFocused();
      await page.goBack();
      await expect(page.locator("#overlay-search")).toHaveCount(0);
      await expect(page).toHaveURL(/\/de\/about$/);
    });
  });
});
