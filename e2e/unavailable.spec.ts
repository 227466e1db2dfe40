import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

// What a visitor meets when a script cannot be loaded: no press is answered with silence.

const texts = {
  de: "Laden fehlgeschlagen. Bitte Verbindung prüfen und noch einmal versuchen.",
  en: "Loading failed. Please check the connection and try again.",
  fr: "Échec du chargement. Veuillez vérifier la connexion et réessayer.",
  it: "Caricamento non riuscito. Controllare la connessione e riprovare.",
};

const notice = (page: Page) => page.getByRole("alert");

/** Answers nothing that begins with the name of a chunk, as a server that does not have it. */
const takeAway = (page: Page, chunk: string) =>
  page.route(`**/static/${chunk}-*.js`, (route) => route.fulfill({ status: 404 }));

/** The documents that were asked for since. */
function documents(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

/** Resolves when what surrounds the page answers; the visitor has done nothing yet. */
const shellHydrated = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-hydrated", "");

test("overlays whose script is missing: the document is loaded once, then a notice says so, and the catalogue's entry is a link", {
  tag: "@smoke",
}, async ({ page, complaints }) => {
  await takeAway(page, "overlays");
  await page.goto("/en/about");
  await shellHydrated(page);
  const asked = documents(page);
  const cart = page.locator(".hd-cart");
  await cart.click();
  await expect.poll(() => asked).toEqual(["/en/about"]);
  await shellHydrated(page);
  await expect(notice(page)).toBeHidden();
  await cart.click();
  await expect(notice(page)).toContainText(texts.en);
  expect(asked).toEqual(["/en/about"]);
  await page.locator(".hd-catalog").click();
  await expect(page).toHaveURL(/\/en\/catalog$/);
  await expect(notice(page)).toBeHidden();
  complaints.length = 0;
});

for (const [prefix, text] of Object.entries(texts)) {
  test(`${prefix}: without a connection the page stays, a notice says so, and with the connection the next press opens`, async ({
    page,
    complaints,
  }) => {
    await page.goto(`/${prefix}/about`);
    await shellHydrated(page);
    const asked = documents(page);
    await page.context().setOffline(true);
    await page.locator(".hd-cart").click();
    await expect(notice(page)).toContainText(text);
    expect(asked).toEqual([]);
    await page.context().setOffline(false);
    await page.locator(".hd-cart").click();
    await expect(page.locator("#overlay-cart")).toBeVisible();
    await expect(notice(page)).toBeHidden();
    complaints.length = 0;
  });
}

test("a page whose program cannot be loaded says so, and its notice loads the document anew", async ({
  page,
  complaints,
}) => {
  await page.route("**/static/react-*.js", (route) => route.abort(), { times: 1 });
  await page.goto("/en/about");
  await expect(notice(page)).toContainText(texts.en);
  await notice(page).getByRole("link", { name: "Reload" }).click();
  await shellHydrated(page);
  await expect(notice(page)).toBeHidden();
  complaints.length = 0;
});
