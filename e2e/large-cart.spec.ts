import { maxLines } from "../web/src/domain/cart-item";
import { expect, hydrated, test, twoFrames } from "./fixtures";
import { lines, panel, quantity } from "./filled-cart";
import { fill, openForm, referenceIn, submit } from "./forms";
import { declineCookies } from "./states";

test.beforeEach(({ context, baseURL }) => declineCookies(context, baseURL));

test("a pasted list of 5,000 lines becomes one request, and its page shows them all", async ({ page, request }) => {
  test.setTimeout(180_000);
  await page.goto("/de/catalog");
  await hydrated(page);
  await page.locator("main").getByRole("link", { name: "Stückliste einfügen" }).click();
  const dialog = page.getByRole("dialog", { name: "Stückliste" });
  const pasted = Array.from(
    { length: maxLines },
    (_, index) => `${10 * (index + 1)}\tFR-GV-12S-71\t${(index % 9) + 1} Stk`,
  );
  await dialog.getByLabel("Stückliste", { exact: true }).evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, pasted.join("\n"));
  await dialog.getByRole("button", { name: "5 000 Positionen übernehmen" }).click();
  await expect(page.locator(".hd-cart")).toContainText("(5000)");

  // The storage holds them all; only those in view are in the document.
  await page.reload();
  await hydrated(page);
  const cart = panel(page);
  await expect(lines(page).first()).toContainText("Gerade Verschraubung");
  expect(await lines(page).count()).toBeLessThan(40);
  await quantity(lines(page).first()).fill("77");
  await cart.locator(".panel-b").evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(lines(page).last()).toContainText("50000");
  await expect(lines(page).filter({ has: page.locator(":focus") })).toHaveCount(1);
  await openForm(cart);
  await fill(cart, "Große Anfrage");
  await submit(cart);
  const reference = await referenceIn(cart);
  await expect(page.locator(".hd-cart")).toContainText("(0)");

  await cart.getByRole("link", { name: "Anfrage ansehen" }).click();
  const rows = page.locator(".rq-bom tbody tr");
  // Meanwhile the server writes the request's documents.
  const heading = page.getByRole("heading", { level: 2, name: "Ihre Positionen" });
  await expect(heading).toBeVisible({ timeout: 60_000 });
  const token = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.reload();
  await expect(rows).toHaveCount(200);
  await expect(page.getByText("Gezeigt sind die ersten 200 von 5 000 Positionen.")).toBeVisible();
  await hydrated(page);
  // A tab that is looked at again shows no more lines than before.
  const refreshed = page.waitForResponse(`**/api/requests/${token}`);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await (await refreshed).finished();
  await twoFrames(page);
  await expect(rows).toHaveCount(200);
  await page.getByRole("button", { name: "Alle 5 000 Positionen zeigen" }).click();
  await expect(rows).toHaveCount(maxLines, { timeout: 60_000 });
  await expect(rows.first()).toContainText("77");
  const csv = await request.get(`/api/requests/${token}/${reference}.csv`);
  expect((await csv.text()).trim().split("\r\n")).toHaveLength(maxLines + 1);
  await page.getByRole("button", { name: "Mit Änderungen neu anfragen" }).click();
  await expect(page.locator(".hd-cart")).toContainText("(5000)");
});
