import { expect, hydrated, test } from "./fixtures";
import { declineCookies } from "./states";

const path = "/de/product/straight-union-s";

test.beforeEach(async ({ context, baseURL }) => declineCookies(context, baseURL));

for (const colorScheme of ["light", "dark"] as const) {
  test(`the chosen row shows stock by the same sign as any other, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(path);
    await hydrated(page);
    for (const kind of [".stock:not(.stock--low, .stock--order)", ".stock--low", ".stock--order"]) {
      const row = page
        .locator(".dtable tbody tr")
        .filter({ has: page.locator(kind) })
        .first();
      await row.locator(".size").click();
      await expect(row).toHaveAttribute("aria-current", "true");
      const sign = await row.locator(".stock").evaluate((stock) => {
        const { color } = getComputedStyle(stock);
        const { backgroundColor, backgroundImage, borderTopColor } = getComputedStyle(stock, "::before");
        return {
          full: backgroundColor === color,
          half: backgroundImage.includes(`${color} 50%`) && backgroundColor === "rgba(0, 0, 0, 0)",
          empty: backgroundImage === "none" && backgroundColor === "rgba(0, 0, 0, 0)",
          framed: borderTopColor === color && color !== getComputedStyle(stock.closest("td") ?? stock).backgroundColor,
        };
      });
      expect(sign, kind).toEqual({
        full: !kind.startsWith(".stock--"),
        half: kind === ".stock--low",
        empty: kind === ".stock--order",
        framed: true,
      });
    }
  });
}
