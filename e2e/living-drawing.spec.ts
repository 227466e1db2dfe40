import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { editContent, startServer, withServer } from "./server";
import { declineCookies } from "./states";

const flange = "/en/product/weld-neck-flange";

test.beforeEach(async ({ context, baseURL }) => declineCookies(context, baseURL));

const letter = (page: Page, slug: string) => page.locator(`.drs [data-k="${slug}"][data-s]`);
const head = (page: Page, slug: string) => page.locator(`.dtable th[data-k="${slug}"]`);
const value = (page: Page, slug: string) => page.locator(`.drs [data-v="${slug}"]`);

test("choosing a size writes its values onto the drawing and draws its holes", { tag: "@smoke" }, async ({ page }) => {
  await page.goto(flange);
  await expect(value(page, "outside-diameter"), "the server writes them, too").toHaveText("200");
  await hydrated(page);
  await page.locator(".dtable tbody tr").filter({ hasText: "FR-VF-300-040-71" }).locator("td").nth(2).click();
  await expect(page.locator("h1")).toHaveText("Weld-neck flange DN 300 PN 40");
  for (const [slug, text] of Object.entries({
    "outside-diameter": "515",
    "bolt-circle": "450",
    bolt: "M30",
    dn: "300",
  }))
    await expect(value(page, slug)).toHaveText(text);
  await expect(page.locator(".gal-draw [data-v=height]")).toHaveText("115");
  await expect(page.locator(".drs circle[cy='-26']")).toHaveCount(16);
});

test("a letter of the drawing and the head of its column mark each other, by pointer and by focus", async ({
  page,
}) => {
  await page.goto(flange);
  await hydrated(page);
  await page.locator(".drs").scrollIntoViewIfNeeded();
  await letter(page, "bolt-circle").locator("text").hover();
  await expect(head(page, "bolt-circle")).toHaveAttribute("data-hi");
  await expect(page.locator(".dtable col[data-k=bolt-circle]")).toHaveAttribute("data-hi");
  await head(page, "height").hover();
  await expect(letter(page, "height")).toHaveAttribute("data-hi");
  await expect(letter(page, "bolt-circle")).not.toHaveAttribute("data-hi");
  await page.locator(".dtable tbody tr").nth(1).locator("td").nth(4).hover();
  await expect(letter(page, "holes"), "a cell marks its letter").toHaveAttribute("data-hi");
  await page.mouse.move(0, 0);
  await expect(page.locator("[data-hi]")).toHaveCount(0);

  await head(page, "thickness").getByRole("button").focus();
  await expect(letter(page, "thickness")).toHaveAttribute("data-hi");
  await letter(page, "outside-diameter").focus();
  await expect(head(page, "outside-diameter")).toHaveAttribute("data-hi");
  await expect(letter(page, "outside-diameter")).toHaveAccessibleName(/^Outside diameter D \d/);
});

test("the heads are the drawing's symbols, with the full name, and stick below the page's head", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto(flange);
  await hydrated(page);
  const symbols = await page
    .locator(".dtable th abbr")
    .evaluateAll((all) => all.map(({ lastChild }) => lastChild?.textContent));
  expect(symbols).toEqual(["DN", "PN", "D", "K", "n", "L", "M", "C", "H"]);
  await expect(head(page, "thickness").locator("abbr")).toHaveAttribute("title", "Thickness");
  await expect(page.locator(".dtable-w")).toHaveAttribute("data-fits", "");
  const place = () =>
    head(page, "thickness").evaluate((cell) => {
      const header = document.querySelector(".hd")?.getBoundingClientRect().bottom ?? 0;
      return Math.abs(cell.getBoundingClientRect().top - header);
    });
  await page
    .locator(".dtable tbody tr")
    .nth(10)
    .evaluate((row) => row.scrollIntoView({ block: "center" }));
  await expect.poll(place).toBeLessThanOrEqual(1);
  const [drawing, table] = await Promise.all([
    page.locator(".drs").boundingBox(),
    page.locator(".dtable").boundingBox(),
  ]);
  expect((drawing?.x ?? 0) + (drawing?.width ?? 0), "the drawing stands beside it").toBeLessThan(table?.x ?? 0);
});

test("on a phone the table scrolls within itself, below its head", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(flange);
  await hydrated(page);
  const region = page.locator(".dtable-w");
  await region.evaluate((element) => element.scrollTo({ top: 200 }));
  await expect
    .poll(() =>
      region.evaluate((element) => {
        const cell = element.querySelector("th")?.getBoundingClientRect().top ?? 0;
        return [element.scrollTop > 0, Math.abs(cell - element.getBoundingClientRect().top) <= 1];
      }),
    )
    .toEqual([true, true]);
});

test("units other than the drawing's are written on it as in the table", async ({ page }) => {
  await page.goto("/en/product/straight-union-s");
  await hydrated(page);
  await expect(value(page, "l1")).toHaveText("51");
  await page.getByRole("button", { name: "inch, psi, NPS" }).click();
  await expect(value(page, "l1")).toHaveText("2.008");
});

test("a product without a drawing has none, and its table no letters", async ({ page }) => {
  await page.goto("/en/product/ball-valve-three-piece");
  await hydrated(page);
  await expect(page.locator(".draw, .drs")).toHaveCount(0);
  await expect(page.locator(".dtable")).toBeVisible();
});

test("on a phone no letter of the drawing covers another, at the longest values", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const flanges = ["weld-neck-flange", "blind-flange", "plate-flange", "threaded-flange", "sae-flange-3000"];
  for (const slug of [...flanges, "check-valve-tube-s", "check-valve-swing", "cone-and-thread", "weld-elbow-45"]) {
    await page.goto(`/en/product/${slug}`);
    const largest = await page.locator(".pick a").evaluateAll((all) => {
      const sizes = all.filter((each) => each.closest(".pick") === all[0]?.closest(".pick"));
      return sizes.at(-1)?.getAttribute("href") ?? "";
    });
    await page.goto(largest);
    await expect(page.locator(".drs [data-v]").first()).not.toHaveText("");
    const overlapping = await page.locator(".drs svg").evaluateAll((views) =>
      views.flatMap((view) => {
        const boxes = [...view.querySelectorAll("text")].map((text) => ({
          name: text.textContent,
          box: text.getBoundingClientRect(),
        }));
        return boxes.flatMap((a, at) =>
          boxes
            .slice(at + 1)
            .filter(({ box }) => {
              const width = Math.min(a.box.right, box.right) - Math.max(a.box.left, box.left);
              const height = Math.min(a.box.bottom, box.bottom) - Math.max(a.box.top, box.top);
              // The boxes of lines of text below each other touch; their letters do not.
              return width > 0 && height > a.box.height / 2;
            })
            .map((b) => `${slug}: ${a.name} and ${b.name}`),
        );
      }),
    );
    expect(overlapping).toEqual([]);
  }
});

test("a set is drawn with the numbers of its parts, which mark its rows", async ({ page }) => {
  await page.goto("/en/product/assembly-set-12s");
  await hydrated(page);
  await expect(page.locator(".draw [data-v]")).toHaveText(["UM-12S", "UM-12S", "SR-12-L-S", "SR-12-L-S", "GV-12S"]);
  await page.locator(".draw [data-v=part-2]").first().hover();
  await expect(page.locator(".set tbody tr").nth(1)).toHaveAttribute("data-hi");
  await expect(page.locator(".set-ok")).toHaveText(
    "Checked: Tube outside diameter 12\u00a0mm and Nominal pressure PN 630\u00a0bar agree for all parts.",
  );
});

test("a set whose parts differ does not claim that they agree", async ({ page }) => {
  await withServer(
    async (server) => {
      await page.goto(`${server.url}/en/product/assembly-set-12s`);
      await expect(page.locator(".set tbody tr")).toHaveCount(3);
      await expect(page.locator(".set-ok")).toHaveCount(0);
      await page.goto("about:blank");
    },
    (data) => {
      editContent(
        data,
        `UPDATE products_bundle SET related_variations_id = (SELECT id FROM variations WHERE sku = 'FR-UM-38S-71')
         WHERE products_id = 10 AND related_products_id = 21`,
      );
      return startServer(data);
    },
  );
});

for (const [width, shown] of [
  [390, true],
  [1024, false],
] as const) {
  test(`at ${width} px the quantity is ${shown ? "a bar at the bottom that covers nothing" : "part of the title block"}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(flange);
    await hydrated(page);
    const bar = page.locator(".buy-act");
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const bottom = () => bar.evaluate((element) => window.innerHeight - element.getBoundingClientRect().bottom);
    if (!shown) {
      expect(await bottom()).not.toBe(0);
      return;
    }
    await expect.poll(bottom).toBe(0);
    await expect(bar.locator("b")).toHaveText("DN 80 PN 40");
    await expect(bar.getByRole("button", { name: "Add" })).toBeVisible();
    const barTop = (await bar.boundingBox())?.y ?? 0;
    const last = await page.locator(".ft").evaluate((footer) => {
      const all = [...footer.querySelectorAll("a, button")].map((each) => each.getBoundingClientRect().bottom);
      return Math.max(...all);
    });
    expect(last, "the end of the page").toBeLessThanOrEqual(barTop);
    // Each element that is reached by Tab is above the bar.
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator(".sku").focus();
    for (let press = 0; press < 24; press += 1) {
      await page.keyboard.press("Tab");
      const covered = await page.evaluate((top) => {
        const active = document.activeElement;
        if (!active || active.closest(".buy-act")) return false;
        return active.getBoundingClientRect().bottom > top;
      }, barTop);
      expect(covered).toBe(false);
    }
    await bar.getByRole("textbox").or(bar.getByRole("spinbutton")).fill("8");
    await bar.getByRole("button", { name: "Add" }).click();
    await expect(page.locator(".hd-cart")).toContainText("(1)");
  });
}

test("the product prints with picture, drawing and values, the rows of the chosen pressure and the chosen one marked", async ({
  page,
}) => {
  await page.goto(flange);
  await expect(page.locator(".dtable-part")).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".dtable-part")).toHaveText("PN 40, 15 of 45 sizes");
  await hydrated(page);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.locator(".gal-draw [data-v='outside-diameter']")).toBeVisible();
  await expect(page.locator(".dtable tbody tr")).toHaveCount(15);
  await expect(page.locator(".dtable-part")).toBeVisible();
  await expect(page.locator(".dtable tr[aria-current] td").first()).toHaveCSS("font-weight", "700");
  for (const control of [".buy-act", ".pick", ".seg", ".drs", ".gal-zoom"])
    await expect(page.locator(control).first(), control).toBeHidden();
});
