import type { Page } from "@playwright/test";
import { installAxe, violations } from "./axe";
import { mail, openWindow, read } from "./bom";
import { expect, hydrated, test } from "./fixtures";

/** Expects that nothing overflows at any width, and that axe reports no violations at the smallest and the largest. */
async function expectFits(page: Page): Promise<void> {
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll("dialog[open], dialog[open] :is(.panel-b, .bom-lines), html")]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => element.className),
    );
    expect(wide, `${width} px`).toEqual([]);
    if (width === 320 || width === 1440) expect(await violations(page), `${width} px`).toEqual([]);
  }
}

test("nothing overflows and axe reports no violations, from the pasted list to the shared cart", async ({ page }) => {
  await installAxe(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const dialog = await openWindow(page);
  await expectFits(page);
  await read(dialog, `${mail}\n100 FR-TV-16S-71 3\n110 ACME-4711-BLECHHAUBE-LINKS-OBEN-MIT-LANGEM-NAMEN 2 Stk`);
  await expect(dialog.getByRole("row").last()).toBeVisible();
  await expectFits(page);
  await dialog.getByRole("button", { name: "7 Positionen übernehmen" }).click();
  await expect(dialog.locator(".bom-sum")).toContainText("7 Positionen sind im Warenkorb.");
  await expectFits(page);
  await page.keyboard.press("Escape");
  await page.goto("/de/cart");
  await hydrated(page);
  await page.locator("main").getByRole("link", { name: "Warenkorb teilen" }).click();
  await expect(page.locator(".qr path")).toHaveAttribute("d", /^M/);
  await expectFits(page);
  await page.goto("/de/cart#FR-GV-12S-71=10&FR-GV-12S=3&ACME-4711=2~in%20Kisten");
  await expect(page.locator("main .bom-row")).toHaveCount(3);
  await expectFits(page);
});

test("at 400 % zoom the lines that were read are in the window, and the summary can be reached", async ({ page }) => {
  const dialog = await openWindow(page);
  await read(dialog, "12 x gerade Verschraubung 12S\n5 FR-GV-16S-71");
  await expect(dialog.locator(".bom-row").first()).toBeVisible();
  // A window of 1280 x 1024 px.
  await page.setViewportSize({ width: 320, height: 256 });
  const shown = await dialog.locator(".bom-lines").evaluate((lines) => lines.getBoundingClientRect().height);
  expect(shown).toBeGreaterThan(100);
  const add = dialog.locator(".bom-foot .btn--primary");
  await add.focus();
  await expect(add).toBeInViewport({ ratio: 1 });
});
