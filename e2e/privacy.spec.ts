import { expect, test } from "./fixtures";
import { startServer } from "./server";

/** Two lines of the page in each language: of the cart and of requests. */
const lines = {
  de: [
    "Warenkorb (lokaler Speicher), nach der letzten Änderung: 12 Stunden",
    "Personendaten und Dateien einer Anfrage: 90 Tage",
  ],
  en: ["cart (local storage), after the last change: 12 hours", "personal data and files of a request: 90 days"],
  fr: [
    "panier (stockage local), après la dernière modification : 12 heures",
    "données personnelles et fichiers d’une demande : 90 jours",
  ],
  it: [
    "carrello (memoria locale), dopo l’ultima modifica: 12 ore",
    "dati personali e file di una richiesta: 90 giorni",
  ],
};

test("the page about privacy says for how long data are stored, as configured, in each language", async ({
  page,
  server,
}) => {
  const other = await startServer(server.data, "--cart-hours", "12", "--request-keep-days", "90");
  for (const [language, [cart = "", request = ""]] of Object.entries(lines)) {
    await page.goto(`${other.url}/${language}/privacy`);
    await expect(page.getByRole("listitem").filter({ hasText: cart })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: request })).toBeVisible();
  }
  await page.goto("about:blank"); // no request may be pending when the server stops
  await other.stop();
});

test("the page about privacy says the same after a navigation from another page", async ({ page }) => {
  await page.goto("/en");
  await page.locator("footer .ft-legal").getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { name: "What is stored, and for how long" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "until we erase them" })).toBeVisible();
});
