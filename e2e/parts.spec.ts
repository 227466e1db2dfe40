import type { Page } from "@playwright/test";
import jsQR from "jsqr";
import { installAxe, violations } from "./axe";
import { expect, hydrated, test } from "./fixtures";

/** Opens the dialog for bills of materials from the catalogue's page. */
async function openWindow(page: Page, path = "/de/catalog", name = "Stückliste einfügen") {
  await page.goto(path);
  await hydrated(page);
  await page.locator("main").getByRole("link", { name }).click();
  return page.getByRole("dialog", { name });
}

/** Returns the part number, quantity and note of each stored cart line. */
async function cart(page: Page): Promise<unknown[]> {
  return page.evaluate(() => {
    const { items } = JSON.parse(localStorage.getItem("cart:v1") ?? '{"items":[]}') as {
      items: { sku: string; quantity: number; meta: { note?: string } }[];
    };
    return items.map(({ sku, quantity, meta }) => [sku, quantity, ...(meta.note ? [meta.note] : [])]);
  });
}

test("cells from a spreadsheet are recognised, and added to the cart as on the product pages", {
  tag: "@smoke",
}, async ({ page }) => {
  const dialog = await openWindow(page);
  await dialog
    .getByLabel("Stückliste", { exact: true })
    .fill("Pos.\tArtikel-Nr.\tMenge\tEinheit\n1\tFR-GV-12S-71\t1.000\tStk\n2\tfr gv 16s zn\t2,0\tStk\n\tSumme\t1002\t");
  await expect(dialog.getByRole("status")).toHaveText(["2 erkannt2 nicht übernommen"]);
  const lines = dialog.getByRole("listitem");
  await expect(lines.nth(1)).toContainText("Gerade Verschraubung 12S");
  await expect(lines.nth(1).locator(".stage img")).toBeVisible();
  await expect(lines.nth(3)).toContainText("Keine Position");
  await dialog.getByLabel("Menge, fr gv 16s zn").fill("3");
  await dialog.getByRole("button", { name: "2 Positionen in den Warenkorb" }).click();
  await expect(page.getByRole("dialog", { name: "Warenkorb" })).toBeVisible();
  await expect(page.locator("#overlay-modal")).toHaveCount(0);
  expect(await cart(page)).toEqual([
    ["FR-GV-12S-71", 1000],
    ["FR-GV-16S-ZN", 3],
  ]);
  // The line equals the one that the product's button adds, so its quantity grows.
  await page.goto("/de/product/straight-union-s?variant=FR-GV-12S-71");
  await hydrated(page);
  await page.locator(".buy .btn--primary").first().click();
  await expect
    .poll(() => cart(page))
    .toEqual([
      ["FR-GV-12S-71", 1001],
      ["FR-GV-16S-ZN", 3],
    ]);
});

test("decimals are parsed in the notation of the text", async ({ page }) => {
  const dialog = await openWindow(page, "/en/catalog", "Paste bill of materials");
  const field = dialog.getByLabel("Bill of materials", { exact: true });
  await field.fill("Part no.;Qty\nFR-GV-12S-71;2.0\nFR-GV-16S-ZN;1,000.00");
  await expect(dialog.getByLabel("Quantity, FR-GV-12S-71")).toHaveValue("2");
  await expect(dialog.getByLabel("Quantity, FR-GV-16S-ZN")).toHaveValue("1000");
  await field.fill("Artikel-Nr.;Menge\nFR-GV-12S-71;2,0\nFR-GV-16S-ZN;1.000,00");
  await expect(dialog.getByRole("listitem").first()).toContainText("Artikel-Nr.");
  await expect(dialog.getByLabel("Quantity, FR-GV-12S-71")).toHaveValue("2");
  await expect(dialog.getByLabel("Quantity, FR-GV-16S-ZN")).toHaveValue("1000");
  await field.fill("FR-GV-12S-71 2,5 m");
  await expect(dialog.getByRole("listitem").first()).toContainText("Quantity rounded up to 3.");
});

test("of several matching articles the visitor chooses one; until then the line is free text", async ({ page }) => {
  const dialog = await openWindow(page);
  await dialog.getByLabel("Stückliste", { exact: true }).fill("FR-GV-12S 7 Stk\n25 Stück Gerade Verschraubung 12S");
  await expect(dialog.getByRole("status")).toHaveText("2 zu wählen");
  const choice = dialog.getByLabel("Artikel für FR-GV-12S", { exact: true });
  await expect(choice.getByRole("option")).toHaveText([
    "Bitte wählen, sonst als Freitext",
    "FR-GV-12S-04 · Gerade Verschraubung 12S",
    "FR-GV-12S-71 · Gerade Verschraubung 12S",
    "FR-GV-12S-ZN · Gerade Verschraubung 12S",
  ]);
  await choice.selectOption({ index: 3 });
  await expect(dialog.getByRole("status")).toHaveText("1 erkannt1 zu wählen");
  await dialog.getByRole("button", { name: "2 Positionen in den Warenkorb" }).click();
  await expect
    .poll(() => cart(page))
    .toEqual([
      ["FR-GV-12S-ZN", 7],
      ["Gerade Verschraubung 12S", 25],
    ]);
});

test("an unknown part becomes a free-text line, and is sent with the request", async ({ page }) => {
  const dialog = await openWindow(page);
  await dialog
    .getByLabel("Stückliste", { exact: true })
    .fill("Guten Tag\n5 x ACME-4711-B Blechhaube\n2 x FR-GV-12S-71\n1 x <b>Halter</b>");
  await expect(dialog.getByRole("status")).toHaveText("1 erkannt2 als Freitext1 nicht übernommen");
  await expect(dialog.getByRole("listitem").nth(1)).toContainText(
    "Kein Artikel im Katalog. Wird als Freitext angefragt.",
  );
  await dialog.getByLabel("Übernehmen: <b>Halter</b>").uncheck();
  await dialog.getByRole("button", { name: "2 Positionen in den Warenkorb" }).click();
  const panel = page.getByRole("dialog", { name: "Warenkorb" });
  await expect(panel.getByRole("article")).toHaveCount(2);
  const sending = page.waitForRequest("**/api/form-messages");
  await panel.getByLabel("Name").fill("Erika Muster");
  await panel.getByLabel("Telefon").fill("+41 44 123 45 67");
  for (const box of await panel.getByRole("checkbox").all()) await box.check();
  await panel.getByRole("button", { name: "Anfrage absenden" }).click();
  const { lines } = (await sending).postDataJSON() as { lines: Record<string, unknown>[] };
  expect(lines.map(({ uid, sku, type, quantity, meta }) => ({ uid, sku, type, quantity, meta }))).toMatchObject([
    {
      uid: "free:ACME-4711-B Blechhaube",
      sku: "ACME-4711-B Blechhaube",
      type: "",
      quantity: 5,
      meta: { free: true },
    },
    { sku: "FR-GV-12S-71", type: "variation", quantity: 2 },
  ]);
});

test("a file is read in each of Excel's text encodings; pasted text survives Escape", async ({ page }) => {
  const dialog = await openWindow(page);
  await dialog.locator("input[type=file]").setInputFiles({
    name: "liste.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Artikel-Nr.;Stück\r\nFR-GV-12S-71;10\r\n", "latin1"),
  });
  await expect(dialog.getByRole("status")).toHaveText("1 erkannt1 nicht übernommen");
  await expect(dialog.getByRole("listitem").first()).toContainText("Artikel-Nr.;Stück");
  await page.keyboard.press("Escape");
  await expect(page.locator("#overlay-modal")).toHaveCount(0);
  await page.locator("main").getByRole("link", { name: "Stückliste einfügen" }).click();
  await expect(dialog.getByLabel("Menge, FR-GV-12S-71")).toHaveValue("10");
  await dialog.locator("input[type=file]").setInputFiles({
    name: "liste.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]),
  });
  await expect(dialog.getByRole("alert")).toHaveText(
    "Die Datei ist keine Textdatei. Bitte als CSV oder Text speichern.",
  );
});

test("more than 500 lines are refused in the visitor's language, and 500 are read", async ({ page, pageErrors }) => {
  const dialog = await openWindow(page, "/fr/catalog", "Coller une nomenclature");
  const field = dialog.getByLabel("Nomenclature", { exact: true });
  await field.fill("FR-GV-12S-71\t1\n".repeat(501));
  await expect(dialog.getByRole("alert")).toHaveText("Veuillez répartir la nomenclature : 500 lignes au plus");
  expect(pageErrors.splice(0)).not.toEqual([]);
  await field.fill("FR-GV-12S-71\t1\n".repeat(498) + "FR-GV-16S-ZN\t2\nACME-4711-B\t3");
  await expect(dialog.getByRole("status")).toHaveText("499 reconnues1 en texte libre");
  await dialog.getByRole("button", { name: "Ajouter 500 lignes au panier" }).click();
  await expect
    .poll(() => cart(page))
    .toEqual([
      ["FR-GV-12S-71", 498],
      ["FR-GV-16S-ZN", 2],
      ["ACME-4711-B", 3],
    ]);
});

/** Fills a cart with an article, a set and a free-text line, and opens the dialog with its link. */
async function share(page: Page) {
  const dialog = await openWindow(page);
  await dialog
    .getByLabel("Stückliste", { exact: true })
    .fill("FR-GV-12S-71\t10\nFR-MS-12S-71\t2\nBlech 2=3 & ~4 mm\t1");
  await dialog.getByRole("button", { name: "3 Positionen in den Warenkorb" }).click();
  const panel = page.getByRole("dialog", { name: "Warenkorb", exact: true });
  await panel.getByRole("link", { name: "Warenkorb teilen" }).click();
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
  await expect(other.locator("main").getByRole("status")).toHaveText("2 erkannt1 als Freitext");
  // The fragment stays in the browser; its content is sent in a request body.
  expect(requested.filter((url) => url.includes("FR-MS"))).toEqual([]);
  await other.getByRole("button", { name: "3 Positionen in den Warenkorb" }).click();
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
  await expect(page.locator("main").getByRole("status")).toHaveText("4 als Freitext");
  const lines = page.locator("main").getByRole("listitem");
  await expect(lines.first()).toContainText('<img src=x onerror="document.title=1">');
  await expect(page.locator("main img[src='x'], main script")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Warenkorb/);
  await expect(page.getByLabel("Menge, %E4%ZZ")).toHaveValue("999999");
  await page.goto(`/de/cart#${"a=1&".repeat(501)}`);
  await page.reload();
  await expect(page.locator("main")).toContainText("höchstens 500 Positionen und 8 KB");
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
  await expect(page).toHaveURL(/\/de\/cart$/);
  await expect(page.getByText(/braucht JavaScript/)).toBeVisible();
  await context.close();
});

test("the dialog can be used with the keyboard alone", async ({ page }) => {
  await page.goto("/en/catalog");
  await hydrated(page);
  await page.locator("main").getByRole("link", { name: "Paste bill of materials" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Paste bill of materials" });
  await dialog.getByLabel("Bill of materials", { exact: true }).focus();
  await page.keyboard.type("FR-GV-12S 7 pcs");
  await expect(dialog.getByRole("status")).toHaveText("1 to choose");
  await page.keyboard.press("Tab"); // the file
  await page.keyboard.press("Tab"); // taken
  await page.keyboard.press("Tab"); // the choice
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("status")).toHaveText("1 recognized");
  await dialog.getByRole("button", { name: "Add 1 item to the cart" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => cart(page)).toEqual([["FR-GV-12S-04", 7]]);
});

const everything =
  "Artikel\tMenge\nFR-GV-12S-71\t1.000\nFR-GV-12S\t3\nACME-4711-BLECHHAUBE-LINKS-OBEN\t2\nFR-MS-12S-71\t1";

for (const width of [320, 768, 1440]) {
  test(`nothing overflows and axe reports no violations at ${width} px`, async ({ page }) => {
    await installAxe(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    const dialog = await openWindow(page);
    await dialog.getByLabel("Stückliste", { exact: true }).fill(everything);
    await expect(dialog.getByRole("listitem")).toHaveCount(5);
    const wide = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("dialog[open], dialog[open] .panel-b, html")]
          .filter((element) => element.scrollWidth > element.clientWidth)
          .map((element) => element.className),
      );
    expect(await wide()).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "4 Positionen in den Warenkorb" }).click();
    await page.getByRole("link", { name: "Warenkorb teilen" }).click();
    await expect(page.locator(".qr path")).toHaveAttribute("d", /^M/);
    expect(await wide()).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.goto("/de/cart#FR-GV-12S-71=10&FR-GV-12S=3&ACME-4711=2~in%20Kisten");
    await expect(page.locator("main").getByRole("listitem")).toHaveCount(3);
    expect(await wide()).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
}
