import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { declineCookies, opened } from "./states";

test.use({ reducedMotion: "reduce" });

test.beforeEach(async ({ context, baseURL }) => declineCookies(context, baseURL));

const rows = (page: Page) => page.locator("main .find-t tbody tr:not(.find-grp)");
const chips = (page: Page) => page.locator("main .find-chip");
const field = (page: Page) => page.locator("main input[type=search]");
const cart = (page: Page) => page.locator(".hd-cart");

async function open(page: Page, language: string, q: string): Promise<void> {
  await page.goto(`/${language}/search?q=${encodeURIComponent(q)}`);
  await hydrated(page);
}

test.describe("the results page", () => {
  test("finds a part number without its separators, and marks it", async ({ page }) => {
    await open(page, "de", "FRGV-12S.71");
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).locator(".sub mark")).toHaveText("FR-GV-12S-71");
    await expect(field(page)).toHaveValue("FRGV-12S.71");
    await expect(page).toHaveTitle(/^Suche: FRGV-12S\.71 /);
  });

  test("on a phone no value of a row is cut off", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const q of ["Verschraubung", "Flansch", "Kugelhahn"]) {
      await open(page, "de", q);
      const values = rows(page).locator(".c-own:not(:empty), .c-mat:not(:empty)");
      expect(await values.count(), q).toBeGreaterThan(10);
      const cut = await values.evaluateAll((cells) =>
        cells
          .filter((cell) => {
            const text = document.createRange();
            text.selectNodeContents(cell);
            const { right } = text.getBoundingClientRect();
            const action = cell.closest("tr")?.querySelector(".c-act")?.getBoundingClientRect().left ?? 0;
            return right > action || cell.scrollWidth > cell.clientWidth;
          })
          .map((cell) => cell.textContent),
      );
      expect(cut, q).toEqual([]);
    }
  });

  test("on a desktop no value runs into the next column", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const q of ["FR-24S-12", "Verschraubung", "Flansch", "Kugelhahn", "Schlauch"]) {
      await open(page, "de", q);
      const wide = await rows(page)
        .locator("td.mono")
        .evaluateAll((cells) => cells.filter((c) => c.scrollWidth > c.clientWidth).map((c) => c.textContent));
      expect(wide, q).toEqual([]);
    }
  });

  test("finds words in another language, and words with one typing error, which it reports", async ({ page }) => {
    await open(page, "de", "raccord droit");
    await expect(rows(page).filter({ hasText: "Gerade Verschraubung" }).first()).toBeVisible();
    await open(page, "de", "Schneidrnig 12S");
    await expect(chips(page).first()).toContainText("statt „Schneidrnig“");
    await expect(rows(page).first().locator("h3 mark").first()).toHaveText("Schneidring");
  });

  test("finds values of size, pressure, material and thread", async ({ page }) => {
    for (const q of [
      "ball valve DN 25",
      "flange PN40",
      "1.4404 DN 25",
      "316L DN 25",
      "G 1/2",
      "M20x1,5",
      "tube 12 mm",
    ]) {
      await open(page, "en", q);
      await expect(rows(page).first(), q).toBeVisible();
      await expect(chips(page).locator("s"), q).toHaveCount(0);
    }
  });

  test("a cross removes a term, and Back brings it again", async ({ page }) => {
    await open(page, "de", "Flansch DN 80 PN 40");
    const before = await rows(page).count();
    await page.getByRole("link", { name: "PN 40 entfernen" }).click();
    await expect(field(page)).toHaveValue("Flansch DN 80");
    await expect(page).toHaveURL(/q=Flansch%20DN%2080$/);
    await expect(chips(page).filter({ hasText: "PN 40" })).toHaveCount(0);
    await page.goBack();
    await expect(field(page)).toHaveValue("Flansch DN 80 PN 40");
    await expect(rows(page)).toHaveCount(before);
  });

  test("an article is added with its quantity, by the button and by Enter", { tag: "@smoke" }, async ({ page }) => {
    await open(page, "de", "FR-GV-12S-71");
    const quantity = rows(page).getByRole("textbox");
    await quantity.fill("8");
    await rows(page).getByRole("button").click();
    await expect(rows(page)).toContainText("8 im Korb");
    await quantity.fill("2");
    await quantity.press("Enter");
    await expect(rows(page)).toContainText("10 im Korb");
    await expect(cart(page)).toContainText("(1)");
    await quantity.fill("zwei");
    await quantity.press("Enter");
    await expect(quantity).toHaveAttribute("aria-invalid", "true");
    await expect(rows(page).getByRole("alert")).toBeVisible();
    await expect(rows(page)).toContainText("10 im Korb");
  });

  test("a number with two characters exchanged leads to the nearest numbers", async ({ page }) => {
    await open(page, "de", "FR-GV-21S-71");
    const question = page.locator("main .find-dym");
    await expect(question).toContainText("Meinten Sie FR-GV-12S-71?");
    await expect(question.locator("u")).toHaveText("12");
    await expect(rows(page).first()).toContainText("FR-GV-12S-71");
    await question.getByRole("link").click();
    await expect(field(page)).toHaveValue("FR-GV-12S-71");
    await expect(question).toHaveCount(0);
    await expect(rows(page)).toHaveCount(1);
  });

  test("without results offers a free line, a list and the telephone", { tag: "@smoke" }, async ({ page }) => {
    await open(page, "fr", "qqqq");
    const none = page.locator("main .find-none");
    await expect(none.getByRole("heading", { level: 2 })).toHaveText("Aucun résultat pour «\u00a0qqqq\u00a0»");
    await expect(none.getByRole("link", { name: "+41 52" })).toHaveAttribute("href", /^tel:\+41/);
    await none.getByRole("textbox").fill("3");
    await none.getByRole("button", { name: /qqqq/ }).click();
    await expect(none.getByRole("status")).toHaveText("3 au panier.");
    await expect(cart(page)).toContainText("(1)");
    await none.getByRole("link", { name: "Coller une nomenclature" }).click();
    await opened(page, "modal");
    await expect(page).toHaveURL(/\/fr\/search\?q=qqqq$/);
  });

  test("a kind lists its families with their sizes, on several pages", async ({ page }) => {
    await open(page, "en", "flange");
    await expect(page.locator("main h2").first()).toContainText("Products");
    await rows(page)
      .getByRole("link", { name: /sizes$/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/en\/product\//);
  });

  test("pages of articles have addresses, and Back restores the position", async ({ page }) => {
    await open(page, "en", "DN 25");
    const first = await rows(page).first().locator(".sub").textContent();
    await page.locator("main .pager [rel=next]").click();
    await expect(page).toHaveURL(/\/en\/search\?page=2&q=DN%2025#/);
    await expect(rows(page).first().locator(".sub")).not.toHaveText(first ?? "");
    const link = rows(page).nth(10).locator("h3 a");
    await link.scrollIntoViewIfNeeded();
    const height = await page.evaluate(() => window.scrollY);
    await link.click();
    await expect(page).toHaveURL(/\/en\/product\//);
    await page.goBack();
    await expect(page).toHaveURL(/page=2&q=DN%2025/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(height);
  });

  test("keeps the query in its field, also after Back and Forward", async ({ page }) => {
    await open(page, "it", "valvola");
    await field(page).fill("flangia & <b>");
    await field(page).press("Enter");
    await expect(page).toHaveURL(/q=flangia%20%26%20%3Cb%3E$/);
    await expect(page).toHaveTitle(/^Ricerca: flangia & <b> /);
    await page.goBack();
    await expect(field(page)).toHaveValue("valvola");
    await expect(page).toHaveTitle(/^Ricerca: valvola /);
    await page.goForward();
    await expect(field(page)).toHaveValue("flangia & <b>");
  });

  test("has no horizontal scrolling at any width", async ({ page }) => {
    for (const q of ["Flansch Edelstahl DN 80 PN 40 dringend", "FR-GV-21S-71", "qqqq", "Verschraubung"]) {
      await open(page, "de", q);
      for (const width of [320, 390, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(scrolled, `${q}, ${width} px`).toBeLessThanOrEqual(width);
      }
    }
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the catalogue's field leads to the results, where a cross removes a term", async ({ page }) => {
    await page.goto("/de/catalog");
    await field(page).fill("uberwurfmutter 12S");
    await page.locator("main form[role=search] button").click();
    await expect(page).toHaveURL(/\/de\/search\?q=uberwurfmutter(%20|\+)12S$/);
    await expect(field(page)).toHaveValue("uberwurfmutter 12S");
    await expect(rows(page).locator("h3 mark").first()).toHaveText(/Überwurf/);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(rows(page).first().getByRole("textbox")).toBeHidden();
    await chips(page).last().click();
    await expect(field(page)).toHaveValue("uberwurfmutter");
  });

  test("the header links to the search at any width", async ({ page }) => {
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/it/about");
      await page.locator("header").getByRole("link", { name: "Ricerca" }).click();
      await expect(page).toHaveURL(/\/it\/search$/);
      await expect(field(page)).toBeFocused();
    }
    await page.keyboard.type("FR-GV-12S-71");
    await page.keyboard.press("Enter");
    await expect(rows(page)).toHaveCount(1);
  });
});

test("numbers of materials are aligned as text, below their head", async ({ page }) => {
  await page.goto("/en/search?q=flange+dn80+pn40");
  await expect(page.locator(".find-t .c-mat").first()).toBeVisible();
  await expect(page.locator(".find-t .c-mat.num")).toHaveCount(0);
  await expect(page.locator(".find-t .c-own.num").first()).toBeVisible();
});
