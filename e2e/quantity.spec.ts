import type { Locator, Page } from "@playwright/test";
import { storedQuantities, line, lines, openWith, panel, quantity } from "./filled-cart";
import { expect, hydrated, test } from "./fixtures";
import { openForm } from "./forms";

const path = "/product/straight-union-s";

const languages = {
  de: { range: "Bitte eine ganze Zahl von 1 bis 999\u00a0999 eingeben.", half: "1,5" },
  en: { range: "Enter a whole number from 1 to 999,999.", half: "1.5" },
  fr: { range: "Saisissez un nombre entier de 1 à 999\u00a0999.", half: "1,5" },
  it: { range: "Inserisca un numero intero da 1 a 999\u00a0999.", half: "1,5" },
} as const;

const row = (page: Page, sku = "FR-GV-6S-71") => page.locator(".dtable tbody tr").filter({ hasText: sku });
const buyField = (page: Page) => page.locator(".buy-act input");
const add = (page: Page) => page.locator(".buy-act .btn--primary");

/** Expects that a field retains an invalid text and that its description contains the error. */
async function expectRefused(field: Locator, text: string, error: string): Promise<void> {
  await expect(field).toHaveValue(text);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(error);
  await expect(field.page().getByRole("alert").filter({ hasText: error })).toBeVisible();
}

for (const [language, text] of [
  ["de", "1.000"],
  ["de", "1 000"],
  ["de", "1'000"],
  ["en", "1,000"],
  ["fr", "1 000"],
  ["it", "1.000"],
] as const) {
  test(`${language}: “${text}” is parsed as 1000 in the size table and beside the button`, async ({ page }) => {
    await page.goto(`/${language}${path}`);
    await row(page).getByRole("textbox").fill(text);
    await row(page).getByRole("button").click();
    await expect.poll(() => storedQuantities(page)).toEqual([1000]);
    await row(page, "FR-GV-8S-71").getByRole("textbox").fill(text);
    await row(page, "FR-GV-8S-71").getByRole("textbox").press("Enter");
    await expect.poll(() => storedQuantities(page)).toEqual([1000, 1000]);
    await buyField(page).fill(text);
    await add(page).click();
    await expect.poll(() => storedQuantities(page)).toEqual([1000, 1000, 1000]);
    await expect(buyField(page)).toHaveValue("1000");
  });
}

for (const [language, { range, half }] of Object.entries(languages)) {
  test(`${language}: an invalid quantity remains in its field with an error, and is not added`, async ({ page }) => {
    await page.goto(`/${language}${path}`);
    for (const text of [half, "abc", "", "0", "1000000"]) {
      await buyField(page).fill(text);
      await add(page).click();
      await expect(buyField(page)).toBeFocused();
      await expectRefused(buyField(page), text, range);
    }
    await buyField(page).fill("3");
    await expect(buyField(page)).not.toHaveAttribute("aria-invalid");
    await expect(page.getByRole("alert").filter({ hasText: range })).toHaveCount(0);
    await buyField(page).fill("1");

    const field = row(page).getByRole("textbox");
    for (const text of [half, "abc", "", "0", "1000000"]) {
      await field.fill(text);
      await row(page).getByRole("button").click();
      await expect(field).toBeFocused();
      await expectRefused(field, text, range);
    }
    expect(await storedQuantities(page)).toEqual([]);
    await field.fill("3");
    await expect(field).not.toHaveAttribute("aria-invalid");
    await expect(page.getByRole("alert").filter({ hasText: range })).toHaveCount(0);
    await field.press("Enter");
    await expect.poll(() => storedQuantities(page)).toEqual([3]);
  });
}

test("the button adds the typed quantity while the field still has the focus", async ({ page }) => {
  await page.goto(`/en${path}`);
  await buyField(page).fill("50");
  await add(page).evaluate((button: HTMLElement) => button.click());
  await expect.poll(() => storedQuantities(page)).toEqual([50]);
  await buyField(page).fill("abc");
  await add(page).evaluate((button: HTMLElement) => button.click());
  await expectRefused(buyField(page), "abc", languages.en.range);
  expect(await storedQuantities(page)).toEqual([50]);
});

test("typed quantities and filters survive a reload, in their fields", async ({ page }) => {
  await page.goto(`/de${path}`);
  await hydrated(page);
  await buyField(page).fill("25");
  await page.getByRole("searchbox", { name: "Größen filtern" }).fill("m14");
  await row(page).getByRole("textbox").fill("40");
  await page.reload();
  // In the server's HTML, and still after hydration.
  await expect(buyField(page)).toHaveValue("25");
  await hydrated(page);
  await expect(buyField(page)).toHaveValue("25");
  await expect(buyField(page)).toHaveAttribute("aria-valuenow", "25");
  await expect(row(page, "FR-GV-8S-71")).toHaveCount(0);
  await expect(row(page).getByRole("textbox")).toHaveValue("40");
  await add(page).click();
  await row(page).getByRole("button").click();
  await expect.poll(() => storedQuantities(page)).toEqual([25, 40]);
  // A new visit of the page begins anew.
  await page.goto("/de/catalog");
  await page.goto(`/de${path}`);
  await hydrated(page);
  await expect(buyField(page)).toHaveValue("1");
});

test("a row retains its quantity while rows are rejected, sorted, filtered and shown in other units", {
  tag: "@smoke",
}, async ({ page }) => {
  await page.goto(`/en${path}`);
  await row(page).getByRole("textbox").fill("25");
  const other = row(page, "FR-GV-8S-71");
  await other.getByRole("textbox").fill("some");
  await other.getByRole("button").click();
  await expectRefused(other.getByRole("textbox"), "some", languages.en.range);
  await page.getByRole("button", { name: "inch, psi, NPS" }).click();
  await expect(page.getByRole("columnheader", { name: "L1" })).toContainText("in");
  await expectRefused(other.getByRole("textbox"), "some", languages.en.range);
  await page.getByRole("columnheader", { name: "L1" }).getByRole("button").click();
  const filter = page.getByRole("searchbox", { name: "Filter sizes" });
  await filter.fill("nothing");
  await expect(page.locator(".dtable tbody tr")).toHaveCount(0);
  await filter.fill("");
  await expect(row(page).getByRole("textbox")).toHaveValue("25");
  // An error does not move the row below it away from the pointer.
  await page.locator(".dtable-err + tr").getByRole("textbox").fill("9");
  await page.locator(".dtable-err + tr").getByRole("button").click();
  await expect.poll(() => storedQuantities(page)).toEqual([9]);
  await row(page).getByRole("button").click();
  await expect.poll(() => storedQuantities(page)).toEqual([9, 25]);
});

test("a cart with an invalid quantity is not sent", async ({ page }) => {
  await openWith(page, [line(5)], "/en/about");
  await page.locator(".hd-cart").click();
  const field = quantity(lines(page));
  await openForm(panel(page));
  await panel(page).locator("[name='name']").fill("Anna Berg");
  await panel(page).locator("[name='phone']").fill("+41 52 000 24 00");
  await panel(page).locator("[name='agree']").check();
  await field.fill("1.5");
  await panel(page).locator("[type='submit']").click();
  await expect(field).toBeFocused();
  await expectRefused(field, "1.5", "Enter a whole number from 0 to 999,999.");
  expect(await storedQuantities(page)).toEqual([5]);
  await field.fill("7");
  const sent = page.waitForRequest("**/api/form-messages");
  await panel(page).locator("[type='submit']").click();
  expect((await sent).postDataJSON()).toMatchObject({ lines: [{ uid: "product:5", quantity: 7 }] });
});

test("a pasted list with an invalid quantity is not added", async ({ page }) => {
  await page.goto("/de/catalog");
  await hydrated(page);
  await page.locator("main").getByRole("link", { name: "Stückliste einfügen" }).click();
  const dialog = page.getByRole("dialog", { name: "Stückliste" });
  await dialog.getByLabel("Stückliste", { exact: true }).fill("2 x FR-GV-12S-71\n3 x FR-GV-16S-ZN");
  await dialog.getByRole("button", { name: "Zeilen lesen" }).click();
  const field = dialog.getByLabel("Menge, Zeile 2");
  await field.fill("viele");
  await dialog.getByRole("button", { name: "2 Positionen übernehmen" }).click();
  await expect(field).toBeFocused();
  await expectRefused(field, "viele", languages.de.range);
  expect(await storedQuantities(page)).toEqual([]);
  await field.fill("1.000");
  await dialog.getByRole("button", { name: "2 Positionen übernehmen" }).click();
  await expect.poll(() => storedQuantities(page)).toEqual([2, 1000]);
});
