import type { Page } from "@playwright/test";
import { expect, expectErrors, saveData, test } from "./fixtures";

// Where a script cannot be loaded, every press has a visible effect.

const texts = {
  de: "Laden fehlgeschlagen. Bitte Verbindung prüfen.",
  en: "Loading failed. Please check the connection.",
  fr: "Échec du chargement. Veuillez vérifier la connexion.",
  it: "Caricamento non riuscito. Controllare la connessione.",
};

const notice = (page: Page) => page.getByRole("alert");

/** Replies 404 to requests for a chunk. */
const removeChunk = (page: Page, chunk: string) =>
  page.route(`**/static/${chunk}-*.js`, (route) => route.fulfill({ status: 404 }));

/** Records the documents that are requested from this call on. */
function documents(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) requested.push(new URL(request.url()).pathname);
  });
  return requested;
}

/** Waits until header and footer are hydrated, before any interaction. */
const shellHydrated = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-hydrated", "");

// With data saver, code is not fetched before it is needed.
test.beforeEach(({ page }) => saveData(page));

test("overlays whose script is missing: the document is reloaded once, then a notice is shown, and the catalogue's entry is a link", {
  tag: "@smoke",
}, async ({ page, pageErrors }) => {
  await removeChunk(page, "overlays");
  await page.goto("/en/about");
  await shellHydrated(page);
  const requested = documents(page);
  const cart = page.locator(".hd-cart");
  await cart.click();
  await expect.poll(() => requested).toEqual(["/en/about"]);
  await shellHydrated(page);
  await expect(notice(page)).toBeHidden();
  await cart.click();
  await expect(notice(page)).toContainText(texts.en);
  expect(requested).toEqual(["/en/about"]);
  await page.locator(".hd-catalog").click();
  await expect(page).toHaveURL(/\/en\/catalog$/);
  await expect(notice(page)).toBeHidden();
  expectErrors(pageErrors);
});

for (const [prefix, text] of Object.entries(texts)) {
  test(`${prefix}: offline the page stays and a notice is shown, and online again the next press opens the overlay`, async ({
    page,
    pageErrors,
  }) => {
    await page.goto(`/${prefix}/about`);
    await shellHydrated(page);
    const requested = documents(page);
    await page.context().setOffline(true);
    await page.locator(".hd-cart").click();
    await expect(notice(page)).toContainText(text);
    expect(requested).toEqual([]);
    await page.context().setOffline(false);
    await page.locator(".hd-cart").click();
    await expect(page.locator("#overlay-cart")).toBeVisible();
    await expect(notice(page)).toBeHidden();
    expectErrors(pageErrors);
  });
}

test("offline an article is not added and a notice is shown, which reloads the document online again", async ({
  page,
  pageErrors,
}) => {
  await page.goto("/en/product/straight-union-s");
  await shellHydrated(page);
  const requested = documents(page);
  await page.context().setOffline(true);
  await page.locator(".buy-act .btn--primary").click();
  await expect(notice(page)).toContainText(texts.en);
  expect(requested).toEqual([]);
  await page.context().setOffline(false);
  await notice(page).getByRole("link", { name: "Reload" }).click();
  await expect.poll(() => requested).toEqual(["/en/product/straight-union-s"]);
  await page.locator(".buy-act .btn--primary").click();
  await expect(page.getByRole("button", { name: "Cart (1)" })).toBeVisible();
  await expect(notice(page)).toBeHidden();
  expectErrors(pageErrors);
});

test("the notice of a failed overlay closes when the overlay opens with code that was preloaded meanwhile", async ({
  page,
  pageErrors,
}) => {
  await page.goto("/en/about");
  await shellHydrated(page);
  await page.context().setOffline(true);
  await page.locator(".hd-cart").click();
  await expect(notice(page)).toContainText(texts.en);
  await page.context().setOffline(false);
  const preloaded = page.waitForResponse("**/static/overlays-*.js");
  await page.locator(".hd-catalog").hover();
  await (await preloaded).finished();
  await page.locator(".hd-cart").click();
  await expect(page.locator("#overlay-cart")).toBeVisible();
  await expect(notice(page)).toBeHidden();
  expectErrors(pageErrors);
});

test("a page whose script cannot be loaded shows a notice, which reloads the document", async ({
  page,
  pageErrors,
}) => {
  await page.route("**/static/react-*.js", (route) => route.abort(), { times: 1 });
  await page.goto("/en/about");
  await expect(notice(page)).toContainText(texts.en);
  await notice(page).getByRole("link", { name: "Reload" }).click();
  await shellHydrated(page);
  await expect(notice(page)).toBeHidden();
  expectErrors(pageErrors);
});
