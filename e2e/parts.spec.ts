import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import jsQR from "jsqr";
import { samplePdf } from "../web/src/bom/testdata/sample-pdf";
import { installAxe, violations } from "./axe";
import { delayRequests, expect, expectErrors, hydrated, test } from "./fixtures";
import { fill, openForm, referenceIn, submit } from "./forms";

/** Opens the window for bills of materials from the catalogue's page. */
async function openWindow(page: Page, path = "/de/catalog", name = "Stückliste einfügen", title = "Stückliste") {
  await page.goto(path);
  await hydrated(page);
  await page.locator("main").getByRole("link", { name }).click();
  return page.getByRole("dialog", { name: title });
}

/** Writes a text into the window's field and reads its lines. */
async function read(dialog: Locator, text: string): Promise<void> {
  await dialog.getByLabel("Stückliste", { exact: true }).fill(text);
  await dialog.getByRole("button", { name: "Zeilen lesen" }).click();
}

/** Pastes a text into the field that has the focus. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** Returns the counts of the filters: all, sure, to choose, free text, no position. */
async function counts(dialog: Locator): Promise<string[]> {
  await expect(dialog.getByRole("group", { name: "Zeilen zeigen" })).toBeVisible();
  const texts = await dialog.locator(".bom-filters .tnum").allTextContents();
  return texts.map((text) => text.replace("\u00a0", " "));
}

/** Returns the row of a position. */
function rowOf(dialog: Locator, position: string): Locator {
  return dialog.getByRole("row").filter({ has: dialog.page().getByRole("cell", { name: position, exact: true }) });
}

/** Returns the part number, quantity, note and position of each stored cart line. */
async function cart(page: Page): Promise<unknown[]> {
  return page.evaluate(() => {
    const { items } = JSON.parse(localStorage.getItem("cart:v1") ?? '{"items":[]}') as {
      items: { sku: string; quantity: number; meta: { note?: string; position?: string } }[];
    };
    return items.map(({ sku, quantity, meta }) => [
      sku,
      quantity,
      ...(meta.note || meta.position ? [meta.note ?? ""] : []),
      ...(meta.position ? [meta.position] : []),
    ]);
  });
}

const mail = `Bestellung Nr. 4500 123 987 vom 19.11.2026
10 FR-VF-080-040-71 8 Stk
20 Flanschdichtung DN80 PN40 IBC, 4 St., KW 50
30 Verschraubung 12S gerade VA 20x
40 Winkelverschr. 12 S 1.4571
 mit Zeugnis 3.1  20 Stk
60 Sonderteil nach Zeichnung 88-1204, 2 Stk
90 FR-TV-16S-71 12
Mit freundlichen Grüßen, J. Keller, Tel. 079 555 01 90`;

test("several articles of one line are rows with choices of their own", async ({ page }) => {
  const dialog = await openWindow(page);
  await read(dialog, "Pos. 7: 20 FR-GV-12S und 10 Stk FR-GV-15L\nje 5 Stk FR-WV-12S-71 / FR-TV-16S-71");
  expect(await counts(dialog)).toEqual(["4", "2", "2", "0", "0"]);
  const rows = rowOf(dialog, "7");
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole("radio", { name: "FR-GV-12S-71" }).check();
  await rows.last().getByRole("radio", { name: "FR-GV-15L-ZN" }).check();
  await expect(rows.first().getByRole("radio", { name: "FR-GV-12S-71" })).toBeChecked();
  expect(await counts(dialog)).toEqual(["4", "4", "0", "0", "0"]);
  await dialog.getByRole("button", { name: "4 Positionen übernehmen" }).click();
  await expect
    .poll(() => cart(page))
    .toEqual([
      ["FR-GV-12S-71", 20, "", "7"],
      ["FR-GV-15L-ZN", 10, "", "7"],
      ["FR-WV-12S-71", 5],
      ["FR-TV-16S-71", 5],
    ]);
});

test("an e-mail pasted whole is read at once: positions, remarks, a question, free text and what is no position", {
  tag: "@smoke",
}, async ({ page }) => {
  const dialog = await openWindow(page);
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toBeFocused();
  await paste(page, mail);
  await expect(dialog.getByRole("row")).toHaveCount(9);
  expect(await counts(dialog)).toEqual(["8", "4", "1", "1", "2"]);
  await expect(rowOf(dialog, "10")).toContainText(/Vorschweiß\u00ad?flansch DN\s80 PN\s40/);
  await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("8");
  await expect(dialog.getByLabel("Bemerkung, Pos. 20")).toHaveValue("KW 50");
  await expect(dialog.getByLabel("Bemerkung, Pos. 40")).toHaveValue("mit Zeugnis 3.1");
  await expect(rowOf(dialog, "40")).toContainText("1.4571 ↵ mit Zeugnis 3.1 20 Stk");
  await expect(rowOf(dialog, "30")).toContainText("Welcher Werkstoff?");
  await expect(rowOf(dialog, "30").getByRole("img", { name: "bitte wählen" })).toBeVisible();
  await expect(rowOf(dialog, "60")).toContainText("bleibt als Text in der Anfrage");
  await expect(dialog.getByRole("row").nth(1)).toContainText("Kopf der E-Mail");
  await expect(dialog.getByRole("row").last()).toContainText("Fuß der E-Mail");
  await expect(dialog.locator(".bom-sum p")).toHaveText(
    "5 von 6 Positionen sind bereit4 sicher und 1 Freitext. 1 wartet auf Ihre Wahl und bleibt hier stehen. Im Warenkorb danach: 0 + 5 = 5.",
  );
  await rowOf(dialog, "30")
    .getByLabel(/FR-GV-12S-04/)
    .check();
  expect(await counts(dialog)).toEqual(["8", "5", "0", "1", "2"]);
  await dialog.getByRole("button", { name: "6 Positionen übernehmen" }).click();
  const panel = page.getByRole("dialog", { name: "Warenkorb" });
  await expect(panel.getByRole("article")).toHaveCount(6);
  await expect(page.locator("#overlay-modal")).toHaveCount(0);
  expect(await cart(page)).toEqual([
    ["FR-VF-080-040-71", 8, "", "10"],
    ["FR-FD-080-040", 4, "KW 50", "20"],
    ["FR-GV-12S-04", 20, "", "30"],
    ["FR-WV-12S-71", 20, "mit Zeugnis 3.1", "40"],
    ["Sonderteil nach Zeichnung 88-1204", 2, "", "60"],
    ["FR-TV-16S-71", 12, "", "90"],
  ]);
});

test("cells from Excel reach the supplier with their positions and remarks, equal articles apart", async ({ page }) => {
  const dialog = await openWindow(page);
  await read(
    dialog,
    "Pos.\tArtikel-Nr.\tMenge\tEinheit\tBemerkung\n010\tFR-GV-12S-71\t1.000\tStk\tLos 1\n020\tFR-GV-12S-71\t2,0\tStk\t\n030\tACME-4711-B Blechhaube\t5\tStk\tblau\n\tSumme\t1007\t\t",
  );
  await expect(dialog.getByRole("row", { name: /Kopf der Tabelle/ })).toBeVisible();
  await expect(dialog.getByRole("row", { name: /Summe/ }).last()).toBeVisible();
  await dialog.getByLabel("Bemerkung, Pos. 020").fill("mit Zeugnis 3.1");
  await dialog.getByRole("button", { name: "3 Positionen übernehmen" }).click();
  const panel = page.getByRole("dialog", { name: "Warenkorb" });
  await expect(panel.getByRole("article")).toHaveCount(3);
  await openForm(panel);
  await fill(panel, "Erika Muster");
  const sending = page.waitForRequest("**/api/form-messages");
  await submit(panel);
  const { lines } = (await sending).postDataJSON() as { lines: Record<string, unknown>[] };
  expect(lines.map(({ sku, quantity, meta }) => ({ sku, quantity, meta }))).toMatchObject([
    { sku: "FR-GV-12S-71", quantity: 1000, meta: { position: "010", note: "Los 1" } },
    { sku: "FR-GV-12S-71", quantity: 2, meta: { position: "020", note: "mit Zeugnis 3.1" } },
    { sku: "ACME-4711-B Blechhaube", quantity: 5, meta: { position: "030", note: "blau", free: true } },
  ]);
  await referenceIn(panel);
});

test("the line that a product's button adds is apart from a position, and grows a line without one", async ({
  page,
}) => {
  const dialog = await openWindow(page);
  await read(dialog, "10 FR-GV-12S-71 8 Stk");
  await dialog.getByRole("button", { name: "1 Position übernehmen" }).click();
  await expect.poll(() => cart(page)).toEqual([["FR-GV-12S-71", 8, "", "10"]]);
  await page.goto("/de/product/straight-union-s?variant=FR-GV-12S-71");
  await hydrated(page);
  await page.locator(".buy .btn--primary").first().click();
  await page.locator(".buy .btn--primary").first().click();
  await expect
    .poll(() => cart(page))
    .toEqual([
      ["FR-GV-12S-71", 8, "", "10"],
      ["FR-GV-12S-71", 2],
    ]);
});

test("decimals are parsed in the notation of the text", async ({ page }) => {
  const dialog = await openWindow(page, "/en/catalog", "Paste bill of materials", "Bill of materials");
  const field = dialog.getByLabel("Bill of materials", { exact: true });
  const readText = async (text: string) => {
    await field.fill(text);
    await dialog.getByRole("button", { name: "Read lines" }).click();
  };
  await readText("Part no.;Qty\nFR-GV-12S-71;2.0\nFR-GV-16S-ZN;1,000.00");
  await expect(dialog.getByLabel("Quantity, line 2")).toHaveValue("2");
  await expect(dialog.getByLabel("Quantity, line 3")).toHaveValue("1000");
  await dialog.getByRole("button", { name: "Edit text" }).click();
  await readText("Artikel-Nr.;Menge\nFR-GV-12S-71;2,0\nFR-GV-16S-ZN;1.000,00");
  await expect(dialog.getByRole("row").nth(1)).toContainText("Artikel-Nr.");
  await expect(dialog.getByLabel("Quantity, line 2")).toHaveValue("2");
  await expect(dialog.getByLabel("Quantity, line 3")).toHaveValue("1000");
  await dialog.getByRole("button", { name: "Edit text" }).click();
  await readText("FR-GV-12S-71 2,5 m");
  await expect(dialog.getByRole("row").nth(1)).toContainText("Quantity rounded up to 3.");
});

test("a line becomes a position or none with a press, and nothing disappears", async ({ page }) => {
  const dialog = await openWindow(page);
  await read(dialog, "Guten Tag\n5 x ACME-4711-B Blechhaube\n2 x FR-GV-12S-71\n1 x <b>Halter</b>");
  await expect(dialog.getByRole("row")).toHaveCount(5);
  expect(await counts(dialog)).toEqual(["4", "1", "0", "2", "1"]);
  await dialog.getByRole("button", { name: "Als Freitext anfragen: Zeile 1, Guten Tag" }).click();
  await dialog.getByRole("button", { name: "Zeile 3 ist keine Position" }).click();
  await expect(dialog.getByRole("row").nth(3)).toContainText("Von Ihnen ausgelassen");
  expect(await counts(dialog)).toEqual(["4", "0", "0", "3", "1"]);
  await dialog.getByRole("button", { name: /Wieder aufnehmen: Zeile 3/ }).click();
  await dialog.getByRole("button", { name: "Zeile 4 ist keine Position" }).click();
  expect(await counts(dialog)).toEqual(["4", "1", "0", "2", "1"]);
  await dialog.getByRole("button", { name: "1 keine Position" }).click();
  await expect(dialog.getByRole("row")).toHaveCount(2);
  await expect(dialog.getByRole("row").nth(1)).toContainText("<b>Halter</b>");
  await dialog.getByRole("button", { name: "3 Positionen übernehmen" }).click();
  await expect
    .poll(() => cart(page))
    .toEqual([
      ["Guten Tag", 1],
      ["ACME-4711-B Blechhaube", 5],
      ["FR-GV-12S-71", 2],
    ]);
});

test("a repeated article is marked, and merged only on a press, which can be undone", async ({ page }) => {
  const dialog = await openWindow(page);
  await read(dialog, "10 FR-GV-12S-71 8 Stk\n20 FR-GV-16S-ZN 1 Stk\n30 FR-GV-12S-71 2 Stk\n40 FR-GV-12S-71 3 Stk");
  await expect(rowOf(dialog, "30")).toContainText("wie Pos. 10");
  await expect(dialog.getByRole("button", { name: "4 Positionen übernehmen" })).toBeVisible();
  await rowOf(dialog, "30").getByRole("button", { name: "Zusammenfassen" }).click();
  await expect(dialog.getByLabel("Menge, Pos. 10, 30")).toHaveValue("10");
  await expect(dialog.getByRole("row").nth(3)).toContainText("Mit Pos. 10, 30 zusammengefasst");
  await rowOf(dialog, "40").getByRole("button", { name: "Zusammenfassen" }).click();
  await expect(dialog.getByLabel("Menge, Pos. 10, 30, 40")).toHaveValue("13");
  await dialog.getByRole("button", { name: /Wieder trennen: Pos. 30/ }).click();
  await expect(dialog.getByLabel("Menge, Pos. 10, 40")).toHaveValue("11");
  await dialog.getByRole("button", { name: "3 Positionen übernehmen" }).click();
  await expect
    .poll(() => cart(page))
    .toEqual([
      ["FR-GV-12S-71", 11, "", "10, 40"],
      ["FR-GV-16S-ZN", 1, "", "20"],
      ["FR-GV-12S-71", 2, "", "30"],
    ]);
});

test("what waits for a choice stays; taking over is undone in the window and in the cart", async ({ page }) => {
  const dialog = await openWindow(page);
  await read(dialog, "10 FR-GV-16S-ZN 1 Stk\n20 FR-GV-12S 7 Stk\n30 FR-TV-16S-71 2 Stk");
  await dialog.getByLabel("Menge, Pos. 30").fill("5");
  await dialog.getByRole("button", { name: "2 Positionen übernehmen" }).click();
  await expect(dialog.getByRole("row")).toHaveCount(2);
  await expect(dialog.locator(".bom-sum")).toContainText("2 Positionen sind im Warenkorb.");
  expect(await cart(page)).toHaveLength(2);
  await dialog.getByRole("button", { name: "Rückgängig" }).click();
  await expect(dialog.getByLabel("Menge, Pos. 30")).toHaveValue("5");
  expect(await cart(page)).toEqual([]);
  await dialog.getByRole("button", { name: "2 Positionen übernehmen" }).click();
  await rowOf(dialog, "20").getByLabel("Als Freitext anfragen").check();
  await expect(dialog.locator(".bom-sum p")).toContainText("Im Warenkorb danach: 2 + 1 = 3.");
  await dialog.getByRole("button", { name: "1 Position übernehmen" }).click();
  const panel = page.getByRole("dialog", { name: "Warenkorb" });
  await expect(panel.getByRole("article")).toHaveCount(3);
  await expect(panel).toContainText("1 Position übernommen.");
  await panel.getByRole("button", { name: "Rückgängig" }).click();
  await expect(panel.getByRole("article")).toHaveCount(2);
  await panel.getByRole("link", { name: "Liste einfügen" }).click();
  await expect(rowOf(dialog, "20").getByLabel("Als Freitext anfragen")).toBeChecked();
});

test("text and choices survive Escape and a reload, and are forgotten on cancel; two tabs are apart", async ({
  page,
  context,
}) => {
  const dialog = await openWindow(page);
  await read(dialog, "10 FR-GV-12S 7 Stk\n20 FR-GV-16S-ZN 1 Stk");
  await rowOf(dialog, "10")
    .getByLabel(/FR-GV-12S-ZN/)
    .check();
  await dialog.getByLabel("Menge, Pos. 20").fill("30");
  await dialog.getByLabel("Bemerkung, Pos. 20").fill("eilt");
  await page.keyboard.press("Escape");
  await expect(page.locator("#overlay-modal")).toHaveCount(0);
  await page.reload();
  await hydrated(page);
  await page.locator("main").getByRole("link", { name: "Stückliste einfügen" }).click();
  await expect(rowOf(dialog, "10").getByLabel(/FR-GV-12S-ZN/)).toBeChecked();
  await expect(dialog.getByLabel("Menge, Pos. 20")).toHaveValue("30");
  await expect(dialog.getByLabel("Bemerkung, Pos. 20")).toHaveValue("eilt");
  const other = await openWindow(await context.newPage());
  await expect(other.getByLabel("Stückliste", { exact: true })).toHaveValue("");
  await dialog.getByRole("button", { name: "Text ändern" }).click();
  await dialog
    .getByLabel("Stückliste", { exact: true })
    .fill("5 FR-TV-16S-71 1 Stk\n10 FR-GV-12S 7 Stk\n20 FR-GV-16S-ZN 1 Stk");
  await dialog.getByRole("button", { name: "Zeilen lesen" }).click();
  await expect(dialog.getByLabel("Menge, Pos. 20")).toHaveValue("30");
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  await expect(page.locator("#overlay-modal")).toHaveCount(0);
  await page.locator("main").getByRole("link", { name: "Stückliste einfügen" }).click();
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toHaveValue("");
});

/** The code of all windows. */
const windowsCode = "**/static/overlays-*.js";

test("a reload opens the window again; a change of page, Back and another tab do not", async ({ page, context }) => {
  await page.goto("/de/support");
  const dialog = await openWindow(page);
  await read(dialog, "10 FR-GV-12S 7 Stk\n20 FR-GV-16S-ZN 1 Stk");
  await dialog.getByLabel("Menge, Pos. 20").fill("30");
  await page.reload();
  await expect(dialog.getByLabel("Menge, Pos. 20")).toHaveValue("30");
  await expect(dialog.getByRole("region", { name: "Gelesene Zeilen" })).toBeFocused();
  await dialog.getByRole("button", { name: "Text ändern" }).click();
  await page.reload();
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toHaveValue(/FR-GV-16S-ZN/);
  const other = await context.newPage();
  await other.goto("/de/catalog");
  await hydrated(other);
  await other.reload();
  await hydrated(other);
  await expect(other.locator("#overlay-modal")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/de\/support$/);
  await hydrated(page);
  await expect(dialog).toHaveCount(0);
  await page.goForward();
  await expect(page).toHaveURL(/\/de\/catalog$/);
  await hydrated(page);
  await page.reload();
  await hydrated(page);
  await expect(dialog).toHaveCount(0);
  await page.locator("main").getByRole("link", { name: "Stückliste einfügen" }).click();
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toHaveValue(/FR-GV-16S-ZN/);
});

test("a window over the cart opens again above it, also if its code takes long to load", async ({ page }) => {
  await page.goto("/de/about");
  await hydrated(page);
  await page.locator(".hd-cart").click();
  await page.locator("#overlay-cart").getByRole("link", { name: "Stückliste einfügen" }).click();
  const dialog = page.getByRole("dialog", { name: "Stückliste" });
  await read(dialog, "10 FR-GV-12S-71 7 Stk");
  await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("7");
  const release = await delayRequests(page, windowsCode);
  await page.reload();
  await hydrated(page);
  // Reloaded again while the code is loading.
  await page.reload();
  await hydrated(page);
  release();
  await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("7");
  await expect(dialog.getByRole("region", { name: "Gelesene Zeilen" })).toBeFocused();
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("#overlay-cart")).toBeVisible();
  await page.reload();
  await expect(page.locator("#overlay-cart")).toBeVisible();
  await expect(page.locator("#overlay-modal")).toHaveCount(0);
});

test("a window does not open on a page that was opened while its code was loading", async ({ page }) => {
  const dialog = await openWindow(page);
  await read(dialog, "10 FR-GV-12S-71 7 Stk");
  await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("7");
  const release = await delayRequests(page, windowsCode);
  await page.reload();
  await hydrated(page);
  await page.locator(".hd-nav a[href='/de/support']").click();
  await expect(page).toHaveURL(/\/de\/support$/);
  const loaded = page.waitForResponse(windowsCode);
  release();
  await (await loaded).finished();
  await page.locator(".hd-cart").click();
  await expect(page.locator("#overlay-cart")).toBeVisible();
  await expect(page.locator("#overlay-modal")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.locator("#overlay-cart")).toHaveCount(0);
  await page.reload();
  await hydrated(page);
  await expect(page.locator("#overlay-modal")).toHaveCount(0);
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("Back closes a window that a reload has opened again, and leaves its page", async ({ page }) => {
    await page.goto("/de/support");
    const dialog = await openWindow(page);
    await read(dialog, "10 FR-GV-12S-71 7 Stk");
    await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("7");
    await page.reload();
    await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("7");
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/de\/catalog$/);
    // Back pressed while the code is loading.
    await page.locator("main").getByRole("link", { name: "Stückliste einfügen" }).tap();
    await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("7");
    const release = await delayRequests(page, windowsCode);
    await page.reload();
    await hydrated(page);
    await page.evaluate(() => window.history.back());
    await expect.poll(() => page.evaluate(() => (window.history.state as { overlay?: boolean }).overlay)).toBeFalsy();
    release();
    await page.locator(".hd-cart").tap();
    await expect(page.locator("#overlay-cart")).toBeVisible();
    await expect(page.locator("#overlay-modal")).toHaveCount(0);
    await page.goBack();
    await expect(page.locator("#overlay-cart")).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/de\/support$/);
  });
});

test("a slow look-up shows the lines at once and can be cancelled; a failed one is repeated", async ({
  page,
  pageErrors,
}) => {
  const dialog = await openWindow(page);
  const release = await delayRequests(page, "**/api/parts");
  await read(dialog, "10 FR-GV-16S-ZN 1 Stk\n20 FR-TV-16S-71 2 Stk");
  await expect(dialog.getByRole("status")).toHaveText("2 Zeilen werden gelesen …");
  await expect(dialog.locator("pre")).toContainText("20 FR-TV-16S-71 2 Stk");
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toHaveValue(/FR-TV-16S-71/);
  release();
  await page.unroute("**/api/parts");
  await page.route("**/api/parts", (route) => route.abort());
  await dialog.getByRole("button", { name: "Zeilen lesen" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Die Stückliste konnte nicht gelesen werden. Der Text ist noch da.",
  );
  await page.unroute("**/api/parts");
  await dialog.getByRole("button", { name: "Noch einmal versuchen" }).click();
  await expect(dialog.getByRole("button", { name: "2 Positionen übernehmen" })).toBeVisible();
  expectErrors(pageErrors);
});

/** Chooses a file in the window. */
async function choose(dialog: Locator, name: string, buffer: Buffer): Promise<void> {
  await dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
}

test("XLSX and CSV files are read with positions and remarks; their text can be edited", async ({ page }) => {
  const dialog = await openWindow(page);
  const workbook = new URL("../internal/bom/bomfile/testdata/list.xlsx", import.meta.url);
  await choose(dialog, "liste.xlsx", readFileSync(workbook));
  await expect(dialog.getByLabel("Menge, Pos. 010")).toHaveValue("1000");
  await expect(dialog.getByLabel("Bemerkung, Pos. 010")).toHaveValue(/mit Zeugnis 3\.1/);
  await dialog.getByRole("button", { name: "Text ändern" }).click();
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toHaveValue(/010\tFR-GV-12S-71\t/);
  await choose(dialog, "liste.csv", Buffer.from("Artikel-Nr.;Stück\r\nFR-GV-12S-71;10\r\n", "latin1"));
  await expect(dialog.getByLabel("Menge, Zeile 2")).toHaveValue("10");
  await expect(dialog.getByRole("row").nth(1)).toContainText("Artikel-Nr.;Stück");
});

test("a PDF file with text is read in the browser, its table as cells", async ({ page }) => {
  const dialog = await openWindow(page);
  const cells = (y: number, position: string, article: string, quantity: string) => [
    { x: 60, y, text: position },
    { x: 110, y, text: article },
    { x: 400, y, text: quantity },
  ];
  const pdf = samplePdf([
    [...cells(720, "Pos.", "Artikel", "Menge"), ...cells(700, "10", "FR-GV-12S-71", "8 Stk")],
    cells(720, "20", "FR-GV-16S-ZN", "3 Stk"),
  ]);
  await choose(dialog, "anfrage.pdf", Buffer.from(pdf));
  await expect(dialog.getByLabel("Menge, Pos. 10")).toHaveValue("8");
  await expect(dialog.getByLabel("Menge, Pos. 20")).toHaveValue("3");
  await dialog.getByRole("button", { name: "Text ändern" }).click();
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toHaveValue(
    "Pos.\tArtikel\tMenge\n10\tFR-GV-12S-71\t8 Stk\n20\tFR-GV-16S-ZN\t3 Stk",
  );
});

/** Drops files or folders on an element, as from another program; unless the page takes them, the browser opens them. */
async function drop(on: Locator, ...files: string[]): Promise<void> {
  const page = on.page();
  const box = await on.boundingBox();
  if (!box) throw new Error("the element has no box");
  const session = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, x, y, data: { items: [], files, dragOperationsMask: 1 } });
  }
  await session.detach();
}

/** Writes a file that a test drops, and returns its path. */
function fileNamed(name: string, content: string | Buffer): string {
  const path = test.info().outputPath(name);
  writeFileSync(path, content);
  return path;
}

const droppedCsv = [
  "Pos.;Kundenpos.;Teilenummer;Artikel;Werte;Menge;Bemerkung;Anfragenummer;Anfrage an;Kontakt;Antwort bis;Im Internet",
  "1;70;FR-TV-16S-71;T-Verschraubung 16S;S · 1.4571;12;eilt;F-7K3-94Q;Ferrule;Weg 1, Ort · +41 52 1;2026-11-24T18:40:00+01:00;https://example.com/de/request/T",
].join("\r\n");

test("a file dropped on the lines of a list is read; the former list is kept, also over a reload", async ({ page }) => {
  const dialog = await openWindow(page);
  await read(dialog, "10 FR-GV-12S 7 Stk\n20 FR-GV-16S-ZN 1 Stk");
  await dialog.getByLabel("Menge, Pos. 20").fill("30");
  const list = fileNamed("anfrage.csv", droppedCsv);
  const release = await delayRequests(page, "**/api/parts");
  await drop(rowOf(dialog, "10"), list);
  await expect(dialog.locator(".bom-bar").getByRole("status")).toHaveText("anfrage.csv wird gelesen …");
  await expect(dialog.getByLabel("Menge, Pos. 20")).toHaveValue("30");
  await dialog.getByRole("button", { name: "Lesen abbrechen" }).click();
  await expect(dialog.locator(".bom-bar")).toHaveCount(0);
  release();
  await page.unroute("**/api/parts");
  await drop(rowOf(dialog, "10"), list);
  await expect(dialog.getByLabel("Menge, Pos. 1", { exact: true })).toHaveValue("12");
  await expect(dialog.getByLabel("Bemerkung, Pos. 1")).toHaveValue("eilt");
  await expect(dialog.getByRole("region", { name: "Gelesene Zeilen" })).toBeFocused();
  await dialog.getByLabel("Menge, Pos. 1", { exact: true }).fill("13");
  await expect(dialog.locator(".bom-bar").getByRole("status")).toHaveText(
    "Die vorherige Liste mit 2 Zeilen ist noch da.",
  );
  await page.reload();
  await dialog.getByRole("button", { name: "Zur vorherigen Liste" }).click();
  await expect(dialog.getByLabel("Menge, Pos. 20")).toHaveValue("30");
  await dialog.getByRole("button", { name: "Zur vorherigen Liste" }).click();
  await expect(dialog.getByLabel("Menge, Pos. 1", { exact: true })).toHaveValue("13");
  // The list of the file is complete: the former one is left.
  await dialog.getByRole("button", { name: "1 Position übernehmen" }).click();
  const panel = page.getByRole("dialog", { name: "Warenkorb" });
  await expect(panel.getByRole("article")).toHaveCount(1);
  await panel.getByRole("link", { name: "Liste einfügen" }).click();
  await expect(dialog.getByLabel("Menge, Pos. 20")).toHaveValue("30");
  await expect(dialog.locator(".bom-bar")).toHaveCount(0);
  // Cancel leaves the list of a file first.
  await drop(dialog.locator(".bom-foot"), list);
  await expect(dialog.getByLabel("Menge, Pos. 1", { exact: true })).toHaveValue("12");
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  await expect(dialog.getByLabel("Menge, Pos. 20")).toHaveValue("30");
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  await expect(page.locator("#overlay-modal")).toHaveCount(0);
});

test("a file is read wherever it is dropped, also beside the window; a typed text is kept", async ({ page }) => {
  const dialog = await openWindow(page);
  const list = fileNamed("anfrage.csv", droppedCsv);
  await drop(dialog.getByRole("heading", { name: "Stückliste" }), list);
  await expect(dialog.getByLabel("Menge, Pos. 1", { exact: true })).toHaveValue("12");
  await expect(dialog.locator(".bom-bar")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Text ändern" }).click();
  await dialog.getByLabel("Stückliste", { exact: true }).fill("40 FR-GV-12S-71 3");
  await drop(page.locator(".hd-cart"), list);
  await expect(dialog.getByLabel("Menge, Pos. 1", { exact: true })).toHaveValue("12");
  await dialog.getByRole("button", { name: "Zur vorherigen Liste" }).click();
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toHaveValue("40 FR-GV-12S-71 3");
  await dialog.getByRole("button", { name: "Zur vorherigen Liste" }).click();
  await expect(dialog.getByLabel("Menge, Pos. 1", { exact: true })).toHaveValue("12");
});

for (const [path, link, title, several, folder, kind] of [
  ["/de", "Stückliste einfügen", "Stückliste", /Dateien einzeln öffnen/, /Ein Ordner kann nicht/, /XLSX, ODS oder CSV/],
  ["/en", "Paste bill of materials", "Bill of materials", /one at a time/, /A folder cannot/, /XLSX, ODS or CSV/],
  ["/fr", "Coller une nomenclature", "Nomenclature", /un par un/, /Un dossier ne peut pas/, /XLSX, ODS ou CSV/],
  ["/it", "Incolla distinta base", "Distinta base", /uno alla volta/, /Una cartella non può/, /XLSX, ODS o CSV/],
] as const) {
  test(`several files, a folder and a picture are refused with a reason, and the lines stay: ${path}`, async ({
    page,
    pageErrors,
  }) => {
    const dialog = await openWindow(page, `${path}/catalog`, link, title);
    const picture = fileNamed("bild.png", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
    const list = fileNamed("anfrage.csv", droppedCsv);
    mkdirSync(test.info().outputPath("Projekt"));
    const drops = async (on: Locator) => {
      await drop(on, list, picture);
      await expect(dialog.getByRole("alert")).toHaveText(several);
      await drop(on, test.info().outputPath("Projekt"));
      await expect(dialog.getByRole("alert")).toHaveText(folder);
      await drop(on, picture);
      await expect(dialog.getByRole("alert")).toHaveText(kind);
    };
    await drops(dialog.locator("textarea"));
    await dialog.locator("textarea").fill("10 FR-GV-12S-71 8 Stk");
    await dialog.locator(".btn--primary").click();
    await expect(dialog.locator("input[inputmode]")).toHaveValue("8");
    await drops(dialog.locator(".bom-lines"));
    await expect(dialog.locator("input[inputmode]")).toHaveValue("8");
    await dialog.locator(".bom-bar button").last().click();
    await expect(dialog.locator(".bom-bar")).toHaveCount(0);
    expect(pageErrors.splice(0)).toContainEqual(expect.stringContaining("422"));
  });
}

test("a file that cannot be read says what to do, and keeps the text", async ({ page, pageErrors }) => {
  const dialog = await openWindow(page);
  const field = dialog.getByLabel("Stückliste", { exact: true });
  await field.fill("10 FR-GV-12S-71 8 Stk");
  const files: readonly [string, Buffer, RegExp][] = [
    ["scan.pdf", Buffer.from(samplePdf([[]])), /ein Bild ohne Text/],
    ["kaputt.pdf", Buffer.from("%PDF-1.7\nxx"), /PDF-Datei ist beschädigt/],
    ["lang.pdf", Buffer.from(samplePdf(Array.from({ length: 201 }, () => []))), /höchstens 200 Seiten/],
    ["gross.xlsx", Buffer.alloc((10 << 20) + 1), /höchstens 10 MB/],
    ["alt.xls", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), /XLSX, ODS oder CSV/],
  ];
  for (const [name, buffer, message] of files) {
    await choose(dialog, name, buffer);
    await expect(dialog.getByRole("alert")).toHaveText(message);
    await expect(field).toHaveValue("10 FR-GV-12S-71 8 Stk");
  }
  // The server refuses the old workbook; its reply is an error of the network as well.
  expect(pageErrors.splice(0)).toContainEqual(expect.stringContaining("422"));
});

test("of 5,000 lines only those in view are in the document; each is reached, and none is dropped", async ({
  page,
  pageErrors,
}) => {
  const dialog = await openWindow(page);
  const lines = Array.from({ length: 5000 }, (_, index) => `${index + 1}\tFR-GV-12S-71\t${(index % 9) + 1} Stk`);
  await paste(page, lines.join("\n"));
  await expect(dialog.getByLabel("Menge, Pos. 1", { exact: true })).toBeVisible();
  expect(await counts(dialog)).toEqual(["5 000", "5 000", "0", "0", "0"]);
  expect(await dialog.getByRole("row").count()).toBeLessThan(100);
  await page.keyboard.press("End");
  const last = dialog.getByRole("row").last();
  await expect(last).toContainText("5000");
  await expect(last).toBeFocused();
  await dialog.getByLabel("Menge, Pos. 5000").fill("77");
  // The focus stays in its row when that is out of view.
  await dialog.locator(".bom-lines").evaluate((element) => element.scrollTo(0, 0));
  await expect(dialog.getByLabel("Menge, Pos. 1", { exact: true })).toBeVisible();
  await expect(dialog.getByLabel("Menge, Pos. 5000")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByLabel("Menge, Pos. 4999")).toBeFocused();
  await expect(dialog.locator(".bom-sum p")).toContainText("Im Warenkorb danach: 0 + 5 000 = 5 000.");
  await dialog.getByRole("button", { name: "Text ändern" }).click();
  await expect(dialog.getByLabel("Stückliste", { exact: true })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await paste(page, [...lines, "x 1"].join("\n"));
  await dialog.getByRole("button", { name: "Zeilen lesen" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Bitte teilen Sie die Stückliste auf: höchstens 5.000 Zeilen");
  expect(pageErrors.splice(0)).not.toEqual([]);
});

/** Fills a cart with an article, a set and a free-text line, and opens the dialog with its link. */
async function share(page: Page) {
  const dialog = await openWindow(page);
  await read(dialog, "FR-GV-12S-71\t10\nFR-MS-12S-71\t2\nBlech 2=3 & ~4 mm\t1");
  await dialog.getByRole("button", { name: "3 Positionen übernehmen" }).click();
  const panel = page.getByRole("dialog", { name: "Warenkorb", exact: true });
  await panel.getByRole("link", { name: "Teilen" }).click();
  const window = page.getByRole("dialog", { name: "Warenkorb teilen" });
  const field = window.getByLabel("Link zu diesem Warenkorb", { exact: true });
  await expect(field).toHaveValue(/\/de\/cart#FR-GV-12S-71=10&FR-MS-12S-71=2&Blech/);
  return { window, link: await field.inputValue() };
}

test("another visitor opens the link and imports the cart: articles, sets and free text", async ({ page, browser }) => {
  const { link } = await share(page);
  const otherContext = await browser.newContext();
  await otherContext.addInitScript(() => sessionStorage.setItem("preloader-seen", "1"));
  const other = await otherContext.newPage();
  const requested: string[] = [];
  other.on("request", (request) => requested.push(request.url()));
  await other.goto(link);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Geteilter Warenkorb");
  await expect(other.locator("main").getByRole("status")).toHaveText(
    "3 von 3 Positionen sind bereit2 sicher und 1 Freitext.",
  );
  // The fragment stays in the browser; its content is sent in a request body.
  expect(requested.filter((url) => url.includes("FR-MS"))).toEqual([]);
  await other.getByRole("button", { name: "3 Positionen übernehmen" }).click();
  await expect(other.getByRole("dialog", { name: "Warenkorb" }).getByRole("article")).toHaveCount(3);
  expect(await cart(other)).toEqual([
    ["FR-GV-12S-71", 10],
    ["FR-MS-12S-71", 2],
    ["Blech 2=3 & ~4 mm", 1],
  ]);
  // With a cart that is not empty, the shared one can also replace it.
  await other.keyboard.press("Escape");
  await other.evaluate(() => window.location.assign("#FR-GV-16S-ZN=4~in%20Kisten"));
  await other.getByRole("button", { name: "Meinen Warenkorb ersetzen" }).click();
  await expect.poll(() => cart(other)).toEqual([["FR-GV-16S-ZN", 4, "in Kisten"]]);
  await otherContext.close();
});

test("replacing the visitor's cart with a shared one can be undone", async ({ page }) => {
  await page.goto("/en/cart#FR-GV-12S-71=2");
  await hydrated(page);
  await page.getByRole("button", { name: "Add 1 item to the cart" }).click();
  await expect.poll(() => cart(page)).toEqual([["FR-GV-12S-71", 2]]);
  await page.keyboard.press("Escape");
  await page.evaluate(() => window.location.assign("#FR-GV-16S-ZN=5"));
  await page.getByRole("button", { name: "Replace my cart" }).click();
  await expect.poll(() => cart(page)).toEqual([["FR-GV-16S-ZN", 5]]);
  await page.locator("#overlay-cart").getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(() => cart(page))
    .toEqual([
      ["FR-GV-12S-71", 2],
      ["FR-GV-16S-ZN", 5],
    ]);
});

test("the styles of a bill of materials do not affect the table of parts on the home page", async ({ page }) => {
  await page.goto("/en/");
  await expect(page.locator("main table").first()).toHaveCSS("display", "table");
});

test("the QR code contains the link", async ({ page }) => {
  const { window, link } = await share(page);
  const code = window.getByRole("img", { name: "QR-Code mit dem Link zu diesem Warenkorb" });
  await expect(code.locator("path")).toHaveAttribute("d", /^M/);
  const picture = `data:image/png;base64,${(await code.screenshot()).toString("base64")}`;
  const reader = await page.context().newPage();
  const { data, width, height } = await reader.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    return {
      data: [...(context?.getImageData(0, 0, image.width, image.height).data ?? [])],
      width: image.width,
      height: image.height,
    };
  }, picture);
  expect(jsQR(Uint8ClampedArray.from(data), width, height)?.data).toBe(link);
});

test("the link is copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { window, link } = await share(page);
  await window.getByRole("button", { name: "Link kopieren" }).click();
  await expect(window.getByRole("button", { name: "Kopiert" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
});

test("a hostile link adds only text", async ({ page }) => {
  const script = encodeURIComponent('<img src=x onerror="document.title=1"><script>document.title=1</script>');
  await page.goto(`/de/cart#${script}=1~${script}&javascript:alert(1)=2&%E4%ZZ=99999999&a=-1`);
  await expect(page.locator("main").getByRole("status")).toHaveText("4 von 4 Positionen sind bereit4 Freitext.");
  const lines = page.locator("main").getByRole("row");
  await expect(lines.nth(1)).toContainText('<img src=x onerror="document.title=1">');
  await expect(page.locator("main img[src='x'], main script")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Warenkorb/);
  await expect(page.getByLabel("Menge, Zeile 3")).toHaveValue("999999");
  await page.goto(`/de/cart#${"a=1&".repeat(2100)}`);
  await page.reload();
  await expect(page.locator("main")).toContainText("Dieser Link ist zu lang: höchstens 8 KB.");
});

test("the cart's page shows the visitor's lines, in each language, and is not indexed", async ({ page }) => {
  await share(page);
  for (const [prefix, title] of [
    ["/de", "Warenkorb"],
    ["/en", "Cart"],
    ["/fr", "Panier"],
    ["/it", "Carrello"],
  ]) {
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
    await expect(page.locator("main").getByRole("row")).toHaveCount(4);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  }
});

test("without scripts the dialog's link leads to a page that explains what is needed", async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  await page.goto("/de/catalog");
  await page.getByRole("link", { name: "Stückliste einfügen" }).click();
  await expect(page).toHaveURL(/\/de\/cart#list$/);
  await expect(page.getByText(/braucht JavaScript/)).toBeVisible();
  await context.close();
});

for (const [path, link, button, one, many] of [
  [
    "/de",
    "Stückliste einfügen",
    "Zeilen lesen",
    /^1 von 1 Position ist bereit1 sicher\./,
    /^2 von 2 Positionen sind bereit/,
  ],
  ["/en", "Paste bill of materials", "Read lines", /^1 of 1 item is ready1 recognized\./, /^2 of 2 items are ready/],
  [
    "/fr",
    "Coller une nomenclature",
    "Lire les lignes",
    /^1 position prête sur 11 reconnue\./,
    /^2 positions prêtes sur 2/,
  ],
  [
    "/it",
    "Incolla distinta base",
    "Leggi righe",
    /^1 di 1 posizione è pronta1 riconosciuta\./,
    /^2 di 2 posizioni sono pronte/,
  ],
] as const) {
  test(`the counts are singular and plural in ${path}`, async ({ page }) => {
    await page.goto(`${path}/catalog`);
    await hydrated(page);
    await page.locator("main").getByRole("link", { name: link }).click();
    const sum = page.locator("#overlay-modal .bom-sum p");
    await page.locator("#overlay-modal textarea").fill("10 FR-GV-12S-71 8");
    await page.getByRole("button", { name: button }).click();
    await expect(sum).toHaveText(one);
    await page.locator(".bom-edit").click();
    await page.locator("#overlay-modal textarea").fill("10 FR-GV-12S-71 8\n20 FR-TV-16S-71 2");
    await page.getByRole("button", { name: button }).click();
    await expect(sum).toHaveText(many);
  });
}

test("lines are read, chosen and taken over with the keyboard alone", async ({ page }) => {
  await page.goto("/en/catalog");
  await hydrated(page);
  await page.locator("main").getByRole("link", { name: "Paste bill of materials" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Bill of materials" });
  await expect(dialog.getByLabel("Bill of materials", { exact: true })).toBeFocused();
  await page.keyboard.type("10 FR-TV-16S-71 2 pcs\n20 FR-GV-12S 7 pcs\n30 FR-GV-16S 3 pcs");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("region", { name: "Lines read" })).toBeFocused();
  await page.keyboard.press("n");
  const options = (position: string) => rowOf(dialog, position).getByRole("radio");
  await expect(options("20").first()).toBeFocused();
  await page.keyboard.press("Space");
  await expect(options("20").first()).toBeChecked();
  await page.keyboard.press("n");
  await expect(options("30").first()).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect(options("30").nth(1)).toBeChecked();
  await page.keyboard.press("Home");
  await expect(dialog.getByRole("row").nth(1)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Quantity, item 10")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByLabel("Quantity, item 20")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("urgent");
  await dialog.getByRole("button", { name: "Add 3 items to the cart" }).focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => cart(page))
    .toEqual([
      ["FR-TV-16S-71", 2, "", "10"],
      ["FR-GV-12S-04", 7, "urgent", "20"],
      ["FR-GV-16S-71", 3, "", "30"],
    ]);
});

for (const width of [320, 390, 768, 1440]) {
  test(`nothing overflows and axe reports no violations at ${width} px`, async ({ page }) => {
    await installAxe(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    const dialog = await openWindow(page);
    const wide = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("dialog[open], dialog[open] :is(.panel-b, .bom-lines), html")]
          .filter((element) => element.scrollWidth > element.clientWidth)
          .map((element) => element.className),
      );
    expect(await wide()).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await read(dialog, `${mail}\n100 FR-TV-16S-71 3\n110 ACME-4711-BLECHHAUBE-LINKS-OBEN-MIT-LANGEM-NAMEN 2 Stk`);
    await expect(dialog.getByRole("row").last()).toBeVisible();
    expect(await wide()).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "7 Positionen übernehmen" }).click();
    await expect(dialog.locator(".bom-sum")).toContainText("7 Positionen sind im Warenkorb.");
    expect(await wide()).toEqual([]);
    await page.keyboard.press("Escape");
    await page.goto("/de/cart");
    await hydrated(page);
    await page.locator("main").getByRole("link", { name: "Warenkorb teilen" }).click();
    await expect(page.locator(".qr path")).toHaveAttribute("d", /^M/);
    expect(await wide()).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.goto("/de/cart#FR-GV-12S-71=10&FR-GV-12S=3&ACME-4711=2~in%20Kisten");
    await expect(page.locator("main .bom-row")).toHaveCount(3);
    expect(await wide()).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
}

test("at 400 % zoom the lines that were read are in the window, and the summary can be reached", async ({ page }) => {
  const dialog = await openWindow(page);
  await read(dialog, "12 x gerade Verschraubung 12S\n5 FR-GV-16S-71");
  await expect(dialog.locator(".bom-row").first()).toBeVisible();
  // A window of 1280 x 1024 px.
  await page.setViewportSize({ width: 320, height: 256 });
  const shown = await dialog.locator(".bom-lines").evaluate((lines) => lines.getBoundingClientRect().height);
  expect(shown).toBeGreaterThan(100);
  const add = dialog.locator(".bom-foot .btn--primary");
  await add.focus();
  await expect(add).toBeInViewport({ ratio: 1 });
});
