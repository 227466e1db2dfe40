import { counts, mail, openWindow, paste, read, rowOf, storedLines } from "./bom";
import { expect, hydrated, test } from "./fixtures";
import { fill, openForm, referenceIn, submit } from "./forms";

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
    .poll(() => storedLines(page))
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
  expect(await storedLines(page)).toEqual([
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
  await expect.poll(() => storedLines(page)).toEqual([["FR-GV-12S-71", 8, "", "10"]]);
  await page.goto("/de/product/straight-union-s?variant=FR-GV-12S-71");
  await hydrated(page);
  await page.locator(".buy .btn--primary").first().click();
  await page.locator(".buy .btn--primary").first().click();
  await expect
    .poll(() => storedLines(page))
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
    .poll(() => storedLines(page))
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
    .poll(() => storedLines(page))
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
  expect(await storedLines(page)).toHaveLength(2);
  await dialog.getByRole("button", { name: "Rückgängig" }).click();
  await expect(dialog.getByLabel("Menge, Pos. 30")).toHaveValue("5");
  expect(await storedLines(page)).toEqual([]);
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
    .poll(() => storedLines(page))
    .toEqual([
      ["FR-TV-16S-71", 2, "", "10"],
      ["FR-GV-12S-04", 7, "urgent", "20"],
      ["FR-GV-16S-71", 3, "", "30"],
    ]);
});
