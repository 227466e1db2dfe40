import { expect, hydrated, test } from "./fixtures";
import { editContent, freshData, removeData, startServer, withServer } from "./server";
import { declineCookies } from "./states";

test("a variation's own picture is shown in the gallery, in the list and in the cart", async ({ page, context }) => {
  const data = freshData();
  editContent(
    data,
    `UPDATE variations SET thumbnail = (SELECT id FROM directus_files WHERE filename_download = 'tee-union.webp')
     WHERE sku = 'FR-GV-12S-ZN';`,
  );
  const server = await startServer(data);
  await declineCookies(context, server.url);
  await page.goto(`${server.url}/en/product/straight-union-s`);
  await hydrated(page);
  const first = page.locator(".gal-track > :first-child img");
  await expect(first).toHaveAttribute("alt", /^Straight union/);
  const thumbs = await page.locator(".thumbs button").count();

  await page.getByRole("link", { name: "Zinc-plated steel" }).click();
  await expect(page).toHaveURL(/variant=FR-GV-12S-ZN$/);
  await expect(first).toHaveAttribute("alt", /^Tee union/);
  await expect(page.locator(".thumbs button"), "the family's pictures follow").toHaveCount(thumbs + 1);
  await page.locator(".buy .btn--primary").click();
  await page.locator(".hd-cart").click();
  const own = (await first.getAttribute("src"))?.split("?")[0] ?? "";
  await expect(page.locator(".citem img")).toHaveAttribute("src", new RegExp(`${own}\\b`));

  await page.goto(`${server.url}/en/product/straight-union-s?variant=FR-GV-12S-ZN`);
  await hydrated(page);
  await expect(first, "so the server has it too").toHaveAttribute("alt", /^Tee union/);
  await page.getByRole("link", { name: "1.4404 (316L)" }).click();
  await expect(first).toHaveAttribute("alt", /^Straight union/);

  await page.goto(`${server.url}/en/catalog/straight-unions?material=zinc-plated-steel&pn=630..&tube-od=12`);
  await expect(page.locator(".plist tbody img")).toHaveAttribute("src", new RegExp(`${own}\\b`));
  await page.goto("about:blank");
  await server.stop();
  removeData(data);
});

test("a language's own picture of a product is shown in lists, in searches and among related products", async ({
  page,
}) => {
  await withServer(
    async (server) => {
      const reply = await page.request.get(
        `${server.url}/api/content/items/products?filter[slug][_eq]=tee-union-s&fields=thumbnail`,
      );
      const [{ thumbnail }] = ((await reply.json()) as { data: [{ thumbnail: string }] }).data;
      for (const [path, entry] of [
        ["catalog/straight-unions", ".plist tr"],
        ["search?q=FR-GV-12S-71", "tr"],
        ["product/straight-union-l", "li:has(.cat-card)"],
      ] as const) {
        const picture = page
          .locator(entry)
          .filter({ has: page.locator('a[href*="/product/straight-union-s"]') })
          .locator("img")
          .first();
        await page.goto(`${server.url}/fr/${path}`);
        await expect(picture, path).toHaveAttribute("src", new RegExp(thumbnail));
        await page.goto(`${server.url}/de/${path}`);
        await expect(picture, path).not.toHaveAttribute("src", new RegExp(thumbnail));
      }
      await page.goto("about:blank");
    },
    (data) => {
      editContent(
        data,
        `UPDATE products_translations SET thumbnail = (SELECT thumbnail FROM products WHERE slug = 'tee-union-s')
         WHERE languages_code = 'fr-FR' AND products_id = (SELECT id FROM products WHERE slug = 'straight-union-s')`,
      );
      return startServer(data);
    },
  );
});

test("a variation's related product is named, with its attributes, where the variation is chosen", async ({ page }) => {
  await withServer(
    async (server) => {
      await page.goto(`${server.url}/en/product/straight-union-s?variant=FR-GV-6S-71`);
      const data = page.locator(".attr");
      await expect(data.getByRole("link", { name: /^Flange gasket/ })).toHaveAttribute(
        "href",
        "/en/product/flange-gasket",
      );
      await expect(data).toContainText("Flat gasket ring");
      await page.goto(`${server.url}/en/product/straight-union-s?variant=FR-GV-8S-71`);
      await expect(data).toHaveCount(1);
      await expect(data.getByRole("link")).toHaveCount(0);
      await expect(data).not.toContainText("Flat gasket ring");
      await page.goto("about:blank");
    },
    (data) => {
      editContent(
        data,
        `UPDATE variations SET related_product = (SELECT id FROM products WHERE slug = 'flange-gasket')
         WHERE sku = 'FR-GV-6S-71'`,
      );
      return startServer(data);
    },
  );
});
