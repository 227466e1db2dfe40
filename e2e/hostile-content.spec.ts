import type { Page } from "@playwright/test";
import { test as base, expect, hydrated } from "./fixtures";
import { editContent, freshData, removeData, type Server, startServer } from "./server";

// Hostile and oversized content, as an import may contain it, on the pages that show it.

const word = "W".repeat(200);
const markup = `<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>"'&`;
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const attributes = 400;
const variations = 2000;

const statements = `
  UPDATE products_translations SET name = ${quoted(word)} WHERE products_id = (SELECT id FROM products WHERE slug = 'elbow-union-s');
  UPDATE products_translations SET name = ${quoted(markup)}, delivery_and_payment_list = ${quoted(JSON.stringify([{ title: markup, description: word }]))}
    WHERE products_id = (SELECT id FROM products WHERE slug = 'needle-valve');
  UPDATE variations_translations SET title = ${quoted(markup)} WHERE variations_id IN
    (SELECT id FROM variations WHERE product = (SELECT id FROM products WHERE slug = 'needle-valve') LIMIT 3);
  UPDATE products_translations SET name = 'وصلة مستقيمة مع حلقة قطع', description = '<p>${"نص عربي طويل ".repeat(40)}</p>'
    WHERE products_id = (SELECT id FROM products WHERE slug = 'tee-union-s');
  DELETE FROM products_translations WHERE products_id = (SELECT id FROM products WHERE slug = 'conical-union');
  DELETE FROM variations_translations WHERE variations_id IN
    (SELECT id FROM variations WHERE product = (SELECT id FROM products WHERE slug = 'conical-union'));
  DELETE FROM product_attributes WHERE product = (SELECT id FROM products WHERE slug = 'conical-union');
  INSERT INTO products (slug, sku, status, product_type) VALUES ('bare', NULL, 'published', 'simple');

  INSERT INTO products (slug, sku, status, product_type) VALUES ('many', 'MANY', 'published', 'variation');
  INSERT INTO products_translations (products_id, languages_code, name) SELECT id, 'en-US', 'Many' FROM products WHERE slug = 'many';
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${attributes})
    INSERT INTO attributes (slug, unit, kind) SELECT 'extra-' || i, 'mm', 'text' FROM n;
  INSERT INTO attributes_translations (attributes_id, languages_code, name)
    SELECT id, 'en-US', substr('${word}', 1, 60) || slug FROM attributes WHERE slug LIKE 'extra-%';
  INSERT INTO attribute_values (attribute, value) SELECT id, ${quoted(markup)} FROM attributes WHERE slug LIKE 'extra-%';
  INSERT INTO product_attributes (product, attribute)
    SELECT (SELECT id FROM products WHERE slug = 'many'), id FROM attributes WHERE slug LIKE 'extra-%';
  INSERT INTO product_attributes_values (product_attributes_id, attribute_values_id)
    SELECT p.id, v.id FROM product_attributes p JOIN attribute_values v ON v.attribute = p.attribute
    WHERE p.product = (SELECT id FROM products WHERE slug = 'many');
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${variations})
    INSERT INTO variations (product, sku, stock, sort) SELECT (SELECT id FROM products WHERE slug = 'many'), 'MANY-' || i, i, i FROM n;
  INSERT INTO variations_translations (variations_id, languages_code, title)
    SELECT id, 'en-US', 'M' || sort FROM variations WHERE sku LIKE 'MANY-%';
  INSERT INTO variation_attributes (variation, attribute, value)
    SELECT v.id, a.attribute, a.id FROM variations v
    CROSS JOIN (SELECT min(id) AS id, attribute FROM attribute_values
          WHERE attribute IN (SELECT id FROM attributes WHERE slug IN ('tube-od', 'l1', 'l2', 's1', 's2', 'pn', 'thread')) GROUP BY attribute) a
    WHERE v.sku LIKE 'MANY-%';
`;

const test = base.extend<object, { hostile: Server }>({
  hostile: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const data = freshData();
      editContent(data, statements);
      const server = await startServer(data);
      await use(server);
      await server.stop();
      removeData(data);
    },
    { scope: "worker" },
  ],
});

/** Expects that a page does not overflow and has not executed content. */
async function expectIntact(page: Page, path: string): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
  }
  expect(await page.evaluate(() => "attacked" in window), path).toBe(false);
  await expect(page.locator("main img[src='x']")).toHaveCount(0);
}

const products = ["elbow-union-s", "needle-valve", "tee-union-s", "conical-union", "bare", "many"];

for (const slug of products) {
  test(`a product with hostile content overflows nothing and executes nothing: ${slug}`, async ({ page, hostile }) => {
    const path = `/en/product/${slug}`;
    const response = await page.goto(hostile.url + path);
    expect(response?.status()).toBe(200);
    await hydrated(page);
    await expect(page.locator("h1")).toBeVisible();
    await expectIntact(page, path);
    await page.locator(".buy .btn--primary").click();
    await page.locator(".hd-cart").click();
    await expect(page.locator(".citem")).toHaveCount(1);
    await expectIntact(page, `${path} with the cart open`);
  });
}

test("lists of products with hostile content overflow nothing and execute nothing", async ({ page, hostile }) => {
  for (const path of ["/en/product", "/en/catalog/needle-valves", "/en/catalog/elbow-unions"]) {
    await page.goto(hostile.url + path);
    await hydrated(page);
    await expectIntact(page, path);
  }
});

test("markup in plain-text fields is shown as text", async ({ page, hostile }) => {
  await page.goto(`${hostile.url}/en/product/needle-valve`);
  await hydrated(page);
  await expect(page.locator("h1")).toContainText(`<img src=x onerror="window.attacked=1">`);
  await expect(page.locator(".dtable .size").first()).toContainText("<script>");
});

test("of 2,000 variations the first are in the page, and the others are one click away", async ({ page, hostile }) => {
  await page.goto(`${hostile.url}/en/product/many?variant=MANY-1990`);
  const rows = page.locator(".dtable tbody tr");
  await expect(page.locator("#root .dtable")).toBeVisible();
  await hydrated(page);
  await expect(page.locator("h1")).toHaveText("Many M1990");
  await expect(rows).toHaveCount(101);
  await expect(page.locator(".attr > div")).toHaveCount(attributes + 7);
  await page.getByRole("searchbox", { name: "Filter sizes" }).fill("M1987");
  await expect(rows).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Filter sizes" }).fill("");
  await page.getByRole("link", { name: "Show all 2000" }).click();
  await expect(rows).toHaveCount(variations);
});
