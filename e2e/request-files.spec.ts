import { attachments } from "../web/src/lazy-constants";
import { delayRequests, expect, expectErrors, hydrated, test } from "./fixtures";
import { countPosts, fill, goOffline, goOnline, openFilledCart, submit, referenceIn, openPart } from "./forms";

/** Returns a file whose type is recognised by its first bytes. */
const file = (name: string, begin = "%PDF-1.7\n", size = 2000) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.concat([Buffer.from(begin), Buffer.alloc(Math.max(0, size - begin.length), "x")]),
});

for (const [place, open] of [
  ["contact form", (page) => openPart(page, "/en/contacts", ".side-b")],
  ["support form", (page) => openPart(page, "/en/support", ".side-b")],
  ["cart", (page) => openFilledCart(page, "/en")],
] as const satisfies [
  string,
  (page: import("@playwright/test").Page) => Promise<import("@playwright/test").Locator>,
][]) {
  test(`files are uploaded in advance and sent with the request: ${place}`, async ({ page }) => {
    const form = await open(page);
    await form
      .locator("[name=file]")
      .setInputFiles([file("Flange DN 80.pdf"), file("list.csv", "part;quantity\n1;2\n")]);
    await expect(form.locator(".upload")).toHaveCount(2);
    await expect(form.locator(".upload progress")).toHaveCount(0);
    await expect(form.getByText("2 files attached")).toBeAttached();
    await fill(form, "Fiona Files");
    const sent = page.waitForRequest("**/api/form-messages");
    await submit(form);
    expect((await sent).postDataJSON().files).toHaveLength(2);
    await referenceIn(form);
  });
}

test("sending waits for a pending upload", async ({ page }) => {
  const form = await openPart(page, "/en/contacts", ".side-b");
  const posts = countPosts(page);
  const release = await delayRequests(page, "**/api/request-files");
  await form.locator("[name=file]").setInputFiles(file("slow.pdf"));
  await expect(form.getByRole("progressbar", { name: "Uploading slow.pdf" })).toBeVisible();
  await fill(form, "Walter Wartet");
  await submit(form);
  await expect(form.getByRole("button", { name: "Uploading files" })).toBeVisible();
  expect(posts()).toBe(0);
  const sent = page.waitForRequest("**/api/form-messages");
  release();
  expect((await sent).postDataJSON().files).toHaveLength(1);
  await referenceIn(form);
});

test("a file that is too large, empty or one too many is shown with its error, and the request is sent without it", async ({
  page,
}) => {
  const form = await openPart(page, "/en/contacts", ".side-b");
  const uploads = countPosts(page, "/api/request-files");
  const input = form.locator("[name=file]");
  await input.setInputFiles([file("large.pdf", "%PDF-1.7\n", attachments.size + 1), file("empty.pdf", "", 0)]);
  await expect(form.locator(".upload", { hasText: "large.pdf" })).toContainText("Larger than 10 MB");
  await expect(form.locator(".upload", { hasText: "empty.pdf" })).toContainText("empty or cannot be read");
  expect(uploads()).toBe(0);
  const many = Array.from({ length: attachments.count + 1 }, (_, number) => file(`part-${number + 1}.pdf`));
  await input.setInputFiles(many);
  await expect(form.locator(".upload", { hasText: `part-${attachments.count + 1}.pdf` })).toContainText(
    "No more than 5",
  );
  await expect(form.getByText("5 files attached")).toBeAttached();
  expect(uploads()).toBe(attachments.count);

  await form.getByRole("button", { name: "Remove empty.pdf" }).click();
  await expect(form.locator(".upload", { hasText: "empty.pdf" })).toHaveCount(0);
  await fill(form, "Gabi Gross");
  const sent = page.waitForRequest("**/api/form-messages");
  await submit(form);
  expect((await sent).postDataJSON().files).toHaveLength(attachments.count);
  await referenceIn(form);
});

test("a file whose upload failed holds the request back until it is removed", async ({ page, pageErrors }) => {
  const form = await openPart(page, "/en/contacts", ".side-b");
  await page.route("**/api/request-files", (route) => route.fulfill({ status: 503, body: "" }));
  const input = form.locator("[name=file]");
  await input.setInputFiles(file("drawing.pdf"));
  await expect(form.locator(".upload")).toContainText("could not be uploaded");
  await fill(form, "Hugo Hold");
  await submit(form);
  await expect(input).toBeFocused();
  await expect(input).toHaveAccessibleDescription(/Not all files have arrived/);
  await form.getByRole("button", { name: "Remove drawing.pdf" }).click();
  await expect(form.getByText("Not all files have arrived")).toHaveCount(0);
  const sent = page.waitForRequest("**/api/form-messages");
  await submit(form);
  expect((await sent).postDataJSON().files).toEqual([]);
  await referenceIn(form);
  expectErrors(pageErrors);
});

test("a file type that the server does not accept is reported beside the file", async ({ page, pageErrors }) => {
  const form = await openPart(page, "/de/contacts", ".side-b");
  await form.locator("[name=file]").setInputFiles(file("Zeichnung.pdf", "MZ\x90\0\x03\0\0\0"));
  await expect(form.locator(".upload")).toContainText(
    "Diese Art von Datei nehmen wir nicht an; die Datei wird nicht gesendet.",
  );
  await expect(form.getByRole("alert")).toHaveCount(1);
  await form.getByRole("button", { name: "Zeichnung.pdf entfernen" }).click();
  await expect(form.locator(".upload")).toHaveCount(0);
  expectErrors(pageErrors);
});

test("the server accepts each offered file type", async ({ page }) => {
  const begins: Record<string, string> = {
    ".pdf": "%PDF-1.7\n",
    ".png": "\x89PNG\r\n\x1a\n",
    ".jpg": "\xff\xd8\xff\xe0",
    ".jpeg": "\xff\xd8\xff\xe0",
    ".webp": "RIFF\x20\0\0\0WEBPVP8 ",
    ".tif": "II*\0",
    ".tiff": "MM\0*",
    ".dxf": "  0\nSECTION\n  2\nHEADER\n",
    ".dwg": "AC1032\0\0\0\0\0\0",
    ".step": "ISO-10303-21;\nHEADER;\n",
    ".stp": "ISO-10303-21;\nHEADER;\n",
    ".txt": "10 x FR-GV-12S-71\n",
    ".csv": "part;quantity\nFR-GV-12S-71;10\n",
  };
  const form = await openPart(page, "/en/contacts", ".side-b");
  for (const [ending, begin] of Object.entries(begins)) {
    expect(attachments.endings.split(",")).toContain(ending);
    const buffer = Buffer.concat([Buffer.from(begin, "latin1"), Buffer.from(" ".repeat(500))]);
    await form.locator("[name=file]").setInputFiles({ name: `part${ending}`, mimeType: "", buffer });
    await expect(form.locator(".upload"), ending).toContainText(`part${ending}`);
    await expect(form.getByText("1 file attached"), ending).toBeAttached();
    await form.getByRole("button", { name: `Remove part${ending}` }).click();
    await expect(form.locator(".upload"), ending).toHaveCount(0);
  }
});

test("a file attached offline is uploaded when the connection is back", async ({ page, pageErrors }) => {
  const form = await openPart(page, "/fr/contacts", ".side-b");
  await goOffline(page);
  await form.locator("[name=file]").setInputFiles(file("bride.pdf"));
  await expect(form.locator(".upload")).toContainText("Pas de connexion.");
  await goOnline(page);
  await expect(form.getByText("1 fichier joint")).toBeAttached();
  await expect(form.locator(".upload .err")).toHaveCount(0);
  expectErrors(pageErrors);
});

test("a file is uploaded when an unavailable server is back, which no event reports", async ({ page, pageErrors }) => {
  await page.clock.install();
  const form = await openPart(page, "/en/contacts", ".side-b");
  await page.route("**/api/request-files", (route) => route.abort("connectionrefused"));
  await form.locator("[name=file]").setInputFiles(file("flange.pdf"));
  await expect(form.locator(".upload .err")).toBeVisible();
  await page.unroute("**/api/request-files");
  await page.clock.fastForward(60_000);
  await expect(form.getByText("1 file attached")).toBeAttached();
  expectErrors(pageErrors);
});

test("a file is uploaded 5 s after a long time offline ends", async ({ page, pageErrors }) => {
  await page.clock.install();
  const form = await openPart(page, "/en/contacts", ".side-b");
  const posts = countPosts(page, "/api/request-files");
  await page.route("**/api/request-files", (route) => route.abort("connectionrefused"));
  await form.locator("[name=file]").setInputFiles(file("flange.pdf"));
  for (const tries of [1, 2, 3]) {
    await expect.poll(posts).toBe(tries);
    await expect(form.locator(".upload .err")).toBeVisible();
    await page.clock.fastForward(60_000);
  }
  await expect.poll(posts).toBe(4);
  await expect(form.locator(".upload .err")).toBeVisible();
  // The event comes before the server is reachable.
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect.poll(posts).toBe(5);
  await expect(form.locator(".upload .err")).toBeVisible();
  await page.unroute("**/api/request-files");
  await page.clock.fastForward(5000);
  await expect(form.getByText("1 file attached")).toBeAttached();
  expectErrors(pageErrors);
});

test("attached files survive a reload, and dropped files are attached", async ({ page }) => {
  const form = await openPart(page, "/en/contacts", ".side-b");
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["%PDF-1.7\n"], "dropped.pdf"));
    return transfer;
  });
  await form.locator(".drop").dispatchEvent("drop", { dataTransfer: dropped });
  await expect(form.getByText("1 file attached")).toBeAttached();
  await page.reload();
  await hydrated(page);
  await expect(form.locator(".upload")).toContainText("dropped.pdf");
  const removed = page.waitForRequest((request) => request.method() === "DELETE");
  await form.getByRole("button", { name: "Remove dropped.pdf" }).click();
  expect((await removed).url()).toContain("/api/request-files/");
  await expect(form.locator(".upload")).toHaveCount(0);
});
