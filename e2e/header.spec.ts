import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { editContent, freshData, removeData, type Server, startServer } from "./server";

/** Runs a test against a server whose content was changed before its start; the page is closed before it stops. */
async function withContent(page: Page, statements: string, use: (server: Server) => Promise<void>): Promise<void> {
  const data = freshData();
  editContent(data, statements);
  const server = await startServer(data);
  await use(server);
  await page.goto("about:blank");
  await server.stop();
  removeData(data);
}

test("without header data: four entries and the default labels, in each language", async ({ page }) => {
  const expected = [
    ["/de", ["Katalog", "Support", "kontakt", "Kontakt"], "WARENKORB (0)", "ANFRAGE SENDEN"],
    ["/en", ["Catalog", "Support", "contacts", "Contacts"], "CART (0)", "SUBMIT A REQUEST"],
    ["/fr", ["Catalogue", "Assistance", "contact", "Contact"], "PANIER (0)", "ENVOYER UNE DEMANDE"],
    ["/it", ["Catalogo", "Assistenza", "contatti", "Contatti"], "CARRELLO (0)", "INVIA UNA RICHIESTA"],
  ] as const;
  await withContent(page, "DELETE FROM header_translations; DELETE FROM header;", async (server) => {
    for (const [prefix, entries, cart, submit] of expected) {
      await page.goto(server.url + prefix);
      await hydrated(page);
      await expect(page.locator(".hd-nav a")).toHaveText([...entries]);
      await expect(page.locator(".hd-cart")).toHaveText(cart);
      await expect(page.locator(".hd-submit")).toHaveText(submit);
    }
    await page.locator(".hd-nav a").first().click();
    await expect(page.locator("#overlay-catalogue")).toBeVisible();
  });
});

test("header data sets the labels, an external link leaves the site, a flagged entry opens the catalogue's menu", async ({
  page,
}) => {
  const changes = `
    UPDATE header_translations SET cart = 'BASKET', submit_text = 'ASK US' WHERE languages_code = 'en-US';
    UPDATE link SET slug = 'parts', is_catalog = true WHERE slug = 'catalog';
    UPDATE link_translations SET external_link = 'https://shop.example/' WHERE languages_code = 'en-US'
      AND link_id = (SELECT id FROM link WHERE slug = 'support');
  `;
  await withContent(page, changes, async (server) => {
    await page.goto(`${server.url}/en/about`);
    await hydrated(page);
    await expect(page.locator(".hd-cart")).toHaveText("BASKET (0)");
    await expect(page.locator(".hd-submit")).toHaveText("ASK US");
    await expect(page.locator(".hd-nav a[href='https://shop.example/']")).toHaveText("Support");
    await page.locator(".hd-nav a[href='/en/parts']").click();
    await expect(page.locator("#overlay-catalogue")).toBeVisible();
    await expect(page).toHaveURL(/\/en\/about$/);
  });
});

test("the cart's button shows the count, and is red above 0", async ({ page }) => {
  await page.goto("/en/product/straight-union-s");
  await hydrated(page);
  const color = () => page.locator(".hd-cart").evaluate((element) => getComputedStyle(element).color);
  const plain = await color();
  await page.locator(".buy").getByRole("button", { name: "Add to cart" }).click();
  await expect(page.locator(".hd-cart")).toContainText("(1)");
  const alert = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--alert)";
    const value = getComputedStyle(probe).color;
    probe.remove();
    return value;
  });
  await expect.poll(color).toBe(alert);
  expect(alert).not.toBe(plain);
});

test("categories without a name or slug use the fallbacks, and without a picture the placeholder", async ({ page }) => {
  const changes = `
    DELETE FROM categories_translations WHERE categories_id IN
      (1, (SELECT id FROM categories WHERE parent = 1 AND status = 'published' ORDER BY sort LIMIT 1));
    UPDATE categories SET slug = NULL, thumbnail = NULL WHERE id = 1;
    UPDATE categories SET slug = NULL WHERE id =
      (SELECT id FROM categories WHERE parent = 1 AND status = 'published' ORDER BY sort LIMIT 1);
  `;
  await withContent(page, changes, async (server) => {
    await page.goto(`${server.url}/en/about`);
    await hydrated(page);
    await page.locator(".hd-catalog").click();
    const menu = page.locator("#overlay-catalogue");
    const card = menu.locator(".cat-card[href='/en/catalog/category-1']");
    await expect(card).toContainText("Category 1");
    await expect(card.locator(".stage svg")).toBeVisible();
    await expect(menu.locator(".fm-list a[href='/en/catalog/category-1']")).toHaveText("Category 1");
    const child = menu.locator(".fm-list a[href^='/en/catalog/subcategory-']");
    await expect(child).toHaveCount(1);
    await expect(child).toHaveText(/^Subcategory \d+$/);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the catalogue's entry is a link", async ({ page }) => {
    await page.goto("/en");
    await page.locator(".hd-catalog").click();
    await expect(page).toHaveURL(/\/en\/catalog$/);
  });
});
