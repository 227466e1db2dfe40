import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { pages } from "./states";

/** Returns the place and the looks of every element, one line each. */
const looks = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll("*")].flatMap((element) => {
      if (element.closest("noscript, template, [hidden]") || !element.checkVisibility()) return [];
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const place = [x, y + window.scrollY, width, height].map((value) => Math.round(value * 10) / 10);
      const name = `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
      return `${name} ${place.join(" ")} ${style.color} ${style.backgroundColor} ${style.font} ${style.borderTop} ${style.borderBottom} ${style.opacity} ${style.textDecorationLine}`;
    }),
  );

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const width of [1440, 390]) {
  for (const path of pages) {
    test(`the document of ${path} has all styles of its own markup at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      // Neither the style sheet of all pages nor the scripts arrive.
      let sheet = "";
      await page.route("**/static/*.{css,js}", (route) => {
        if (route.request().url().endsWith(".css")) sheet = route.request().url();
        return new Promise(() => undefined);
      });
      await page.goto(path, { waitUntil: "commit" });
      await page.waitForFunction(() => document.readyState !== "loading");
      await page.evaluate(() => document.fonts.ready);
      await expect.poll(() => sheet).not.toBe("");
      const before = await looks(page);
      const text = await (await fetch(sheet)).text();
      await page.evaluate((css) => {
        const all = new CSSStyleSheet();
        all.replaceSync(css);
        document.adoptedStyleSheets = [all];
      }, text);
      expect(before.length).toBeGreaterThan(50);
      expect(await looks(page)).toEqual(before);
    });
  }
}
