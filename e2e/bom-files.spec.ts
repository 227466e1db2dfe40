import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { samplePdf } from "../web/src/bom/testdata/sample-pdf";
import { openWindow, read, rowOf } from "./bom";
import { delayRequests, expect, test } from "./fixtures";

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

test("several files, a folder and a picture are refused with a reason, and the lines stay", async ({
  page,
  pageErrors,
}) => {
  const dialog = await openWindow(page);
  const picture = fileNamed("bild.png", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
  const list = fileNamed("anfrage.csv", droppedCsv);
  mkdirSync(test.info().outputPath("Projekt"));
  const drops = async (on: Locator) => {
    await drop(on, list, picture);
    await expect(dialog.getByRole("alert")).toHaveText(/Dateien einzeln öffnen/);
    await drop(on, test.info().outputPath("Projekt"));
    await expect(dialog.getByRole("alert")).toHaveText(/Ein Ordner kann nicht/);
    await drop(on, picture);
    await expect(dialog.getByRole("alert")).toHaveText(/XLSX, ODS oder CSV/);
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

test("the server's reason for refusing a file is in the page's language", async ({ page, pageErrors }) => {
  const dialog = await openWindow(page, "/fr/catalog", "Coller une nomenclature", "Nomenclature");
  await drop(dialog.locator("textarea"), fileNamed("bild.png", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")));
  await expect(dialog.getByRole("alert")).toHaveText(/XLSX, ODS ou CSV/);
  expect(pageErrors.splice(0)).toContainEqual(expect.stringContaining("422"));
});

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
