import type { Page } from "@playwright/test";
import jsQR from "jsqr";
import { openWindow, read, storedLines } from "./bom";
import { expect, hydrated, test } from "./fixtures";

/** Fills a cart with an article, a set and a free-text line, and opens the dialog with its link. */
async function share(page: Page) {
  const dialog = await openWindow(page);
  await read(dialog, "FR-GV-12S-71\t10\nFR-MS-12S-71\t2\nBlech 2=3 & ~4 mm\t1");
  await dialog.getByRole("button", { name: "3 Positionen übernehmen" }).click();
  const panel = page.getByRole("dialog", { name: "Warenkorb", exact: true });
  await panel.getByRole("link", { name: "Teilen" }).click();
  const window = page.getByRole("dialog", { name: "Warenkorb teilen" });
  const field = window.getByLabel("Link zu diesem Warenkorb", { exact: true });
  await expect(field).toHaveValue(/\/de\/cart#FR-GV-12S-71=10&FR-MS-12S-71=2&Blech/);
  return { window, link: await field.inputValue() };
}

test("another visitor opens the link and imports the cart: articles, sets and free text", async ({ page, browser }) => {
  const { link } = await share(page);
  const otherContext = await browser.newContext();
  await otherContext.addInitScript(() => sessionStorage.setItem("preloader-seen", "1"));
  const other = await otherContext.newPage();
  const requested: string[] = [];
  other.on("request", (request) => requested.push(request.url()));
  await other.goto(link);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Geteilter Warenkorb");
  await expect(other.locator("main").getByRole("status")).toHaveText(
    "3 von 3 Positionen sind bereit2 sicher und 1 Freitext.",
  );
  // The fragment stays in the browser; its content is sent in a request body.
  expect(requested.filter((url) => url.includes("FR-MS"))).toEqual([]);
  await other.getByRole("button", { name: "3 Positionen übernehmen" }).click();
  await expect(other.getByRole("dialog", { name: "Warenkorb" }).getByRole("article")).toHaveCount(3);
  expect(await storedLines(other)).toEqual([
    ["FR-GV-12S-71", 10],
    ["FR-MS-12S-71", 2],
    ["Blech 2=3 & ~4 mm", 1],
  ]);
  await otherContext.close();
});

test("replacing the visitor's cart with a shared one can be undone", async ({ page }) => {
  await page.goto("/en/cart#FR-GV-12S-71=2");
  await hydrated(page);
  await page.getByRole("button", { name: "Add 1 item to the cart" }).click();
  await expect.poll(() => storedLines(page)).toEqual([["FR-GV-12S-71", 2]]);
  await page.keyboard.press("Escape");
  await page.evaluate(() => window.location.assign("#FR-GV-16S-ZN=5~in%20crates"));
  await page.getByRole("button", { name: "Replace my cart" }).click();
  await expect.poll(() => storedLines(page)).toEqual([["FR-GV-16S-ZN", 5, "in crates"]]);
  await page.locator("#overlay-cart").getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(() => storedLines(page))
    .toEqual([
      ["FR-GV-12S-71", 2],
      ["FR-GV-16S-ZN", 5, "in crates"],
    ]);
});

test("the styles of a bill of materials do not affect the table of parts on the home page", async ({ page }) => {
  await page.goto("/en/");
  await expect(page.locator("main table").first()).toHaveCSS("display", "table");
});

test("the link can be copied, and the QR code contains it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { window, link } = await share(page);
  await window.getByRole("button", { name: "Link kopieren" }).click();
  await expect(window.getByRole("button", { name: "Kopiert" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const code = window.getByRole("img", { name: "QR-Code mit dem Link zu diesem Warenkorb" });
  await expect(code.locator("path")).toHaveAttribute("d", /^M/);
  const picture = `data:image/png;base64,${(await code.screenshot()).toString("base64")}`;
  const reader = await page.context().newPage();
  const { data, width, height } = await reader.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    return {
      data: [...(context?.getImageData(0, 0, image.width, image.height).data ?? [])],
      width: image.width,
      height: image.height,
    };
  }, picture);
  expect(jsQR(Uint8ClampedArray.from(data), width, height)?.data).toBe(link);
});

test("a hostile link adds only text", async ({ page }) => {
  const script = encodeURIComponent('<img src=x onerror="document.title=1"><script>document.title=1</script>');
  await page.goto(`/de/cart#${script}=1~${script}&javascript:alert(1)=2&%E4%ZZ=99999999&a=-1`);
  await expect(page.locator("main").getByRole("status")).toHaveText("4 von 4 Positionen sind bereit4 Freitext.");
  const lines = page.locator("main").getByRole("row");
  await expect(lines.nth(1)).toContainText('<img src=x onerror="document.title=1">');
  await expect(page.locator("main img[src='x'], main script")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Warenkorb/);
  await expect(page.getByLabel("Menge, Zeile 3")).toHaveValue("999999");
  await page.goto(`/de/cart#${"a=1&".repeat(2100)}`);
  await page.reload();
  await expect(page.locator("main")).toContainText("Dieser Link ist zu lang: höchstens 8 KB.");
});

test("the cart's page shows the visitor's lines, in each language, and is not indexed", async ({ page }) => {
  await share(page);
  for (const [prefix, title] of [
    ["/de", "Warenkorb"],
    ["/en", "Cart"],
    ["/fr", "Panier"],
    ["/it", "Carrello"],
  ]) {
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
    await expect(page.locator("main").getByRole("row")).toHaveCount(4);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  }
  const size = () => page.getByRole("heading", { level: 1 }).evaluate((title) => getComputedStyle(title).fontSize);
  const cartSize = await size();
  await page.goto("/de/catalog/straight-unions");
  expect(cartSize, "a working screen's title").toBe(await size());
});

test("without scripts the dialog's link leads to a page that explains what is needed", async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  await page.goto("/de/catalog");
  await page.getByRole("link", { name: "Stückliste einfügen" }).click();
  await expect(page).toHaveURL(/\/de\/cart#list$/);
  await expect(page.getByText(/braucht JavaScript/)).toBeVisible();
  await context.close();
});
