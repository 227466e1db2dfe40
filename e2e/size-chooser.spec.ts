import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { declineCookies } from "./states";

const flange = "/en/product/weld-neck-flange";

test.beforeEach(async ({ context, baseURL }) => declineCookies(context, baseURL));

const rowNamed = (page: Page, name: string) => page.locator(".buy").getByRole("group", { name });
const cell = (page: Page, name: string, text: string) =>
  rowNamed(page, name).getByRole("link", { name: text, exact: true });

test("a flange is chosen by nominal diameter and pressure, and its number marks what the choice changes", {
  tag: "@smoke",
}, async ({ page }) => {
  await page.goto(flange);
  await hydrated(page);
  await expect(rowNamed(page, "Nominal diameter DN").getByRole("link")).toHaveCount(15);
  await expect(rowNamed(page, "Nominal pressure PN, bar").getByRole("link")).toHaveText(["40", "63", "100"]);
  await expect(page.locator(".sku b")).toHaveText(["080", "040"]);
  await cell(page, "Nominal diameter DN", "50").click();
  await expect(page).toHaveURL(/variant=FR-VF-050-040-71$/);
  await cell(page, "Nominal pressure PN, bar", "63").click();
  await expect(page).toHaveURL(/variant=FR-VF-050-063-71$/);
  await expect(page.locator("h1")).toHaveText("Weld-neck flange DN 50 PN 63");
  await expect(page.locator(".sku b")).toHaveText(["050", "063"]);
  await expect(page.locator(".pick [aria-current]")).toHaveText(["50", "63"]);
});

test("the arrow keys move within a row, Home and End to its ends, Enter chooses", async ({ page }) => {
  await page.goto(flange);
  await hydrated(page);
  await cell(page, "Nominal diameter DN", "80").focus();
  await page.keyboard.press("ArrowRight");
  await expect(cell(page, "Nominal diameter DN", "100")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await expect(cell(page, "Nominal diameter DN", "65")).toBeFocused();
  await page.keyboard.press("End");
  await expect(cell(page, "Nominal diameter DN", "300")).toBeFocused();
  await page.keyboard.press("Home");
  await expect(cell(page, "Nominal diameter DN", "10")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("h1")).toHaveText("Weld-neck flange DN 10 PN 40");
  await expect(cell(page, "Nominal diameter DN", "10")).toBeFocused();
});

test("without scripts the values are links to the sizes", async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}${flange}`);
  await cell(page, "Nominal diameter DN", "250").click();
  await expect(page).toHaveURL(/variant=FR-VF-250-040-71$/);
  await cell(page, "Nominal pressure PN, bar", "100").click();
  await expect(page.locator("h1")).toHaveText("Weld-neck flange DN 250 PN 100");
  await expect(page.locator(".gal-draw [data-v='outside-diameter']")).toHaveText("505");
  await context.close();
});

test("a value that the chosen combination does not have is struck through and leads to the nearest size", async ({
  page,
}) => {
  await page.goto("/en/product/weld-elbow-90");
  await hydrated(page);
  const off = page.locator(".pick .is-off").first();
  await expect(off.locator("s")).toHaveCSS("text-decoration-line", "line-through");
  await expect(off).toHaveAccessibleName(/not in this combination, selects /);
  const [, size = ""] = /selects (.*)\)/.exec(await off.innerText()) ?? [];
  const value = await off.locator("s").innerText();
  await off.click();
  await expect(page.locator("h1")).toContainText(size);
  await expect(page.locator(".pick [aria-current]").filter({ hasText: value })).not.toHaveCount(0);
});

test("the table shows the rows of the chosen pressure, another or all on request", async ({ page }) => {
  await page.goto(flange);
  await hydrated(page);
  const rows = page.locator(".dtable tbody tr");
  const pressures = page.getByRole("navigation", { name: "Pressure rating" });
  await expect(rows).toHaveCount(15);
  await expect(pressures.locator("[aria-current]")).toHaveText("PN 40");
  await pressures.getByRole("link", { name: "PN 100" }).click();
  await expect(rows.first()).toContainText("FR-VF-010-100-71");
  await expect(page.locator("h1"), "nothing is chosen").toHaveText("Weld-neck flange DN 80 PN 40");
  await cell(page, "Nominal pressure PN, bar", "63").click();
  await expect(rows.first(), "it follows the choice").toContainText("FR-VF-010-063-71");
  await pressures.getByRole("link", { name: "All 45" }).click();
  await expect(rows).toHaveCount(45);
});
