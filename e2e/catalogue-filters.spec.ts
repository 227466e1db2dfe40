import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { delayRequests, expect, expectErrors, hydrated, saveData, stopClock, test } from "./fixtures";
import { editContent, freshData, removeData, startServer } from "./server";
import { declineCookies, opened } from "./states";

const fittings = "/de/catalog/tube-fittings";
const rows = ".plist tbody tr";

test.use({ reducedMotion: "reduce" });
test.beforeEach(async ({ context, baseURL }) => declineCookies(context, baseURL));

/** Returns the number of articles that the list states. */
async function count(page: Page): Promise<number> {
  return Number.parseInt(await page.locator(".toolbar-n").innerText(), 10);
}

/** Returns the query of the current address. */
function query(page: Page): string {
  return decodeURIComponent(new URL(page.url()).search);
}

test("every choice is in the address: reload, Back and Forward restore it", { tag: "@smoke" }, async ({ page }) => {
  await page.goto(fittings);
  const all = await count(page);
  const box = page.getByRole("checkbox", { name: "Ab Lager" });
  await box.check();
  await expect.poll(() => query(page)).toBe("?stock=1");
  await expect(box).toBeFocused();
  expect(await count(page)).toBeLessThan(all);
  const zinc = page.getByRole("checkbox", { name: "Stahl verzinkt" });
  await zinc.check();
  await expect(page.locator(".toolbar-n")).toHaveText(/^\d+ Artikel in 2 Produkten$/);
  await expect(page.locator(rows)).toHaveCount(2);

  await page.reload();
  await expect(zinc).toBeChecked();
  await expect(page.locator(rows)).toHaveCount(2);
  await page.goBack();
  await expect.poll(() => query(page)).toBe("?stock=1");
  await expect(zinc).not.toBeChecked();
  await page.goBack();
  await expect.poll(() => count(page)).toBe(all);
  await page.goForward();
  await expect(box).toBeChecked();
  expect(await count(page)).toBeLessThan(all);
});

test("a family's link leads to the first size that matches the filters", async ({ page }) => {
  await page.goto(`${fittings}?tube-od=16`);
  const link = page.locator(`${rows} h3 a[href*="/product/straight-union-s"]`).first();
  await expect(link).toHaveAttribute("href", /[?]variant=FR-GV-16S-/);
  await link.click();
  await expect(page.locator("h1")).toContainText("16S");
});

test("chips name the filters and remove one or all of them, and the focus moves to the next chip or to the list", async ({
  page,
}) => {
  await page.goto(`${fittings}?tube-od=12_16&pn=400..&stock=1&sort=name`);
  await hydrated(page);
  const chips = page.locator(".active a");
  await expect(chips).toHaveText(["Rohr-AD 12", "Rohr-AD 16", "PN ≥ 400", "Ab Lager", "Alle entfernen"]);
  await expect(chips.first()).toHaveAttribute("rel", "nofollow");
  await chips.first().focus();
  await page.keyboard.press("Enter");
  await expect(chips).toHaveCount(4);
  await expect.poll(() => query(page)).toBe("?pn=400..&sort=name&stock=1&tube-od=16");
  await expect(page.getByRole("link", { name: "Filter entfernen: Rohr-AD 16" })).toBeFocused();
  await page.getByRole("link", { name: "Alle entfernen" }).click();
  await expect(chips).toHaveCount(0);
  await expect.poll(() => query(page)).toBe("?sort=name");
  await expect(page.locator("#products")).toBeFocused();
});

test("sizes without matches under the selection are struck through, and counts are updated", async ({ page }) => {
  await page.goto(`${fittings}?tube-od=12`);
  const thread = page.getByRole("checkbox", { name: "M14×1,5" });
  await expect(thread).toBeDisabled();
  const zinc = page.locator(".opt", { hasText: "Stahl verzinkt" });
  expect(
    await zinc
      .locator("span")
      .first()
      .evaluate((element) => getComputedStyle(element).textDecorationLine),
  ).toBe("none");
  expect(
    await page
      .locator(".opt", { hasText: "M14×1,5" })
      .locator("span")
      .first()
      .evaluate((element) => getComputedStyle(element).textDecorationLine),
  ).toBe("line-through");
  // Further values are in a disclosure, which is open if one of them is chosen.
  const moreValues = page.locator(".facet", { hasText: "Gewinde" }).locator("details");
  await expect(moreValues).not.toHaveAttribute("open");
  await page.goto(`${fittings}?thread=m45x2`);
  await expect(moreValues).toHaveAttribute("open");
});

test("the values of a range are chosen as cells, and further choices list them", async ({ page }) => {
  await page.goto(`${fittings}?pn=400..`);
  const cell = (name: string) => page.getByRole("group", { name: "Nenndruck" }).getByRole("checkbox", { name });
  await expect(page.locator(".active a")).toHaveText(["PN ≥ 400"]);
  for (const [name, checked] of Object.entries({ 160: false, 400: true, 630: true }))
    await expect(cell(name)).toBeChecked({ checked });
  await page.getByRole("group", { name: "Nenndruck" }).locator("label", { hasText: /^315$/ }).click();
  await expect.poll(() => query(page)).toBe("?pn=315_400_630");
  await page.getByRole("group", { name: "Nenndruck" }).locator("label", { hasText: /^630$/ }).click();
  await expect.poll(() => query(page)).toBe("?pn=315_400");
});

test("many pressures are a range, set with the keyboard in steps of the given numbers and unset at its ends", async ({
  page,
}) => {
  await page.goto("/de/catalog/instrumentation");
  const from = page.getByRole("slider", { name: "PN von" });
  const to = page.getByRole("slider", { name: "PN bis" });
  await expect(from).toHaveAttribute("aria-valuetext", "PN 1");
  await from.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => query(page)).toBe("?pn=1.6..");
  await expect(from).toHaveAttribute("aria-valuetext", "PN 1,6");
  await expect(from).toBeFocused();
  await to.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => query(page)).toBe("?pn=1.6..630");
  await expect(page.locator(".active a").first()).toHaveText("PN 1,6 – 630");
  // A handle stops at the other one.
  await from.focus();
  await page.keyboard.press("End");
  await expect.poll(() => query(page)).toBe("?pn=630..630");
  await page.keyboard.press("Home");
  await to.focus();
  await page.keyboard.press("End");
  await expect.poll(() => query(page)).toBe("");
});

test("sorting and the grid view are in the address, and filters preserve them", async ({ page }) => {
  await page.goto(fittings);
  await page.getByLabel("Sortierung").selectOption("Name");
  await expect.poll(() => query(page)).toBe("?sort=name");
  const names = await page.locator(`${rows} h3`).allInnerTexts();
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "de")));
  await page.getByRole("link", { name: "Raster" }).click();
  await expect(page.locator(".pgrid .pcard")).toHaveCount(names.length);
  await page.getByRole("checkbox", { name: "Ab Lager" }).check();
  await expect.poll(() => query(page)).toBe("?sort=name&stock=1&view=grid");
  await page.getByRole("link", { name: "Liste" }).click();
  await expect(page.locator(".plist")).toBeVisible();
  await expect.poll(() => query(page)).toBe("?sort=name&stock=1");
});

test("pages of 24 have numbers and addresses and scroll to the top of the list, and a filter resets to the first", async ({
  page,
}) => {
  const data = freshData();
  editContent(
    data,
    `INSERT INTO products_categories (products_id, categories_id)
     SELECT p.id, c.id FROM products p, categories c WHERE c.slug = 'tube-fittings';`,
  );
  const server = await startServer(data);
  await page.goto(server.url + fittings);
  await expect(page.locator(rows)).toHaveCount(24);
  const all = Number(/in (\d+) Produkten$/.exec(await page.locator(".toolbar-n").innerText())?.[1]);
  const pager = page.locator(".pager");
  const last = Math.ceil(all / 24);
  await expect(pager.locator("li")).toHaveText(["1", "2", "3", "4", String(last)]);
  await expect(pager.locator("[aria-current]")).toHaveText("1");
  const first = await page.locator(`${rows} h3`).first().innerText();
  await pager.getByRole("link", { name: "Nächste Seite" }).click();
  await expect(pager.locator("[aria-current]")).toHaveText("2");
  await expect.poll(() => query(page)).toBe("?page=2");
  await expect(page.locator("#products")).toBeFocused();
  await expect(page.locator("#products")).toBeInViewport();
  await expect(page.locator(`${rows} h3`).first()).not.toHaveText(first);
  await pager.getByRole("link", { name: String(last), exact: true }).click();
  await expect(page.locator(rows)).toHaveCount(all - 24 * (last - 1));
  await expect(pager.getByRole("link", { name: "Nächste Seite" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Ab Lager" }).check();
  await expect(pager.locator("[aria-current]")).toHaveText("1");
  await expect.poll(() => query(page)).toBe("?stock=1");
  await page.goto("about:blank");
  await server.stop();
  removeData(data);
});

test("filters, chips and rows use the chosen units, and the address the content's units", async ({ page }) => {
  await page.goto(`${fittings}?pn=400..630`);
  await page.getByRole("button", { name: "Zoll, psi, NPS" }).click();
  await expect(page.locator("#filters-tube-od")).toHaveText("Rohr d₁ in");
  await page.locator(".cells label", { hasText: /^0,472$/ }).click();
  await expect.poll(() => query(page)).toBe("?pn=400..630&tube-od=12");
  await expect(page.locator(".active a").first()).toHaveText("Rohr-AD 0,472\u00a0in");
  await expect(page.locator(".plist th").nth(3)).toHaveText("d₁in");
  await expect(page.locator(`${rows} .num`).first()).toHaveText("0,472");
  await page.getByRole("button", { name: "mm, bar, DN" }).click();
  await expect(page.locator(".active a").first()).toHaveText("Rohr-AD 12");
});

test("the previous list remains, marked as busy, until the new one is loaded", async ({ page }) => {
  await page.goto(fittings);
  const shown = await page.locator(rows).count();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/catalogue?*", async (route) => {
    await released;
    await route.continue();
  });
  const zinc = page.getByRole("checkbox", { name: "Stahl verzinkt" });
  await zinc.check();
  await expect(page.locator("#products")).toHaveAttribute("aria-busy", "true");
  await expect(zinc).toBeChecked();
  await expect.poll(() => query(page)).toBe("?material=zinc-plated-steel");
  await expect(page.locator(rows)).toHaveCount(shown);
  release();
  await expect(page.locator(rows)).toHaveCount(2);
  await expect(page.locator("#products")).toHaveAttribute("aria-busy", "false");
});

test("a choice whose navigation is replaced by another one is taken back", async ({ page }) => {
  // A navigation waits 400 ms for its content.
  await stopClock(page);
  await page.goto(fittings);
  const release = await delayRequests(page, "**/api/catalogue?*");
  const zinc = page.getByRole("checkbox", { name: "Stahl verzinkt" });
  await zinc.check();
  await expect(page.locator("#products")).toHaveAttribute("aria-busy", "true");
  await page.locator(".skip").press("Enter");
  await expect(page).toHaveURL(new RegExp(`${fittings}#main$`));
  await page.clock.runFor(400);
  await expect(zinc).not.toBeChecked();
  await expect(page.locator("#products")).toHaveAttribute("aria-busy", "false");
  release();
});

test("Block load fails: the list shows its error, the filters remain, and a retry loads it", async ({
  page,
  pageErrors,
}) => {
  // Prefetching would load the list before the retry.
  await saveData(page);
  await page.goto(fittings);
  await page.route("**/api/catalogue?*", (route) => route.fulfill({ status: 500, json: { errors: [] } }));
  await page.getByRole("checkbox", { name: "Stahl verzinkt" }).check();
  const retry = page.getByRole("button", { name: "Erneut laden" });
  await expect(retry).toBeVisible();
  await expect(page.locator(rows)).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Ab Lager" })).toBeVisible();
  await page.unroute("**/api/catalogue?*");
  await retry.click();
  await expect(page.locator(rows)).toHaveCount(2);
  expectErrors(pageErrors);
});

test("an empty list suggests filters to remove, with the number of products that each removal gives", async ({
  page,
}) => {
  await page.goto(`${fittings}?material=zinc-plated-steel&tube-od=4`);
  await expect(page.locator(rows)).toHaveCount(0);
  const suggestion = page.locator(".none a").first();
  await expect(suggestion).toHaveText(/^Ohne Rohr-AD: 2 Produkte$/);
  await suggestion.click();
  await expect(page.locator(rows)).toHaveCount(2);
  await expect.poll(() => query(page)).toBe("?material=zinc-plated-steel");
});

test.describe("below 1280 px", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the filters open as an overlay, count immediately, and add one entry to the history", async ({ page }) => {
    await page.goto(`${fittings}?stock=1`);
    await hydrated(page);
    const opener = page.locator(".quick a.sel").first();
    await expect(opener).toHaveText("Filter (1)");
    await opener.click();
    await opened(page, "filters");
    const sheet = page.locator("#overlay-filters");
    await sheet.getByRole("checkbox", { name: "Stahl verzinkt" }).check();
    await expect(sheet.getByRole("button", { name: "17 zeigen" })).toBeVisible();
    await expect.poll(() => query(page)).toBe("?stock=1");
    await sheet.getByRole("button", { name: "Zurücksetzen" }).click();
    await expect(sheet.getByRole("checkbox", { name: "Ab Lager" })).not.toBeChecked();
    await sheet.locator(".cells label", { hasText: /^12$/ }).click();
    await sheet.getByLabel("Sortierung").selectOption("Name");
    await sheet.getByRole("button", { name: "25 zeigen" }).click();
    await expect(sheet).toHaveCount(0);
    await expect.poll(() => query(page)).toBe("?sort=name&tube-od=12");
    await expect(page.locator(".toolbar-n")).toHaveText("25 Artikel in 18 Produkten");
    await expect(opener).toBeFocused();
    await page.goBack();
    await expect.poll(() => query(page)).toBe("?stock=1");
  });

  test("list, grid and filter sheet fit 320 px", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    const wider = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    for (const view of ["?tube-od=12_16&pn=400..630&stock=1", "?view=grid"]) {
      await page.goto(fittings + view);
      await hydrated(page);
      expect(await wider(), view).toBe(false);
    }
    await page.locator(".quick a.sel").first().click();
    await opened(page, "filters");
    const body = page.locator("#overlay-filters .facets");
    expect(await body.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the filters are submitted as one form, also with several values of a facet, and chips and pages are links", {
    tag: "@smoke",
  }, async ({ page }) => {
    await page.goto(`${fittings}?view=grid`);
    await page.locator(".cells label", { hasText: /^12$/ }).first().click();
    await page.locator(".cells label", { hasText: /^16$/ }).first().click();
    await page.locator(".cells label", { hasText: /^630$/ }).click();
    await page.getByRole("checkbox", { name: "Ab Lager" }).check();
    await page.getByLabel("Sortierung").selectOption("Name");
    await page.locator("form#filters").getByRole("button", { name: "Anwenden" }).click();
    await expect(page.locator(".pgrid")).toBeVisible();
    await expect(page.locator(".active a")).toHaveText([
      "Rohr-AD 12",
      "Rohr-AD 16",
      "PN 630",
      "Ab Lager",
      "Alle entfernen",
    ]);
    await expect(page.getByLabel("Sortierung")).toHaveValue("name");
    await page.getByRole("link", { name: "Alle entfernen" }).click();
    await expect.poll(() => query(page)).toBe("?sort=name&view=grid");
    await page.getByRole("link", { name: "Liste" }).click();
    await expect(page.locator(".plist")).toBeVisible();
  });

  test("on a phone the link to the filters shows them", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(fittings);
    await expect(page.locator("form#filters")).toBeHidden();
    await page.locator(".quick a.sel").first().click();
    await expect(page.locator("form#filters")).toBeVisible();
  });
});

const foreign: Record<string, RegExp> = {
  de: /\b(Stock|Sort by|Filters|Remove|Filtres|Tri|Filtri|Ordine|Retirer)\b/,
  en: /\b(Bestand|Sortierung|Werkstoff|Filtres|Matière|Filtri|Materiale)\b/,
  fr: /\b(Bestand|Sortierung|Werkstoff|Sort by|Remove|Filtri|Ordine|Materiale)\b/,
  it: /\b(Bestand|Sortierung|Werkstoff|Sort by|Remove|Stock|Filtres|Matière)\b/,
};
const rules = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

for (const [language, foreignWords] of Object.entries(foreign)) {
  test(`the filtered list is in one language and axe reports no violations: ${language}`, async ({ page }) => {
    await page.addInitScript({ path: rules });
    await page.goto(`/${language}/catalog/tube-fittings?tube-od=12_16&pn=400..&stock=1`);
    await hydrated(page);
    expect(await page.locator(".listing").innerText()).not.toMatch(foreignWords);
    const violations = () =>
      page.evaluate(async () => {
        const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
          resultTypes: ["violations"],
        });
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${JSON.stringify(target)}`));
      });
    expect(await violations()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator(".quick a.sel").first().click();
    await opened(page, "filters");
    expect(await page.locator("#overlay-filters").innerText()).not.toMatch(foreignWords);
    expect(await violations()).toEqual([]);
  });
}
