import { line, lines, openWith, panel } from "./filled-cart";
import { expect, expectErrors, hydrated, test } from "./fixtures";
import { fill, openForm, referenceIn, submit } from "./forms";
import { declineCookies, openCart } from "./states";

test.beforeEach(({ context, baseURL }) => declineCookies(context, baseURL));

const seven = [1, 2, 3, 4, 5, 6, 7].map((number) => line(number));

/** Returns how many lines are in view as a whole. */
const linesInView = (page: import("@playwright/test").Page) =>
  panel(page)
    .locator(".panel-b")
    .evaluate((list) => {
      const { top, bottom } = list.getBoundingClientRect();
      return [...list.querySelectorAll(".citem")].filter((item) => {
        const edges = item.getBoundingClientRect();
        return edges.top >= top - 1 && edges.bottom <= bottom + 1;
      }).length;
    });

test("the form opens on the first press of its button, which then sends", { tag: "@smoke" }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openWith(page, seven);
  await openCart(page);
  const send = panel(page).locator("form [type=submit]");
  const name = panel(page).locator("[name=name]");
  await expect(send).toHaveAttribute("aria-expanded", "false");
  await expect(name).toHaveCount(0);
  expect(await linesInView(page)).toBe(6);

  await send.focus();
  await page.keyboard.press("Enter");
  await expect(name).toBeFocused();
  await expect(send).not.toHaveAttribute("aria-expanded");
  await expect(panel(page).locator("[aria-invalid]")).toHaveCount(0);
  expect(await linesInView(page)).toBeGreaterThanOrEqual(4);

  await send.click();
  await expect(panel(page).locator("[aria-invalid=true]")).toHaveCount(3);
  await expect(name).toBeFocused();
  expect(await linesInView(page)).toBeGreaterThanOrEqual(3);

  await fill(panel(page), "Anna Berg");
  await submit(panel(page));
  await referenceIn(panel(page));
});

test("the button is named differently while the form is closed", async ({ page }) => {
  await openWith(page, [line(1)], "/de/about");
  await openCart(page);
  await expect(panel(page).getByRole("button", { name: "Anfrage senden" })).toHaveAttribute("aria-expanded", "false");
  await openForm(panel(page));
  await expect(panel(page).getByRole("button", { name: "Anfrage absenden" })).toBeVisible();
});

test("the form is open where entries are stored, and stays open when they are removed", async ({ page }) => {
  await openWith(page, [line(1)]);
  await openCart(page);
  await openForm(panel(page));
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await openCart(page);
  await expect(panel(page).locator("[name=name]")).toHaveCount(0);
  await openForm(panel(page));
  await panel(page).locator("[name=name]").fill("Anna Berg");
  await page.keyboard.press("Escape");
  await openCart(page);
  await expect(panel(page).locator("[name=name]")).toHaveValue("Anna Berg");
  await page.reload();
  await hydrated(page);
  await expect(panel(page).locator("[name=name]")).toHaveValue("Anna Berg");
  await panel(page).getByRole("button", { name: "Clear entries" }).click();
  await expect(panel(page).locator("[name=name]")).toBeFocused();
  await expect(panel(page).locator("[name=name]")).toHaveValue("");
});

test("a request that the server did not accept leaves the form open with its entries", async ({ page, pageErrors }) => {
  await openWith(page, [line(1)]);
  await openCart(page);
  await page.route("**/api/form-messages", (route) =>
    route.fulfill({ status: 503, json: { errors: [{ message: "down" }] } }),
  );
  await openForm(panel(page));
  await fill(panel(page), "Anna Berg");
  await submit(panel(page));
  await expect(panel(page).getByRole("alert")).toBeVisible();
  await page.keyboard.press("Escape");
  await openCart(page);
  await expect(panel(page).locator("[name=name]")).toHaveValue("Anna Berg");
  await expect(lines(page)).toHaveCount(1);
  expectErrors(pageErrors);
});

test("an e-mail address and a remark can be added", async ({ page }) => {
  await openWith(page, [line(1)]);
  await openCart(page);
  await openForm(panel(page));
  await panel(page).getByRole("button", { name: "E-mail, remark" }).click();
  await expect(panel(page).locator("[name=email]")).toBeFocused();
  await panel(page).locator("[name=email]").fill("anna@example.com");
  await panel(page).locator("[name=message]").fill("By June");
  await fill(panel(page), "Anna Berg");
  const sent = page.waitForRequest("**/api/form-messages");
  await submit(panel(page));
  expect((await sent).postDataJSON()).toMatchObject({ email: "anna@example.com", message: "By June" });
  await referenceIn(panel(page));
});

for (const [width, height] of [
  [320, 568],
  [390, 844],
  [844, 390],
] as const) {
  test(`the button and the lines can be reached with the form open: ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openWith(page, seven);
    await openCart(page);
    await openForm(panel(page));
    await panel(page).locator("form [type=submit]").click();
    await expect(panel(page).locator("[aria-invalid=true]")).toHaveCount(3);
    await lines(page).last().getByRole("button", { name: "Increase" }).click();
    await expect(lines(page).last().getByRole("spinbutton")).toHaveValue("8");
  });
}

test("a line shows the stock of its article; one that the catalogue does not have shows none", async ({ page }) => {
  await page.goto("/en/product/straight-union-s?variant=FR-GV-12S-71");
  await hydrated(page);
  await page.locator(".buy").getByRole("button", { name: "Add to cart" }).click();
  await expect(page.locator(".hd-cart")).toContainText("(1)");
  await openCart(page);
  await expect(lines(page).locator(".stock")).toHaveText("360 in stock");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await openWith(page, [line(1), line(999_999)]);
  await openCart(page);
  await expect(lines(page).nth(0).locator(".stock")).toHaveCount(1);
  await expect(lines(page).nth(1).locator(".stock")).toHaveCount(0);
});
