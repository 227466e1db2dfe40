import { expect, signIn, test } from "./desk";

test("the handbook opens from the person's menu, in the language of the desk", async ({ page }) => {
  await signIn(page);
  await page.goto("/desk");
  await page.getByRole("button", { name: /, Sales$/ }).click();
  await page.getByRole("menuitem", { name: "Handbook" }).click();
  await expect(page).toHaveURL(/\/desk\/help\/clerk$/);
  await expect(page.getByRole("heading", { level: 1, name: "Answer requests" })).toBeVisible();
  await page.getByRole("link", { name: "Run the site" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Run the site" })).toBeVisible();
  await page.getByRole("button", { name: /, Sales$/ }).click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Website führen" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Anfragen beantworten" })).toBeVisible();
});
