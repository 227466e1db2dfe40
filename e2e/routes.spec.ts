import type { Page } from "@playwright/test";
import { installAxe, violations } from "./axe";
import { expect, expectErrors, hydrated, test } from "./fixtures";
import { declineCookies, pages as paths } from "./states";
import { tooSmall } from "./targets";

const languages = ["de", "en", "fr", "it"];

/** Matches values that are not formatted for display. */
const unformatted = /undefined|NaN|\[object/;

/** The pages of the smoke test. */
const smoke = ["/", "/catalog/tube-fittings", "/product/straight-union-s"];

test.describe("every page", () => {
  // axe measures one theme: colours are tokens, whose contrast in every theme web/src/ui/tokens.test.ts computes.
  test.use({ viewport: { width: 320, height: 900 }, hasTouch: true, colorScheme: "light" });

  test.beforeEach(async ({ page, context, baseURL }) => {
    test.slow(); // four pages, axe three times
    await installAxe(page);
    await declineCookies(context, baseURL);
  });

  for (const [index, path] of paths.entries()) {
    test(`${path} responds in each language, hydrates without console messages, fits every width and is accessible`, {
      tag: smoke.includes(path) ? "@smoke" : [],
    }, async ({ page }) => {
      // Reduced motion makes axe measure final colours.
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expectComplete(page, "de", path);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, "at 320 px").toBeLessThanOrEqual(0);
      await expectAccessible(page);
      await page.emulateMedia({ reducedMotion: "no-preference" });
      const rest = languages.slice(1);
      for (const language of rest) {
        await expectComplete(page, language, path);
        if (language === rest[index % rest.length]) {
          expect.soft(await violations(page, { colours: false }), language).toEqual([]);
        }
      }
    });
  }

  test("an unknown address shows the error screen in each language, with status 404, and is accessible", {
    tag: "@smoke",
  }, async ({ page, pageErrors }) => {
    expectErrors(pageErrors);
    for (const [index, language] of languages.entries()) {
      await page.emulateMedia({ reducedMotion: language === "de" ? "reduce" : "no-preference" });
      const response = await page.goto(`/${language}/catalog/no-such-category`);
      expect(response?.status()).toBe(404);
      await hydrated(page);
      // The browser logs the document's 404 itself; nothing else may be logged.
      await expect.poll(() => pageErrors).toEqual(Array(index + 1).fill(expect.stringContaining("status of 404")));
      await expect(page.locator("html")).toHaveAttribute("data-theme", "red");
      await expect(page.locator("body")).not.toContainText(unformatted);
      if (language === "de") await expectAccessible(page);
      await page.locator("main .btn").click();
      await expect(page).toHaveURL(new RegExp(`/${language}/?$`));
      await expect(page.locator("html")).not.toHaveAttribute("data-theme", "red");
    }
  });
});

/** Opens a page in a language and expects its content to be complete. */
async function expectComplete(page: Page, language: string, path: string): Promise<void> {
  await test.step(language, async () => {
    const response = await page.goto(`/${language}${path === "/" ? "" : path}`);
    expect(response?.status()).toBe(200);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.locator("h1")).toHaveCount(1);
    await expect(page.locator("h1")).not.toBeEmpty();
    await hydrated(page);
    await expect(page.locator("body")).not.toContainText(unformatted);
  });
}

/** Expects of the open page large enough touch targets on a phone, and no violations there and on a desktop. */
async function expectAccessible(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  expect.soft(await tooSmall(page), "at 390 px").toEqual([]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await violations(page), `at ${width} px`).toEqual([]);
  }
}

test("addresses without a prefix are in the saved language", { tag: "@smoke" }, async ({ page, context, baseURL }) => {
  await page.goto("/about");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await context.addCookies([{ name: "selected-language", value: "it-IT", url: baseURL ?? "" }]);
  await page.goto("/about");
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
  await hydrated(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a product page contains its name, its attributes and working links", { tag: "@smoke" }, async ({ page }) => {
    await page.goto("/fr/product/straight-union-s");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.locator("main")).toContainText("PN");
    await page.locator("footer").getByRole("link", { name: "Mentions légales" }).click();
    await expect(page).toHaveURL(/\/fr\/imprint$/);
  });

  for (const width of [390, 1440]) {
    test(`no page shows a control that needs scripts: ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [
        "",
        "/catalog",
        "/catalog/straight-unions",
        "/product/straight-union-s",
        "/cart",
        "/support",
      ]) {
        await page.goto(`/en${path}`);
        const dead = await page.locator("button, input, select").evaluateAll((controls) =>
          controls
            .filter((control) => control.checkVisibility({ visibilityProperty: true }))
            .filter((control) => {
              const { form } = control as HTMLButtonElement;
              return !form?.hasAttribute("action") && !control.hasAttribute("formaction");
            })
            .map((control) => control.ariaLabel ?? control.textContent),
        );
        expect(dead, path).toEqual([]);
      }
      await page.goto("/en/product/straight-union-s");
      await expect(page.locator(".buy .sku")).toContainText("FR-GV-12S-71");
      await expect(page.getByRole("columnheader").first()).toContainText("Size");
      await page.locator(".buy-act").getByRole("link", { name: "Contact us" }).click();
      await expect(page.locator("main form [type=submit]")).toBeVisible();
      await page.locator(".hd-cart").click();
      await page.locator("main").getByRole("link", { name: "Contact us" }).click();
      await expect(page).toHaveURL(/\/en\/contacts$/);
    });
  }
});
