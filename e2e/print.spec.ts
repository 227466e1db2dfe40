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
