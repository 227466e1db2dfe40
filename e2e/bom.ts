import type { Locator, Page } from "@playwright/test";
import { expect, hydrated } from "./fixtures";

/** Opens the window for bills of materials from the catalogue's page. */
export async function openWindow(page: Page, path = "/de/catalog", name = "Stückliste einfügen", title = "Stückliste") {
  await page.goto(path);
  await hydrated(page);
  await page.locator("main").getByRole("link", { name }).click();
  return page.getByRole("dialog", { name: title });
}

/** Writes a text into the window's field and reads its lines. */
export async function read(dialog: Locator, text: string): Promise<void> {
  await dialog.getByLabel("Stückliste", { exact: true }).fill(text);
  await dialog.getByRole("button", { name: "Zeilen lesen" }).click();
}

/** Pastes a text into the field that has the focus. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** Returns the counts of the filters: all, sure, to choose, free text, no position. */
export async function counts(dialog: Locator): Promise<string[]> {
  await expect(dialog.getByRole("group", { name: "Zeilen zeigen" })).toBeVisible();
  const texts = await dialog.locator(".bom-filters .tnum").allTextContents();
  return texts.map((text) => text.replace("\u00a0", " "));
}

/** Returns the row of a position. */
export function rowOf(dialog: Locator, position: string): Locator {
  return dialog.getByRole("row").filter({ has: dialog.page().getByRole("cell", { name: position, exact: true }) });
}

/** Returns the part number, quantity, note and position of each stored cart line. */
export async function storedLines(page: Page): Promise<unknown[]> {
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

export const mail = `Bestellung Nr. 4500 123 987 vom 19.11.2026
10 FR-VF-080-040-71 8 Stk
20 Flanschdichtung DN80 PN40 IBC, 4 St., KW 50
30 Verschraubung 12S gerade VA 20x
40 Winkelverschr. 12 S 1.4571
 mit Zeugnis 3.1  20 Stk
60 Sonderteil nach Zeichnung 88-1204, 2 Stk
90 FR-TV-16S-71 12
Mit freundlichen Grüßen, J. Keller, Tel. 079 555 01 90`;
