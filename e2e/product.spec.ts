import type { Page } from "@playwright/test";
import { storageKeys } from "../web/src/constants";
import { expect, expectErrors, hydrated, test } from "./fixtures";
import { editContent, startServer, withServer } from "./server";

const union = "/en/product/straight-union-s";

const row = (page: Page, sku: string) => page.locator(".dtable tbody tr").filter({ hasText: sku });
const sizes = (page: Page) => page.locator(".dtable .size").allTextContents();

test("the chosen variation is in the address, survives a reload and is added to the cart", { tag: "@smoke" }, async ({
  page,
}) => {
  await page.goto(union);
  // Before hydration only the row's link chooses it.
  await hydrated(page);
  await row(page, "FR-GV-16S-71").locator("td").nth(3).click();
  await expect(page).toHaveURL(/\?variant=FR-GV-16S-71$/);
  await expect(page.locator("h1")).toHaveText("Straight union 16S");
  await expect(page.locator(".buy .sku")).toContainText("FR-GV-16S-71");
  await expect(page.locator(".attr > div").filter({ hasText: "Tube outside diameter" })).toContainText("16\u00a0mm");
  await page.reload();
  await expect(page.locator("h1")).toHaveText("Straight union 16S");
  await expect(row(page, "FR-GV-16S-71")).toHaveAttribute("aria-current", "true");
  await page.locator(".buy .btn--primary").click();
  await page.locator(".hd-cart").click();
  const line = page.locator(".citem");
  await expect(line.getByRole("heading")).toHaveText("Straight union 16S");
  await expect(line.locator(".chip")).toHaveText(["PN400", "M24×1.5", "1.4571 (316Ti)"]);
  // The names in the other languages are fetched afterwards.
  const stored = () =>
    page.evaluate((key) => {
      const [item] =
        (JSON.parse(localStorage.getItem(key) ?? "{}") as { items?: Record<string, unknown>[] }).items ?? [];
      return item;
    }, storageKeys.cart);
  await expect
    .poll(async () => Object.keys(((await stored())?.translations as object) ?? {}).toSorted())
    .toEqual(["de-DE", "en-US", "fr-FR", "it-IT"]);
  expect(await stored()).toMatchObject({
    type: "variation",
    sku: "FR-GV-16S-71",
    quantity: 1,
    translations: { "fr-FR": { name: "Union double droite", title: "16S" } },
    variation: { title: "16S" },
    bundle: null,
  });
});

test("Back leads to the previous page, whatever sizes were chosen", async ({ page }) => {
  await page.goto("/en/product");
  await page.goto(union);
  await hydrated(page);
  await page.locator(".buy .cells a", { hasText: /^8S$/ }).click();
  await expect(page).toHaveURL(/variant=FR-GV-8S-71$/);
  await page.locator(".buy .cells a", { hasText: /^20S$/ }).click();
  await expect(page).toHaveURL(/variant=FR-GV-20S-71$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/product$/);
});

test("without scripts the server shows the chosen variation, and sizes and rows are links", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}${union}?variant=FR-GV-10S-ZN`);
  await expect(page.locator("h1")).toHaveText("Straight union 10S");
  await row(page, "FR-GV-25S-71").locator("a").click();
  await expect(page).toHaveURL(/variant=FR-GV-25S-71$/);
  await expect(page.locator(".buy .sku")).toContainText("FR-GV-25S-71");
  await page.locator(".buy .cells a", { hasText: /^30S$/ }).click();
  await expect(page.locator("h1")).toHaveText("Straight union 30S");
  await page.goto(`${server.url}${union}?variant=no-such`);
  await expect(page.locator("h1")).toHaveText("Straight union 12S");
  await context.close();
});

test("the table is sorted by any column and filtered by text", async ({ page }) => {
  await page.goto(union);
  const unsorted = await sizes(page);
  const length = page.getByRole("columnheader", { name: "L1" });
  await length.getByRole("button").click();
  await expect(length).toHaveAttribute("aria-sort", "ascending");
  await length.getByRole("button").click();
  await expect(length).toHaveAttribute("aria-sort", "descending");
  expect((await sizes(page)).slice(0, 3)).toEqual(["38S", "38S", "38S"]);
  await length.getByRole("button").click();
  await expect(length).not.toHaveAttribute("aria-sort");
  expect(await sizes(page)).toEqual(unsorted);
  const filter = page.getByRole("searchbox", { name: "Filter sizes" });
  await filter.fill("m20x1,5 1.4571");
  await expect(page.locator(".dtable tbody tr")).toHaveCount(1);
  await expect(page.locator(".dtable-bar [role=status]")).toHaveText("1 of 30");
  await filter.fill("nothing");
  await expect(page.locator(".dtable-bar [role=status]")).toHaveText("No size matches.");
});

test("a row is added with its quantity, by click and by Enter, and shows that it is in the cart", async ({ page }) => {
  await page.goto(union);
  const first = row(page, "FR-GV-6S-71");
  await first.getByRole("textbox").fill("25");
  await first.getByRole("button").click();
  await expect(first).toHaveAttribute("data-in");
  await expect(page, "an addition chooses nothing").toHaveURL(/straight-union-s$/);
  const second = row(page, "FR-GV-8S-71");
  await second.getByRole("textbox").fill("7");
  await second.getByRole("textbox").press("Enter");
  await expect(page.locator(".hd-cart")).toHaveText("Cart (2)");
  await page.locator(".hd-cart").click();
  await expect(page.locator(".citem .qty input").first()).toHaveValue("25");
  await expect(page.locator(".citem .qty input").last()).toHaveValue("7");
});

test("a set is added to the cart as one line, also while its names cannot be fetched", async ({ page, pageErrors }) => {
  await page.route("**/api/content/items/products?*", (route) => route.abort());
  await page.goto("/en/product/assembly-set-12s");
  const failed = page.waitForEvent("requestfailed");
  await page.locator(".buy .btn--primary").click();
  await failed;
  await page.locator(".hd-cart").click();
  await expect(page.locator(".citem").getByRole("heading")).toHaveText("Assembly set 12S");
  const [item] = await page.evaluate(
    (key) => (JSON.parse(localStorage.getItem(key) ?? "{}") as { items: { type: string; bundle: unknown }[] }).items,
    storageKeys.cart,
  );
  expect(item).toMatchObject({ type: "bundle", bundle: { mainProductId: 10, relatedProductId: 1 } });
  expectErrors(pageErrors);
});

test("a part number is copied, or selected where the browser has no clipboard", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/en/product/straight-union-s");
  const sku = page.locator(".buy .sku");
  const number = (await sku.innerText()).trim();
  await sku.click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  // As in a document without TLS.
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.reload();
  await sku.click();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(number);
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(0);
});

test("the parts of a set are sizes, with their own part number, stock and page", async ({ page }) => {
  for (const [set, parts] of [
    ["assembly-set-12s", ["FR-GV-12S-71", "FR-UM-12S-71", "FR-SR-12-L-S-71"]],
    ["assembly-set-16s", ["FR-GV-16S-71", "FR-UM-16S-71", "FR-SR-16-S-71"]],
  ] as const) {
    await page.goto(`/en/product/${set}`);
    await expect(page.locator(".set td.set-no")).toHaveText(parts);
    await expect(page.locator(".set .stock")).toHaveCount(3);
  }
  await page.locator(".buy .btn--primary").click();
  await page.locator(".hd-cart").click();
  await expect(page.locator(".citem .chip")).toHaveText([
    "PN400",
    "M24×1.5",
    "1.4571 (316Ti)",
    "1 ×FR-GV-16S-71",
    "2 ×FR-UM-16S-71",
    "2 ×FR-SR-16-S-71",
  ]);
  await page.keyboard.press("Escape");
  const nut = page.locator(".set tbody tr").nth(1);
  const [stock = ""] = (await nut.locator(".stock").innerText()).match(/\d+/) ?? [];
  await nut.getByRole("link", { name: "Union nut 16S" }).click();
  await expect(page.locator("h1")).toHaveText("Union nut 16S");
  await expect(page.locator(".buy .stock")).toContainText(stock);
});

test("a part of a set without a size has no part number", async ({ page }) => {
  await withServer(
    async (server) => {
      await page.goto(`${server.url}/en/product/assembly-set-12s`);
      await expect(page.locator(".set td.set-no")).toHaveText(["FR-GV-12S-71", "", "FR-SR-12-L-S-71"]);
      await expect(page.locator(".set tbody tr").nth(1).getByRole("link")).toHaveText("Union nut");
      await expect(page.locator(".set tbody tr").nth(1).getByRole("button"), "a family is never added").toHaveCount(0);
      await expect(page.locator(".set-ok"), "nothing is claimed of a part without a size").toHaveCount(0);
      await page.locator(".buy .btn--primary").click();
      await page.locator(".hd-cart").click();
      await expect(page.locator(".citem")).toHaveCount(1);
      await expect(page.locator(".citem .chip")).toHaveText(["PN630", "M20×1.5", "1.4571 (316Ti)"]);
      await page.goto("about:blank");
    },
    (data) => {
      editContent(
        data,
        "UPDATE products_bundle SET related_variations_id = NULL WHERE products_id = 10 AND related_products_id = 21",
      );
      return startServer(data);
    },
  );
});

test("a size shows the set that it belongs to, which is added as one line", async ({ page }) => {
  await page.goto("/en/product/weld-neck-flange");
  const parts = page.locator(".conn-part");
  await expect(page.getByRole("heading", { name: "Parts of the connection" })).toBeVisible();
  await expect(parts.locator("h3")).toHaveText(["Weld-neck flange", "Flange gasket form IBC", "Bolt set A4-70"]);
  await expect(parts.nth(0)).toContainText(/^2 ×Weld.neck flangeDN 80 PN 40FR-VF-080-040-71/);
  await expect(parts.nth(0).getByRole("link"), "the product of the page").toHaveCount(0);
  await expect(parts.locator(".stock")).toHaveCount(3);
  await expect(page.locator(".conn-sum")).toContainText("3 items4 parts");
  await page.getByRole("button", { name: "Add set" }).click();
  await page.locator(".hd-cart").click();
  await expect(page.locator(".citem").getByRole("heading")).toHaveText("Flange joint DN 80 PN 40");
  await expect(page.locator(".citem .chip")).toContainText([
    "2 ×FR-VF-080-040-71",
    "1 ×FR-FD-080-040",
    "1 ×FR-BS-M16-70-8",
  ]);
  await page.keyboard.press("Escape");
  await page.locator(".buy .cells a", { hasText: /^50$/ }).click();
  await expect(page.locator("h1")).toHaveText("Weld-neck flange DN 50 PN 40");
  await expect(parts, "no set has this size").toHaveCount(0);
});

test("without scripts a size's set is shown, with links to its parts and to other sets", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/de/product/union-nut?variant=FR-UM-16S-71`);
  await expect(page.getByRole("heading", { name: "Gehört zur Verbindung" })).toBeVisible();
  await expect(page.locator(".conn-also a")).toHaveText(["Montagesatz Winkel 16S", "Montagesatz T 16S"]);
  await page.locator(".conn-part").getByRole("link", { name: "Schneidring" }).click();
  await expect(page.locator("h1")).toHaveText("Schneidring 16 S");
  await context.close();
});

test("without scripts a set links to the sets of its kind", async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/en/product/assembly-set-12s`);
  const sets = page.getByRole("navigation", { name: "Set for" }).getByRole("link");
  await expect(sets).toHaveText(["12S", "16S", "elbow 16S", "tee 16S"]);
  await expect(sets.and(page.locator("[aria-current=page]"))).toHaveText("12S");
  await sets.nth(2).click();
  await expect(page.locator("h1")).toHaveText("Assembly set, elbow 16S");
  await expect(sets.and(page.locator("[aria-current=page]"))).toHaveText("elbow 16S");
  await page.goto(`${server.url}/en/product/gauge-set-100`);
  await expect(page.locator("h1")).toBeVisible();
  await expect(sets, "the only one of its kind").toHaveCount(0);
  await context.close();
});

test("the chosen units are stored, survive a reload and can be reset", async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(union);
  const facts = page.locator(".facts");
  const cell = row(page, "FR-GV-12S-71").locator("td");
  const metric = await page.locator(".dtable").innerText();
  await expect(facts).toContainText("12\u00a0mm");
  await page.getByRole("button", { name: "inch, psi, NPS" }).click();
  await expect(facts).toContainText("0.472\u00a0in");
  await expect(facts).toContainText("9137\u00a0psi");
  await expect(facts, "a thread is a designation").toContainText("M20×1.5");
  await expect(cell.filter({ hasText: "2.008" }), "L1 = 51 mm").toHaveCount(1);
  await expect(page.getByRole("columnheader", { name: "L1" })).toContainText("in");
  await page.reload();
  await hydrated(page);
  await expect(facts).toContainText("0.472\u00a0in");
  expect(
    await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0)),
  ).toBeLessThan(0.01);
  await page.goto("/en/product/clamp-connection");
  await expect(page.locator(".pick").first(), "DN 25 is NPS 1").toContainText("Nominal size NPS");
  await expect(page.locator(".pick [aria-current]").first()).toHaveText("1");
  await page.goto(union);
  await page.getByRole("button", { name: "mm, bar, DN" }).click();
  await expect.poll(() => page.locator(".dtable").innerText()).toBe(metric);
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKeys.units)).toBe("metric");
});

test("the gallery is controlled with arrow keys, thumbnails and swipes, and names the view; the drawing stands beside it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(union);
  const track = page.locator(".gal-track");
  const caption = page.locator(".gal-cap").first();
  await expect(caption).toHaveText("View");
  await track.focus();
  await track.press("ArrowRight");
  await expect(page.locator(".thumbs [aria-current]")).toHaveAccessibleName(/^Picture 2 of 2, /);
  await expect(caption).not.toHaveText("View");
  await page.locator(".thumbs button").first().click();
  await expect(caption).toHaveText("View");
  await track.evaluate((element) => element.scrollTo({ left: element.clientWidth }));
  await expect(caption).not.toHaveText("View");
  const [picture, drawing] = await Promise.all([track.boundingBox(), page.locator(".gal-draw").boundingBox()]);
  expect(drawing?.y).toBe(picture?.y);
  await page.getByRole("button", { name: "Enlarge drawing" }).click();
  await expect(page.locator("#overlay-modal .draw")).toBeVisible();
  await expect(page.locator("#overlay-modal [data-v=l1]")).toHaveText("51");
});

test("the landing page shows families and popular products, the newest where none are chosen", async ({ page }) => {
  await page.goto("/en/product");
  await expect(page.locator(".cat-card").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Most requested" })).toBeVisible();
  expect(await page.locator(".plist tbody tr").count()).toBeGreaterThan(1);
});

test("a size is shown before the address changes, and a link pressed in between is followed", async ({ page }) => {
  await page.goto("/en/product/straight-union-s");
  await hydrated(page);
  await page.evaluate(() => {
    const waiting: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (frame) => waiting.push(frame);
    window.addEventListener("frames", () => {
      for (const frame of waiting.splice(0)) frame(performance.now());
    });
  });
  const frames = () => page.evaluate(() => window.dispatchEvent(new Event("frames")));
  const sizes = page.locator(".buy .cells a");
  const other = page.locator(".buy .cells a:not([aria-current])").first();
  const name = await other.innerText();
  await other.click();
  await expect(sizes.and(page.locator("[aria-current]")).first()).toHaveText(name);
  await expect(page.locator("h1")).toContainText(name);
  await expect(page).toHaveURL(/straight-union-s$/);
  await frames();
  await expect(page).toHaveURL(/variant=/);
  await expect(page.locator("h1")).toContainText(name);

  await other.click();
  await page.locator("header").getByRole("link", { name: "Support" }).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  await frames();
  await expect(page.locator("h1")).toHaveText("Support");
  await expect(page).toHaveURL(/\/en\/support$/);
});
