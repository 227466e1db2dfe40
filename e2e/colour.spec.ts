import type { Page } from "@playwright/test";
import { storageKeys } from "../web/src/constants";
import { delayRequests, expect, expectErrors, hydrated, test } from "./fixtures";

/** Returns the theme's computed values. */
async function computedTheme(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    const style = getComputedStyle(root);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    return {
      theme: root.dataset.theme,
      accent: colour("--accent"),
      scheme: style.colorScheme,
      background: colour("--bg"),
      frame: document.querySelector<HTMLMetaElement>("meta[name=theme-color]")?.content,
    };
  });
}

const light = { theme: "light", accent: "#00854a", scheme: "light", background: "#fff", frame: "#ffffff" };
const dark = { theme: "dark", accent: "#2cc07c", scheme: "dark", background: "#0c0f10", frame: "#0c0f10" };
const red = { theme: "red", accent: "#fff", scheme: "dark", background: "#d80b17", frame: "#d80b17" };

test("light uses shade 500, dark shade 400; the browser's controls and frame match", async ({ page }) => {
  const shade = (step: number) =>
    page.evaluate(
      (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(),
      `--green-${step}`,
    );
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/en");
  expect(await computedTheme(page)).toEqual(light);
  expect(await shade(500)).toBe(light.accent);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/en");
  expect(await computedTheme(page)).toEqual(dark);
  expect(await shade(400)).toBe(dark.accent);
});

test("the theme is set before the first paint, without the page's scripts", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const release = await delayRequests(page, "**/static/*.js");
  await page.goto("/en", { waitUntil: "commit" });
  await expect(page.locator("footer")).toBeVisible();
  await expect.poll(() => computedTheme(page)).toEqual(dark); // once the style sheet has arrived
  await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
  release();
  await hydrated(page);
  expect(await computedTheme(page)).toEqual(dark);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page follows the device's preference, before the first paint", async ({ page, pageErrors }) => {
    const shown = () => page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/en");
    expect(await shown()).toBe("rgb(12, 15, 16)");
    const root = await page.locator("html").evaluate((html) => {
      const style = getComputedStyle(html);
      return [style.colorScheme, style.getPropertyValue("--dwg-line")];
    });
    expect(root).toEqual(["dark", "#b9c3c8"]);
    // In the head, its style sheet delays the first paint.
    await expect(page.locator("head noscript link[href*=dark]")).toHaveCount(1);
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    expect(await shown()).not.toBe("rgb(12, 15, 16)");
    await page.emulateMedia({ colorScheme: "light", media: "screen" });
    expect(await shown()).toBe("rgb(255, 255, 255)");
    // A page with a theme of its own keeps it.
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/en/no-such-page");
    expect(await page.locator("html").evaluate((html) => getComputedStyle(html).getPropertyValue("--bg"))).toBe(
      red.background,
    );
    expectErrors(pageErrors); // the browser logs the status of the page
  });
});

test("the footer's choice is stored, survives a reload and applies in other tabs", async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/en");
  await hydrated(page);
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: "light" });
  await other.goto("/en/about");
  await hydrated(other);
  const button = (where: Page, name: string) => where.locator("footer").getByRole("button", { name, exact: true });
  await expect(button(page, "System")).toHaveAttribute("aria-pressed", "true");
  await button(page, "Dark").click();
  await expect(button(page, "Dark")).toHaveAttribute("aria-pressed", "true");
  expect(await computedTheme(page)).toEqual(dark);
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKeys.colourMode)).toBe("dark");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(button(other, "Dark")).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await hydrated(page);
  expect(await computedTheme(page)).toEqual(dark);
  await expect(button(page, "Dark")).toHaveAttribute("aria-pressed", "true");
  await button(other, "System").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("system follows the device while the page is open; a fixed mode does not", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/en");
  await hydrated(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => computedTheme(page)).toEqual(dark);
  await page.locator("footer").getByRole("button", { name: "Light", exact: true }).click();
  expect(await computedTheme(page)).toEqual(light);
  await page.emulateMedia({ colorScheme: "light" });
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await computedTheme(page)).toEqual(light);
});

test("the page is red while the mobile menu is open, and has its previous theme afterwards", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/en");
  await hydrated(page);
  await page.locator("button.burger").click();
  await expect.poll(() => computedTheme(page)).toEqual(red);
  await expect(page.getByRole("dialog")).toHaveAttribute("data-phase", "open");
  await page.keyboard.press("Escape");
  await expect.poll(() => computedTheme(page)).toEqual(dark);
});

test("the error page is red from the first byte, whatever the preference, also after the mobile menu was open", async ({
  page,
  pageErrors,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await (await request.get("/en/nowhere")).text()).toContain('data-theme="red" data-page-theme="red"');
  await page.goto("/en/nowhere");
  await hydrated(page);
  expect(await computedTheme(page)).toEqual(red);
  await page.locator("button.burger").click();
  await expect(page.getByRole("dialog")).toHaveAttribute("data-phase", "open");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await computedTheme(page)).toEqual(red);
  await page.locator("main").getByRole("link", { name: "Return to home" }).click();
  await expect.poll(() => computedTheme(page)).toEqual(dark);
  await expect.poll(() => pageErrors).toEqual([expect.stringContaining("status of 404")]);
  expectErrors(pageErrors);
});

test("in forced colours the burger, the current page and the chosen colour mode are visible", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/en/about");
  await hydrated(page);
  const colours = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, part) => {
        const { backgroundColor, borderTopColor, borderTopWidth, borderBottomColor, borderBottomWidth } =
          getComputedStyle(element, part);
        const page = getComputedStyle(document.body).backgroundColor;
        return [
          backgroundColor !== page && backgroundColor !== "rgba(0, 0, 0, 0)",
          borderTopWidth === "2px" && borderTopColor !== page,
          borderBottomWidth === "3px" && borderBottomColor !== page,
        ];
      }, pseudo);
  expect(await colours(".hd-nav [aria-current=page]")).toContain(true);
  expect(await colours(".mode button[aria-pressed=true]")).toContain(true);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await colours("button.burger i", "::before")).toContain(true);
});

test("in forced colours what is chosen, the states of the stock and the edge of a panel are visible", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  const style = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, part) => {
        const { backgroundColor, backgroundImage, outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return { fill: `${backgroundColor} ${backgroundImage}`, edge: `${outlineStyle} ${outlineWidth}` };
      }, pseudo);
  await page.goto("/en/catalog/straight-unions?tube-od=12");
  await hydrated(page);
  for (const [chosen, other] of [
    [".views [aria-current]", ".views a:not([aria-current])"],
    [".cells :checked + span", ".cells :not(:checked) + span"],
    [".units [aria-pressed=true], .seg [aria-pressed=true]", ".units [aria-pressed=false], .seg [aria-pressed=false]"],
  ] as const)
    expect((await style(chosen)).fill, chosen).not.toBe((await style(other)).fill);
  await page.goto("/en/product/straight-union-s");
  await hydrated(page);
  const squares = await Promise.all(
    [".stock:not(.stock--low, .stock--order)", ".dtable .stock--low", ".dtable .stock--order"].map((selector) =>
      style(selector, "::before"),
    ),
  );
  expect(new Set(squares.map(({ fill }) => fill)).size).toBe(3);
  await page.locator(".hd-search").click();
  await page.getByRole("combobox").fill("union");
  await expect(page.locator("#search-results-0")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("#search-results-0")).toHaveAttribute("aria-selected", "true");
  expect((await style("#search-results-0")).edge).toBe("solid 3px");
  expect((await style("#search-results-1")).edge).not.toBe("solid 3px");
  await page.keyboard.press("Escape");
  await page.locator(".hd-cart").click();
  expect((await style("#overlay-cart")).edge).toBe("solid 1px");
});
