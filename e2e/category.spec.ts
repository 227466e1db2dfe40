import type { Page } from "@playwright/test";
import { storageKeys } from "../web/src/constants";
import { delayRequests, expect, expectErrors, hydrated, saveData, test } from "./fixtures";
import { declineCookies, opened } from "./states";

const fittings = "/de/catalog/tube-fittings";
const rows = ".plist tbody tr";

test.use({ reducedMotion: "reduce" });
test.beforeEach(async ({ context, baseURL }) => declineCookies(context, baseURL));

/** Returns part number and quantity of each line in the cart. */
const lines = (page: Page) =>
  page.evaluate(
    (key) =>
      (
        JSON.parse(localStorage.getItem(key) ?? '{"items":[]}') as { items: { sku: string; quantity: number }[] }
      ).items.map(({ sku, quantity }) => ({ sku, quantity })),
    storageKeys.cart,
  );

for (const { width, height, most } of [
  { width: 1440, height: 900, most: 450 },
  { width: 1024, height: 768, most: 420 },
  { width: 390, height: 844, most: 380 },
]) {
  for (const path of [fittings, "/fr/catalog/tube-fittings", "/de/catalog/straight-unions"]) {
    test(`the first article of ${path} is at most ${most} px down at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      const box = await page.locator(rows).first().boundingBox();
      expect(box?.y).toBeGreaterThan(100);
      expect(box?.y).toBeLessThanOrEqual(most);
    });
  }
}

for (const prefix of ["/de", "/fr"]) {
  test(`no word of a name is broken at any width: ${prefix}`, async ({ page }) => {
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [
        "catalog/tube-fittings",
        "catalog/check-valves",
        "catalog/tube-fittings?view=grid",
        "product/straight-union-s",
      ]) {
        await page.goto(`${prefix}/${path}`);
        const broken = await page.evaluate(() =>
          [...document.querySelectorAll(":is(.plist, .pgrid, .conn) h3 a, .subcat-t, .ft-cats a")].flatMap((name) => {
            const words: string[] = [];
            const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
              const text = texts.currentNode as Text;
              // A soft hyphen, a hyphen and a space are places to break; the hyphen that is shown belongs to the first part.
              for (const { 0: word, index } of text.data.matchAll(/[^\s\u00ad–-]+/g)) {
                const range = document.createRange();
                range.setStart(text, index + 1);
                range.setEnd(text, index + word.length);
                const lines = [...range.getClientRects()]
                  .filter((rect) => rect.width > 1)
                  .map(({ top }) => Math.round(top));
                if (new Set(lines).size > 1) words.push(word);
              }
            }
            return words;
          }),
        );
        expect(broken, `${path} at ${width} px`).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });
}

test("the head of the list stays under the header, with symbols that have a name", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(fittings);
  await hydrated(page);
  const head = page.locator(".plist th");
  const names = ["Bild", "Bezeichnung", "Reihe", "d₁mm", "PNbar", "Gewinde", "Werkstoff", "Bestand, Stk.", /./];
  await expect(head).toHaveText(names);
  await expect(head.nth(3).locator("abbr")).toHaveAttribute("title", "Rohraußendurchmesser");
  await page.evaluate(() => window.scrollTo(0, 900));
  const header = await page.locator(".hd").boundingBox();
  for (const cell of await head.all()) {
    const box = await cell.boundingBox();
    expect(box?.y).toBeCloseTo((header?.y ?? 0) + (header?.height ?? 0), -1);
  }
});

test("the facts of a category are counted, and filters do not change them", async ({ page }) => {
  const facts = page.locator(".cat-facts > div");
  const expected = [
    "Artikel249",
    "Produkte21",
    "NormISO 8434-1",
    "NenndruckPN\u00a0100–630",
    "Rohr d₁4–42\u00a0mm",
    "Werkstoffe3",
  ];
  await page.goto(`${fittings}?tube-od=12`);
  await expect(facts).toHaveText(expected);
  await expect(page.locator(".toolbar-n")).toHaveText("25 Artikel in 18 Produkten");
  const sum = await page.locator(".subcat-t .mono").allInnerTexts();
  expect(sum.reduce((total, text) => total + Number(text), 0)).toBe(249);
});

test("a set is found by the values that its parts have in common, and shows them", async ({ page }) => {
  await page.goto(`${fittings}?tube-od=12&pn=630`);
  const set = page.locator(rows).filter({ hasText: "FR-MS-12S-71" });
  await expect(set.locator(".c-own, .c-more")).toContainText(["12", "630", "M20×1,5"]);
});

test("a family opens its sizes in the list and adds the chosen article, with the mouse", { tag: "@smoke" }, async ({
  page,
}) => {
  await page.goto(fittings);
  const row = page.locator(rows).filter({ hasText: "Gerade Verschraubung, leicht" });
  await row.getByRole("button", { name: "Gerade Verschraubung, leicht: 30 Größen" }).click();
  const sizes = page.locator(".family");
  await sizes.getByRole("link", { name: "22L", exact: true }).click();
  await sizes.getByRole("link", { name: "1.4404 (316L)" }).click();
  await expect(sizes.getByRole("status")).toContainText("FR-GV-22L-04");
  await sizes.getByRole("textbox").fill("25");
  await sizes.getByRole("button", { name: /^Anfragen/ }).click();
  await expect(page.locator(".hd-cart")).toContainText("(1)");
  expect(await lines(page)).toEqual([{ sku: "FR-GV-22L-04", quantity: 25 }]);
  expect(new URL(page.url()).pathname).toBe(fittings);
  await row.getByRole("button", { name: /30 Größen/ }).click();
  await expect(sizes).toHaveCount(0);
});

test("a family is opened, chosen and added with the keyboard alone", async ({ page }) => {
  await page.goto("/fr/catalog/tube-fittings");
  await hydrated(page);
  const opener = page.getByRole("button", { name: /: 10 tailles$/ }).first();
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  const size = page.locator(".family a[aria-current]");
  await expect(size).toHaveText("16S");
  await page.keyboard.press("Tab");
  await expect(page.locator(".family a").first()).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(size).toHaveText("38S");
  await page.keyboard.press("Tab");
  await expect(page.locator(".family input")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".hd-cart")).toContainText("(1)");
  expect(await lines(page)).toEqual([{ sku: "FR-WV-38S-71", quantity: 1 }]);
  await opener.press("Space");
  await expect(page.locator(".family")).toHaveCount(0);
});

test("list and grid have the same symbol for a tube's diameter, and the list names the series", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/de/catalog/straight-unions");
  await expect(page.locator(".plist thead")).toContainText(/Reihe.*d₁/);
  const series = page.locator(".plist td.c-wide");
  await expect(series.first()).toBeVisible();
  expect(new Set(await series.allTextContents())).toEqual(new Set(["S", "L"]));
  await page.goto("/de/catalog/straight-unions?view=grid");
  await expect(page.locator(".pgrid .chips").first()).toContainText("d₁");
  await expect(page.locator(".pgrid")).not.toContainText("Ø");
});

test("an open family does not change the columns of the list, and fills it", async ({ page }) => {
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(fittings);
    await hydrated(page);
    const widths = () =>
      page
        .locator(".plist th")
        .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().width)));
    const closed = await widths();
    await page
      .getByRole("button", { name: /: 30 Größen$/ })
      .first()
      .click();
    await expect(page.locator(".family")).toBeVisible();
    expect(await widths(), `${width} px`).toEqual(closed);
    const [table, row] = await Promise.all([
      page.locator(".plist").boundingBox(),
      page.locator(".family-r td").boundingBox(),
    ]);
    expect(row?.width).toBeCloseTo(table?.width ?? 0, 0);
  }
});

test("the first size of a family is one that the filters leave", async ({ page }) => {
  await page.goto(`${fittings}?tube-od=20`);
  const row = page.locator(rows).filter({ hasText: "3 von 30 Artikeln" }).first();
  await row.getByRole("button", { name: /: 3 Größen$/ }).click();
  await expect(page.locator(".family a[aria-current]").first()).toHaveText("20S");
});

test("a family that is pressed before the page's code is loaded opens", async ({ page }) => {
  const release = await delayRequests(page, "**/static/category-*.js");
  await page.goto(fittings, { waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  await page
    .getByRole("button", { name: /: 10 Größen$/ })
    .first()
    .click();
  await expect(page.locator("html")).toHaveAttribute("data-pressed", "");
  release();
  await expect(page.locator(".family a[aria-current]")).toHaveText("16S");
  await expect(page).toHaveURL(new RegExp(`${fittings}$`));
});

test("sizes that cannot be loaded are loaded again", async ({ page, pageErrors }) => {
  // Prefetching would load them before the retry.
  await saveData(page);
  await page.goto(fittings);
  await hydrated(page);
  await page.route("**/items/products?*", (route) => route.fulfill({ status: 500, json: { errors: [] } }));
  await page
    .getByRole("button", { name: /: 10 Größen$/ })
    .first()
    .click();
  const retry = page.locator(".family-r").getByRole("button", { name: "Erneut laden" });
  await expect(retry).toBeVisible();
  await page.unroute("**/items/products?*");
  await retry.click();
  await expect(page.locator(".family a[aria-current]")).toHaveText("16S");
  expectErrors(pageErrors);
});

test("on a phone a row of buttons names the filters and opens them at their facet", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${fittings}?tube-od=12_16`);
  await hydrated(page);
  const quick = page.locator(".quick a");
  await expect(quick).toHaveText([
    "Filter (2)",
    "Rohr-AD: 12 +1",
    "PN",
    "Werkstoff",
    "Gewinde",
    "Baureihe",
    "Ab Lager",
  ]);
  await quick.filter({ hasText: "Gewinde" }).click();
  await opened(page, "filters");
  await expect(page.locator("#sheet-thread")).toBeInViewport();
  await expect(page.locator("#sheet-tube-od")).not.toBeInViewport();
  await page.keyboard.press("Escape");
  await quick.filter({ hasText: "Ab Lager" }).click();
  await expect(page).toHaveURL(/\?stock=1&tube-od=12_16$/);
});

for (const width of [703, 1440]) {
  test(`a list prints as a table with its head, without controls: from a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 1000 });
    await page.goto(`${fittings}?tube-od=12`);
    await hydrated(page);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".plist thead")).toHaveCSS("display", "table-header-group");
    await expect(page.locator(rows).first()).toHaveCSS("display", "table-row");
    for (const column of [".num", ".c-more", ".c-mat", ".c-st"])
      await expect(page.locator(`${rows} ${column}`).first()).toBeVisible();
    for (const hidden of [".plist .act", ".quick", ".listing .facets", ".subcats", ".cat-six"])
      await expect(page.locator(hidden).first()).toBeHidden();
    await expect(page.locator(".toolbar")).toHaveText(/25 Artikel in 18 Produkten.*Rohr-AD 12/s);
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a family's button leads to the product", { tag: "@smoke" }, async ({ page }) => {
    await page.goto(fittings);
    await page.getByRole("button", { name: "Winkelverschraubung 90°: 10 Größen" }).click();
    await expect(page).toHaveURL(/\/de\/product\/elbow-union-s\??$/);
    await expect(page.locator("h1")).toContainText("Winkel");
  });
});
