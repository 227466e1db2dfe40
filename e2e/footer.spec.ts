import type { Locator, Page } from "@playwright/test";
import { expect, expectErrors, hydrated, saveData, test } from "./fixtures";
import { freshData, importContent, removeData, startServer } from "./server";

/** Runs a test against a server whose content has additional records. */
async function withContent(
  page: Page,
  items: Record<string, unknown[]>,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const data = freshData();
  importContent(data, items);
  const server = await startServer(data);
  await use(server.url);
  await page.goto("about:blank"); // no request may be pending when the server stops
  await server.stop();
  removeData(data);
}

/** Returns a footer record newer than the demo's. */
const record = (fields: object) => ({
  id: 2,
  slug: "new",
  status: "published",
  date_updated: "2026-01-10T08:00:00Z",
  ...fields,
});

/** Returns the headings of a footer's cells. */
const headings = (footer: Locator) => footer.getByRole("heading").allTextContents();

test("the footer shows every list of its record and the legal links", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  const footer = page.getByRole("contentinfo");
  expect(await headings(footer)).toEqual(["Catalog", "Pages", "Address", "Opening hours", "Phone", "E-mail"]);

  const categories = footer.getByRole("navigation", { name: "Catalog" }).getByRole("link");
  await expect(categories).toHaveCount(12);
  await expect(categories.first()).toHaveText("Tube fittings");
  await expect(categories.first()).toHaveAttribute("href", "/en/catalog/tube-fittings");

  const pages = footer.getByRole("navigation", { name: "Pages" }).getByRole("link");
  await expect(pages).toHaveText(["Catalog", "About", "Support", "Contacts", "CAD portal"]);
  await expect(pages.nth(1)).toHaveAttribute("href", "/en/about");
  await expect(pages.last()).toHaveAttribute("href", "https://cad.ferrule.example/en");
  await expect(pages.last()).toHaveAttribute("rel", "external noopener");

  await expect(footer).toContainText("Dichtwegstrasse 24");
  await expect(footer).toContainText("Switzerland");
  await expect(footer).not.toContainText("Schweiz");
  await expect(footer).toContainText("7:30 am – 5 pm");
  await expect(footer.getByRole("link", { name: "+41 52 000 24 00" })).toHaveAttribute("href", "tel:+41520002400");
  await expect(footer.getByRole("link", { name: "anfrage@ferrule.example" })).toHaveAttribute(
    "href",
    "mailto:anfrage@ferrule.example",
  );
  await expect(footer).toContainText("© Ferrule AG. All rights reserved");
  await expect(footer.getByRole("link", { name: "Ferrule", exact: true })).toHaveAttribute("href", "/en");
  await expect(footer.getByRole("link", { name: "Imprint" })).toHaveAttribute("href", "/en/imprint");
  await expect(footer.getByRole("link", { name: "Privacy" })).toHaveAttribute("href", "/en/privacy");
});

test("the footer reopens the cookie settings", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  const banner = page.getByRole("region", { name: "Cookies" });
  await banner.getByRole("button", { name: "Decline" }).click();
  await expect(banner).toBeHidden();
  await page.getByRole("contentinfo").getByRole("button", { name: "Cookie settings" }).click();
  await expect(banner).toBeVisible();
});

test("the footer sets the colour mode and stores it", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/en/about");
  await hydrated(page);
  const modes = page.getByRole("contentinfo").getByRole("group", { name: "Appearance" });
  await expect(modes.getByRole("button", { name: "System" })).toHaveAttribute("aria-pressed", "true");
  await modes.getByRole("button", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await hydrated(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(modes.getByRole("button", { name: "Dark" })).toHaveAttribute("aria-pressed", "true");
});

test("of several footers the published one updated last is shown, even if a draft is newer", async ({
  page,
  request,
}) => {
  const footer = (id: number, status: string, updated: string) =>
    record({ id, slug: `f${id}`, status, date_updated: updated, address_list: [{ text: `Address ${id}` }] });
  const footers = [
    footer(2, "published", "2026-01-10T08:00:00Z"),
    footer(3, "published", "2026-02-10T08:00:00Z"),
    footer(4, "draft", "2026-03-10T08:00:00Z"),
    footer(5, "published", "2025-12-10T08:00:00Z"),
  ];
  await withContent(page, { footer: footers }, async (url) => {
    const reply = await request.get(
      `${url}/api/content/items/footer?fields=id&sort=-date_updated&filter={"status":{"_eq":"published"}}`,
    );
    expect(await reply.json()).toEqual({ data: [{ id: 3 }, { id: 2 }, { id: 5 }, { id: 1 }] });
    await page.goto(`${url}/en/about`);
    await hydrated(page);
    await expect(page.getByRole("contentinfo")).toContainText("Address 3");
    expect(await headings(page.getByRole("contentinfo"))).toEqual(["Address"]);
  });
});

test("a footer with missing lists has no empty cells and no gaps in its grid", async ({ page }) => {
  const bare = record({
    address_list: "Ferrule SA\nRue du Joint 2", // a text, as older records have it
    phone_links: '["052 000 24 00"]', // the JSON text of a list, without links
    email_links: null,
    schedule_list: [],
    menu: null,
  });
  await withContent(page, { footer: [bare] }, async (url) => {
    await page.goto(`${url}/fr/about`);
    await hydrated(page);
    const footer = page.getByRole("contentinfo");
    expect(await headings(footer)).toEqual(["Adresse", "Téléphone"]);
    await expect(footer.getByRole("listitem")).toHaveText(["Ferrule SA", "Rue du Joint 2", "052 000 24 00"]);
    await expect(footer.getByRole("link", { name: "052 000 24 00" })).toHaveAttribute("href", "tel:0520002400");
    await expect(footer.getByRole("link", { name: "Mentions légales" })).toBeVisible();
    for (const width of [390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await uncovered(footer), `at ${width} px`).toBeLessThan(0.02);
    }
  });
});

test("without a published footer the mark and the legal line remain", async ({ page }) => {
  await withContent(page, { footer: [record({ id: 1, slug: "main", status: "draft" })] }, async (url) => {
    await page.goto(`${url}/en/about`);
    await hydrated(page);
    const footer = page.getByRole("contentinfo");
    expect(await headings(footer)).toEqual([]);
    await expect(footer.getByRole("link")).toHaveText(["Ferrule", "Imprint", "Privacy"]);
    expect(await uncovered(footer)).toBeLessThan(0.02);
  });
});

/** Returns the share of the footer's block, hairlines included, that no cell covers. */
function uncovered(footer: Locator): Promise<number> {
  return footer.locator(".ft-block").evaluate((block) => {
    const area = (element: Element) => element.clientWidth * element.clientHeight;
    const cells = [...block.querySelectorAll(".ft-cell")];
    return 1 - cells.reduce((sum, cell) => sum + area(cell), 0) / area(block);
  });
}

test("a footer's text that exists only in another language is shown and marked with it", async ({ page }) => {
  const german = record({
    schedule_list: [{ text: "Montag bis Freitag", languages_code: "de-DE" }],
    email_links: [{ link: "mailto:info@ferrule.example" }],
    translations: [{ languages_code: "de-DE", schedule_title: "Öffnungszeiten", imprint_text: "Impressum" }],
  });
  await withContent(page, { footer: [german] }, async (url) => {
    await page.goto(`${url}/it/about`);
    await hydrated(page);
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("heading", { name: "Öffnungszeiten" })).toHaveAttribute("lang", "de-DE");
    await expect(footer.getByText("Montag bis Freitag")).toHaveAttribute("lang", "de-DE");
    await expect(footer.getByRole("link", { name: "Impressum" })).toHaveAttribute("lang", "de-DE");
    await expect(footer.getByRole("heading", { name: "E-mail" })).not.toHaveAttribute("lang");
    await expect(footer.getByRole("link", { name: "info@ferrule.example" })).toHaveAttribute(
      "href",
      "mailto:info@ferrule.example",
    );
    await expect(footer.getByRole("group", { name: "Aspetto" })).toBeVisible();
    await expect(footer).not.toHaveAttribute("lang");
  });
});

test("a category of the footer without a title and a slug is named by its ID", async ({ page }) => {
  const content = {
    categories: [{ id: 900, status: "published", sort: 900 }],
    footer: [record({ categories: [{ categories_id: 900, sort: 1 }] })],
  };
  await withContent(page, content, async (url) => {
    await page.goto(`${url}/en/about`);
    await hydrated(page);
    const link = page.getByRole("contentinfo").getByRole("link", { name: "Category 900" });
    await expect(link).toHaveAttribute("href", "/en/catalog/category-900");
    expect(await headings(page.getByRole("contentinfo"))).toEqual(["Categories"]);
  });
});

test("a footer that fails to load can be reloaded, and the legal links remain", async ({ page, pageErrors }) => {
  await saveData(page); // prefetching another page would retry it
  // Without the footer's reply in the document the browser renders it, and requests it.
  await page.route("**/en/about", async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(
      /<div id="root">.*<\/div>(<style>[^<]*<\/style><script type="application\/json" id="ferrule-state">)(.*?)(?=<\/script>)/s,
      (_, styles: string, state: string) => {
        const { data, ...page } = JSON.parse(state) as { data: unknown[] };
        return `<div id="root"></div>${styles}${JSON.stringify({ ...page, data: data.slice(0, 1) })}`;
      },
    );
    await route.fulfill({ response, body: html });
  });
  await page.route("**/api/content/items/footer?**", (route) =>
    route.fulfill({ status: 500, json: { errors: [{ message: "no" }] } }),
  );
  await page.goto("/en/about");
  const footer = page.getByRole("contentinfo");
  const retry = footer.getByRole("button", { name: "Load again" });
  await expect(retry).toBeVisible();
  await expect(footer.getByRole("link", { name: "Imprint" })).toBeVisible();
  expect(await uncovered(footer)).toBeLessThan(0.02);
  expect(pageErrors.filter((message) => message.startsWith("500")).length).toBeGreaterThan(0);
  await page.unroute("**/api/content/items/footer?**");
  expectErrors(pageErrors);
  await retry.click();
  await expect(retry).toBeHidden();
  await expect.poll(() => headings(footer)).toHaveLength(6);
});

test("the footer keeps its texts inside its cells at every width", async ({ page }) => {
  for (const language of ["de", "en", "fr", "it"]) {
    await page.goto(`/${language}/imprint`);
    await hydrated(page);
    for (const width of [320, 390, 768, 1024, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page
        .locator(".ft-cell")
        .evaluateAll((cells) =>
          cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
        );
      expect(wide, `${language} at ${width} px`).toEqual([]);
      expect(await uncovered(page.getByRole("contentinfo")), `${language} at ${width} px`).toBeLessThan(0.02);
    }
  }
});
