import { openWindow, read, rowOf } from "./bom";
import { delayRequests, expect, expectErrors, hydrated, test } from "./fixtures";

test("text and choices survive Escape and a reload, and are forgotten on cancel; two tabs are apart", async ({
  page,
  context,
}) => {
  const dialog = await openWindow(page);
  await read(dialog, "10 FR-GV-12S 7 Stk\n20 FR-GV-16S-ZN 1 Stk");
  await rowOf(dialog, "10")
    .getByLabel(/FR-GV-12S-ZN/)
    .check();
  await dialog.getByLabel("Menge, Pos. 20").fill("30");
  await dialog.getByLabel("Bemerkung, Pos. 20").fill("eilt");
  await page.keyboard.press("Escape");
  await expect(page.locator("#overlay-modal")).toHaveCount(0);
  await page.reload();
  await hydrated(page);
  await page.locator("main").getByRole("link", { name: "Stückliste einfügen" }).click();
  await expect(rowOf(dialog, "10").getByLabel(/FR-GV-12S-ZN/)).toBeChecked();
  await expect(dialog.getByLabel("Menge, Pos. 20")).toHaveValue("30");
  await expect(dialog.getByLabel("Bemerkung, Pos. 20")).toHaveValue("eilt");
  const other = await openWindow(await context.newPage());
  await expect(other.getByLabel("Stückliste", { exact: true })).toHaveValue("");
  await dialog.getByRole("button", { name: "Text ändern" }).click();
  await dialog
    .getByLabel("Stückliste", { exact: true })
    .fill("5 FR-TV-16S-71 1 Stk\n10 FR-GV-12S 7 Stk\n20 FR-GV-16S-ZN 1 Stk");
  await dialog.getByRole("button", { name: "Zeilen lesen" }).click();
  await expect(dialog.getByLabel("Menge, Pos. 20")).toHaveValue("30");
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  await expect(page.locator("#overlay-modal")).toHaveCount(0);
  await page.locator("main").getByRole("link", { name: "Stückliste einfügen" }).click();
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toHaveValue("");
});

/** The code of all windows. */
const windowsCode = "**/static/overlays-*.js";

test("a reload opens the window again; a change of page, Back and another tab do not", async ({ page, context }) => {
  await page.goto("/de/support");
  const dialog = await openWindow(page);
  await read(dialog, "10 FR-GV-12S 7 Stk\n20 FR-GV-16S-ZN 1 Stk");
  await dialog.getByLabel("Menge, Pos. 20").fill("30");
  await page.reload();
  await expect(dialog.getByLabel("Menge, Pos. 20")).toHaveValue("30");
  await expect(dialog.getByRole("region", { name: "Gelesene Zeilen" })).toBeFocused();
  await dialog.getByRole("button", { name: "Text ändern" }).click();
  await page.reload();
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toHaveValue(/FR-GV-16S-ZN/);
  const other = await context.newPage();
  await other.goto("/de/catalog");
  await hydrated(other);
  await other.reload();
  await hydrated(other);
  await expect(other.locator("#overlay-modal")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/de\/support$/);
  await hydrated(page);
  await expect(dialog).toHaveCount(0);
  await page.goForward();
  await expect(page).toHaveURL(/\/de\/catalog$/);
  await hydrated(page);
  await page.reload();
  await hydrated(page);
  await expect(dialog).toHaveCount(0);
  await page.locator("main").getByRole("link", { name: "Stückliste einfügen" }).click();
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toHaveValue(/FR-GV-16S-ZN/);
});

test("a window over the cart opens again above it, also if its code takes long to load", async ({ page }) => {
  await page.goto("/de/about");
  await hydrated(page);
  await page.locator(".hd-cart").click();
  await page.locator("#overlay-cart").getByRole("link", { name: "Stückliste einfügen" }).click();
  const dialog = page.getByRole("dialog", { name: "Stückliste" });
  await read(dialog, "10 FR-GV-12S-71 7 Stk");
  await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("7");
  const release = await delayRequests(page, windowsCode);
  await page.reload();
  await hydrated(page);
  // Reloaded again while the code is loading.
  await page.reload();
  await hydrated(page);
  release();
  await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("7");
  await expect(dialog.getByRole("region", { name: "Gelesene Zeilen" })).toBeFocused();
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("#overlay-cart")).toBeVisible();
  await page.reload();
  await expect(page.locator("#overlay-cart")).toBeVisible();
  await expect(page.locator("#overlay-modal")).toHaveCount(0);
});

for (const [code, pattern] of [
  ["the code of all windows", windowsCode],
  ["its own code", "**/static/bom-window-*.js"],
] as const) {
  test(`a window does not open on a page that was opened while ${code} was loading`, async ({ page }) => {
    const dialog = await openWindow(page);
    await read(dialog, "10 FR-GV-12S-71 7 Stk");
    await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("7");
    const release = await delayRequests(page, pattern);
    await page.reload();
    await hydrated(page);
    await page.locator(".hd-nav a[href='/de/support']").click();
    await expect(page).toHaveURL(/\/de\/support$/);
    const loaded = page.waitForResponse(pattern);
    release();
    await (await loaded).finished();
    await page.locator(".hd-cart").click();
    await expect(page.locator("#overlay-cart")).toBeVisible();
    await expect(page.locator("#overlay-modal")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.locator("#overlay-cart")).toHaveCount(0);
    await page.reload();
    await hydrated(page);
    await expect(page.locator("#overlay-modal")).toHaveCount(0);
  });
}

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("Back closes a window that a reload has opened again, and leaves its page", async ({ page }) => {
    await page.goto("/de/support");
    const dialog = await openWindow(page);
    await read(dialog, "10 FR-GV-12S-71 7 Stk");
    await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("7");
    await page.reload();
    await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("7");
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/de\/catalog$/);
    // Back pressed while the code is loading.
    await page.locator("main").getByRole("link", { name: "Stückliste einfügen" }).tap();
    await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("7");
    const release = await delayRequests(page, windowsCode);
    await page.reload();
    await hydrated(page);
    await page.evaluate(() => window.history.back());
    await expect.poll(() => page.evaluate(() => (window.history.state as { overlay?: boolean }).overlay)).toBeFalsy();
    release();
    await page.locator(".hd-cart").tap();
    await expect(page.locator("#overlay-cart")).toBeVisible();
    await expect(page.locator("#overlay-modal")).toHaveCount(0);
    await page.goBack();
    await expect(page.locator("#overlay-cart")).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/de\/support$/);
  });
});

test("a slow look-up shows the lines at once and can be cancelled; a failed one is repeated", async ({
  page,
  pageErrors,
}) => {
  const dialog = await openWindow(page);
  const release = await delayRequests(page, "**/api/parts");
  await read(dialog, "10 FR-GV-16S-ZN 1 Stk\n20 FR-TV-16S-71 2 Stk");
  await expect(dialog.getByRole("status")).toHaveText("2 Zeilen werden gelesen …");
  await expect(dialog.locator("pre")).toContainText("20 FR-TV-16S-71 2 Stk");
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toHaveValue(/FR-TV-16S-71/);
  release();
  await page.unroute("**/api/parts");
  await page.route("**/api/parts", (route) => route.abort());
  await dialog.getByRole("button", { name: "Zeilen lesen" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Die Stückliste konnte nicht gelesen werden. Der Text ist noch da.",
  );
  await page.unroute("**/api/parts");
  await dialog.getByRole("button", { name: "Noch einmal versuchen" }).click();
  await expect(dialog.getByRole("button", { name: "2 Positionen übernehmen" })).toBeVisible();
  expectErrors(pageErrors);
});
