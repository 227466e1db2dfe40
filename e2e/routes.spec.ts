import { expect, hydrated, test } from "./fixtures";
import { pages as paths } from "./states";

const languages = [
  { prefix: "/de", lang: "de" },
  { prefix: "/en", lang: "en" },
  { prefix: "/fr", lang: "fr" },
  { prefix: "/it", lang: "it" },
];

/** What a program shows where it has nothing to show. */
const unwritten = /undefined|NaN|\[object/;

for (const { prefix, lang } of languages) {
  for (const path of paths) {
    test(`${prefix}${path} answers in its language and hydrates in silence`, async ({ page }) => {
      const response = await page.goto(prefix + (path === "/" ? "" : path));
      expect(response?.status()).toBe(200);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await expect(page.locator("h1")).toHaveCount(1);
      await expect(page.locator("h1")).not.toBeEmpty();
      await hydrated(page);
      await expect(page.locator("body")).not.toContainText(unwritten);
    });
  }

  test(`${prefix}: an unknown address is the error screen with status 404`, async ({ page, complaints }) => {
    const response = await page.goto(`${prefix}/catalog/no-such-category`);
    expect(response?.status()).toBe(404);
    await hydrated(page);
    // The browser itself notes that the document was answered with 404; nothing else may be said.
    await expect.poll(() => complaints).toEqual([expect.stringContaining("status of 404")]);
    complaints.length = 0;
    await expect(page.locator("html")).toHaveAttribute("data-theme", "red");
    await expect(page.locator("body")).not.toContainText(unwritten);
    await page.locator("main").getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`${prefix}/?$`));
    await expect(page.locator("html")).not.toHaveAttribute("data-theme", "red");
  });
}

test("unprefixed addresses speak the saved language", { tag: "@smoke" }, async ({ page, context, baseURL }) => {
  await page.goto("/about");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await context.addCookies([{ name: "selected-language", value: "it-IT", url: baseURL ?? "" }]);
  await page.goto("/about");
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
  await hydrated(page);
});

test("every page fits a phone of 320 px without sideways scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of paths) {
    await page.goto(path);
    await hydrated(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a product page carries its name, its attributes and working links", { tag: "@smoke" }, async ({ page }) => {
    await page.goto("/fr/product/straight-union-s");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.locator("main")).toContainText("PN");
    await page.locator("footer").getByRole("link", { name: "Mentions légales" }).click();
    await expect(page).toHaveURL(/\/fr\/imprint$/);
  });
});
