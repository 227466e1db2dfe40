// The catalogue's main task: find "a 1.4404 straight union for 12 mm tube,
// PN 400 or more, in stock" with at most four interactions by filters, and
// with one by search, from which it is added with one key.
import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { declineCookies, results } from "./states";

test.use({ reducedMotion: "reduce" });
test.beforeEach(async ({ context, baseURL }) => declineCookies(context, baseURL));

const rows = ".plist tbody tr";

/** Opens a home page; the returned function counts the pointer and key presses since. */
async function openHome(page: Page, path: string): Promise<() => number> {
  let interactions = 0;
  await page.exposeFunction("interacted", () => {
    interactions++;
  });
  await page.addInitScript(() => {
    const { interacted } = window as unknown as { interacted: () => void };
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => interacted(), { capture: true });
  });
  await page.goto(path);
  await hydrated(page);
  return () => interactions;
}

const languages = [
  {
    prefix: "/de",
    name: "Gerade Verschraubung 12S",
    stock: "ab Lager",
    search: "1.4404 gerade Verschraubung 12 mm PN 400 ab Lager",
  },
  {
    prefix: "/en",
    name: "Straight union 12S",
    stock: "in stock",
    search: "1.4404 straight union for 12 mm tube, PN 400 or more, in stock",
  },
  {
    prefix: "/fr",
    name: "Union double droite 12S",
    stock: "en stock",
    search: "union double droite 1.4404 pour tube de 12 mm, PN 400 ou plus, en stock",
  },
  {
    prefix: "/it",
    name: "Giunzione diritta 12S",
    stock: "a magazzino",
    search: "giunzione diritta 1.4404 per tubo 12 mm, PN 400 o più, a magazzino",
  },
];

for (const { prefix, name, stock, search } of languages) {
  test(`four interactions with visible controls lead from the home page to the article: ${prefix}`, async ({
    page,
  }) => {
    const interactions = await openHome(page, prefix);
    await page.locator(`main a[href='${prefix}/catalog/tube-fittings']`).first().click();
    await page.locator(".cells label", { hasText: /^12$/ }).click();
    await page.getByRole("checkbox", { name: "1.4404" }).check();
    await expect(page.locator(rows)).toHaveCount(2);
    await page.locator(".cells label", { hasText: /^630$/ }).click();
    await expect(page).toHaveURL(/\?material=1\.4404&pn=630&tube-od=12$/);
    const row = page.locator(rows);
    await expect(row).toHaveCount(1);
    for (const shown of [name, "FR-GV-12S-04", "630", "1.4404", stock]) await expect(row).toContainText(shown);
    expect(interactions()).toBe(4);
    await row.getByRole("button").click();
    await expect(page.locator(".hd-cart")).toContainText("(1)");
  });

  test(`one search from the home page finds the article: ${prefix}`, async ({ page }) => {
    await page.goto(prefix);
    await hydrated(page);
    await page.locator(".hd-search").click();
    await page.getByRole("combobox").fill(search);
    const found = results(page).first();
    for (const shown of [name, "FR-GV-12S-04", stock]) await expect(found).toContainText(shown);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.locator(".hd-cart")).toContainText("(1)");
    await page.keyboard.press("Control+Enter");
    await expect(page).toHaveURL(`${prefix}/product/straight-union-s?variant=FR-GV-12S-04`);
    await expect(page.locator("h1")).toHaveText(name);
    await expect(page.locator("#overlay-search")).toHaveCount(0);
  });
}
