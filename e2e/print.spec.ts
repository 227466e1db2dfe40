import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

/** Returns the number of pages and the text of the page's PDF. */
async function printed(page: Page): Promise<{ pages: number; text: string }> {
  await page.emulateMedia({ media: "print" });
  const text = await page.locator("body").innerText();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  return { pages: pdf.match(/\/Type \/Page\b/g)?.length ?? 0, text };
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`a product prints as a data sheet of two pages, black on white: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/en/product/straight-union-s");
    await hydrated(page);
    const { pages, text } = await printed(page);
    expect(pages).toBe(2);
    for (const shown of [
      "Ferrule",
      "Straight union 12S",
      "FR-GV-12S-71",
      "Technical data",
      "FR-GV-38S-ZN",
      "Winterthur",
    ])
      expect(text).toContain(shown);
    for (const hidden of ["Add to cart", "Filter sizes", "inch, psi", "Goes with it", "Cookie", "Imprint"])
      expect(text).not.toContain(hidden);
    const colours = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor];
    });
    expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    await expect(page.locator(".dtable thead")).toHaveCSS("display", "table-header-group");
    await expect(page.locator(".dtable tbody tr").first()).toHaveCSS("break-inside", "avoid");
  });
}

test("the cards beside a product do not widen its sheet, which browsers would print smaller, on one page", async ({
  page,
}) => {
  await page.goto("/en/product/weld-neck-flange");
  await hydrated(page);
  expect((await printed(page)).pages).toBe(2);
});

for (const [path, sheet, page1] of [
  ["/de/product/weld-neck-flange", "Vorschweißflansch DN 80 PN 40", "Seite"],
  ["/fr/catalog/flanges", "Brides", "Page"],
  ["/it/search?q=flangia", "Ricerca: flangia", "Pagina"],
] as const) {
  test(`a sheet has the logo and a title block, also before the first interaction: ${path}`, async ({ page }) => {
    await page.goto(path);
    const property = (name: string) => page.evaluate((of) => document.documentElement.style.getPropertyValue(of), name);
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
        return property("--sheet");
      })
      .toContain(`\\a ${sheet}"`);
    expect(await property("--sheet-address")).toContain(`\\a ${new URL(page.url()).host}${path}"`);
    expect(await property("--sheet-date")).toMatch(new RegExp(`${new Date().getFullYear()}\\\\a ${page1} "$`));
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".hd .logo")).toBeVisible();
    await expect(page.locator(".hd-menu")).toBeHidden();
  });
}

test("results print as a table below the text of the search, without controls", async ({ page }) => {
  await page.setViewportSize({ width: 703, height: 1000 }); // A4 less the margins
  await page.goto("/de/search?q=Flansch%20DN%2080%20PN%2040");
  await hydrated(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Suche: Flansch DN 80 PN 40");
  const row = page.locator("main .find-t tbody tr").first();
  await expect(row).toHaveCSS("display", "table-row");
  await expect(row.locator(".c-mat")).toBeVisible();
  await expect(row.getByRole("textbox")).toBeHidden();
  await expect(page.locator("main input[type=search]")).toBeHidden();
});
