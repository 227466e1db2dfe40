import { expect, hydrated, test } from "./fixtures";
import { editContent, freshData, removeData, startServer } from "./server";
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
