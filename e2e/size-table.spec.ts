import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { declineCookies } from "./states";

const path = "/de/product/straight-union-s";

test.beforeEach(async ({ context, baseURL }) => declineCookies(context, baseURL));

for (const colorScheme of ["light", "dark"] as const) {
  test(`the chosen row shows stock by the same mark as any other row, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(path);
    await hydrated(page);
    for (const kind of [".stock:not(.stock--low, .stock--order)", ".stock--low", ".stock--order"]) {
      const row = page
        .locator(".dtable tbody tr")
        .filter({ has: page.locator(kind) })
        .first();
      await row.locator(".size").click();
      await expect(row).toHaveAttribute("aria-current", "true");
      const sign = await row.locator(".stock").evaluate((stock) => {
        const { color } = getComputedStyle(stock);
        const { backgroundColor, backgroundImage, borderTopColor } = getComputedStyle(stock, "::before");
        return {
          full: backgroundColor === color,
          half: backgroundImage.includes(`${color} 50%`) && backgroundColor === "rgba(0, 0, 0, 0)",
          empty: backgroundImage === "none" && backgroundColor === "rgba(0, 0, 0, 0)",
          framed: borderTopColor === color && color !== getComputedStyle(stock.closest("td") ?? stock).backgroundColor,
        };
      });
      expect(sign, kind).toEqual({
        full: !kind.startsWith(".stock--"),
        half: kind === ".stock--low",
        empty: kind === ".stock--order",
        framed: true,
      });
    }
  });
}

/** Scrolls the table sideways in small steps; returns its snap positions and the texts that the first column partly covers there. */
const snapPositions = (page: Page) =>
  page.locator(".dtable-w").evaluate((region) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement } = walker.currentNode;
      if (!parentElement?.closest(".vh, :first-child:is(th, td)")) texts.push(walker.currentNode as Text);
    }
    const positions: number[] = [];
    const cut: string[] = [];
    for (let to = 0; to <= region.scrollWidth - region.clientWidth; to += 4) {
      region.scrollTo({ left: to, behavior: "instant" });
      if (positions.includes(region.scrollLeft)) continue;
      positions.push(region.scrollLeft);
      const edge = region.querySelector("th")?.getBoundingClientRect().right ?? 0;
      for (const text of texts) {
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const { left, right } of range.getClientRects()) {
          if (left < edge - 0.5 && right > edge + 0.5) cut.push(`${text.data}, scrolled to ${region.scrollLeft}`);
        }
      }
    }
    return { positions, cut };
  });

for (const product of ["straight-union-s", "asme-weld-neck", "bonded-seal"]) {
  for (const width of [320, 390, 768]) {
    test(`at ${width} px the first column of ${product} cuts no text at any snap position of its table`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(`/de/product/${product}`);
      await hydrated(page);
      const region = page.locator(".dtable-w");
      await region.evaluate((element) => element.scrollIntoView({ block: "start" }));
      await expect(region).toHaveAttribute("data-sideways", "");
      const { positions, cut } = await snapPositions(page);
      expect(cut).toEqual([]);
      expect(positions.length).toBeGreaterThan(2);
      expect(positions.length, "it snaps to columns only").toBeLessThanOrEqual(await region.locator("th").count());

      // Content scrolled past the first column must not be visible in the page's margin.
      const clip = await region.evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        return {
          x: 0,
          y: top + 160,
          width: Number.parseFloat(getComputedStyle(element.querySelector("td") ?? element).paddingInlineStart),
          height: 120,
        };
      });
      const margins: Buffer[] = [];
      for (const left of [0, positions.at(1), positions.at(-1)]) {
        await region.evaluate((element, to) => element.scrollTo({ left: to ?? 0 }), left);
        margins.push(await page.screenshot({ clip }));
      }
      for (const margin of margins) expect(margin.equals(margins[0] ?? Buffer.of())).toBe(true);
      await expect(region.locator("tbody .add").first()).toBeInViewport({ ratio: 1 });

      await region.evaluate((element) => element.scrollTo({ left: 0 }));
      await region.locator("tbody input").first().focus();
      await expect(region.locator("tbody .add").first()).toBeInViewport({ ratio: 1 });
      expect(positions).toContain(await region.evaluate((element) => element.scrollLeft));
    });
  }
}

for (const width of [390, 1280]) {
  test(`a press on a row's button adds the row although the table is not scrolled to its end: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/en/product/straight-union-s");
    await hydrated(page);
    for (const row of [1, 2]) {
      await page.locator(".dtable-w").evaluate((region) => region.scrollTo(0, 0));
      await page.locator(".dtable tbody tr").nth(row).getByRole("button").click();
      await expect(page.locator(".hd-cart")).toContainText(`(${row})`);
    }
  });
}
