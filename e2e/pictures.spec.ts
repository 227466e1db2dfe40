import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

/** What the tests check of a picture. */
interface Shown {
  src: string;
  /** The chosen file's width; undefined for a drawing. */
  file: number | undefined;
  /** The width of the largest file in srcset. */
  largest: number;
  /** The picture's rendered width, optical size included, in device pixels. */
  drawn: number;
  /** Whether its aspect ratio is known before it is loaded. */
  dimensions: boolean;
}

/** Returns every visible picture of the content, also below the first view. */
async function pictures(page: Page): Promise<Shown[]> {
  await page.evaluate(() => {
    for (const picture of document.images) picture.loading = "eager";
  });
  // The first request waits until a file is generated.
  await expect
    .poll(() => page.evaluate(() => [...document.images].every(({ complete }) => complete)), { timeout: 45_000 })
    .toBe(true);
  return page.evaluate(() =>
    [...document.images]
      .filter((picture) => picture.currentSrc.includes("/assets/") && picture.clientWidth > 0)
      .map((picture) => {
        const box = picture.getBoundingClientRect();
        const ratio = Number(picture.getAttribute("width")) / Number(picture.getAttribute("height"));
        // As wide as its height allows, or as needed to fill the box.
        const widths = {
          contain: Math.min(box.width, box.height * ratio),
          cover: Math.max(box.width, box.height * ratio),
        };
        const drawn = widths[getComputedStyle(picture).objectFit as keyof typeof widths] ?? box.width;
        const offered = picture.srcset.split(", ").map((candidate) => candidate.split(" "));
        const [, file] = offered.find(([url]) => url && picture.currentSrc.endsWith(url)) ?? [];
        return {
          src: picture.currentSrc,
          file: file === undefined ? undefined : Number.parseInt(file, 10),
          largest: Number.parseInt(offered.at(-1)?.[1] ?? "0", 10),
          drawn: drawn * devicePixelRatio,
          dimensions: ratio > 0,
        };
      }),
  );
}

const pages = ["/en", "/en/catalog", "/en/catalog/tube-fittings", "/en/product/straight-union-s", "/en/about"];

for (const { width, density } of [
  { width: 390, density: 3 },
  { width: 1440, density: 1 },
]) {
  test.describe(`${width} px, device pixel ratio ${density}`, () => {
    test.use({ viewport: { width, height: 900 }, deviceScaleFactor: density });
    for (const path of pages) {
      test(`no picture of ${path} is more than twice as wide as it is drawn, or much narrower`, async ({ page }) => {
        await page.goto(path);
        await hydrated(page);
        const shown = await pictures(page);
        const photographs = shown.filter(({ file }) => file !== undefined);
        expect(photographs.length).toBeGreaterThan(0);
        // Where a picture is shown twice, the browser reuses the file of the larger place.
        const needed = ({ src }: Shown) =>
          Math.max(...photographs.filter((other) => other.src === src).map(({ drawn }) => drawn));
        // The smallest file is also used for smaller places.
        expect(photographs.filter((shot) => (shot.file ?? 0) > Math.max(2 * needed(shot), 168))).toEqual([]);
        // And none is much too small, unless no larger file exists.
        expect(photographs.filter(({ file = 0, largest, drawn }) => file < 0.75 * drawn && file < largest)).toEqual([]);
        expect(shown.filter(({ dimensions }) => !dimensions)).toEqual([]);
      });
    }
  });
}

test("the largest picture of a product page is preloaded in the head, and fetched once", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/assets/")) fetched.push(request.url());
  });
  await page.goto("/en/product/straight-union-s");
  await hydrated(page);
  const preload = page.locator('head link[rel="preload"][as="image"]').first();
  const picture = page.locator(".gal .stage img").first();
  await expect(picture).toHaveAttribute("fetchpriority", "high");
  await expect(picture).toHaveAttribute("loading", "eager");
  await expect(preload).toHaveAttribute("fetchpriority", "high");
  await expect(preload).toHaveAttribute("imagesrcset", (await picture.getAttribute("srcset")) ?? "");
  await expect(preload).toHaveAttribute("imagesizes", (await picture.getAttribute("sizes")) ?? "");
  const chosen = await picture.evaluate((img: HTMLImageElement) => img.currentSrc);
  expect(fetched.filter((url) => url === chosen)).toHaveLength(1);
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

for (const mode of ["light", "dark"] as const) {
  test(`of two pictures for two colour modes only the ${mode} one is fetched`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: mode });
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(request.url()));
    await page.goto("/en/about");
    await hydrated(page);
    await page.locator(".strip").scrollIntoViewIfNeeded();
    const shown = page.locator(`.strip .on-${mode}`);
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
    const other = await page.locator(`.strip .on-${mode === "light" ? "dark" : "light"}`).getAttribute("src");
    const [id] = (other ?? "").split("?");
    expect(id).toMatch(/^\/assets\//);
    expect(fetched.filter((url) => url.includes(id ?? ""))).toEqual([]);
  });
}

test("a picture in the cart is a small variant of the item's file", async ({ page }) => {
  await page.goto("/en/product/straight-union-s");
  await hydrated(page);
  await page.locator(".buy .btn--primary").first().click();
  await page.locator(".hd-cart").click();
  const picture = page.locator(".citem img").first();
  await expect(picture).toHaveAttribute("src", /\/assets\/[0-9a-f-]+\?width=336$/);
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const stored = await page.evaluate(() => localStorage.getItem("cart:v1"));
  expect(stored).toMatch(/"image":"\/assets\/[0-9a-f-]+"/);
});
