import { installAxe, violations } from "./axe";
import { expect, expectErrors, hydrated, test } from "./fixtures";
import { sendLines, typed, union } from "./offer";

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("a request's address shows it as it was sent, and is not cached", { tag: "@smoke" }, async ({
    page,
    request,
  }) => {
    const { link, reference } = await sendLines(request);
    expect(link).toMatch(/^\/en\/request\/[A-Z2-7]{26}$/);
    const reply = await page.goto(link);
    expect(reply?.headers()["cache-control"]).toBe("no-store");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expect(page).toHaveTitle(new RegExp(`Request ${reference}`));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("It arrived.");
    await expect(page.locator(".rq-facts")).toContainText(reference);
    const rows = page.locator(".rq-bom tbody tr");
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText("Straight union 12S");
    await expect(rows.first()).toContainText("with certificate 3.1");
    await expect(rows.first().locator(".rq-q")).toHaveText("12 pcs");
    await expect(rows.last()).toContainText("Manifold per drawing 4711");
    await expect(rows.last()).toContainText("Not in the catalog");
    await expect(page.locator("main")).toContainText("Partial delivery is fine.");
    await expect(page.locator("main")).toContainText("UTC");
  });
});

test("the page is in the language of its address", async ({ page, request }) => {
  const { token } = await sendLines(request);
  for (const [prefix, title, name] of [
    ["de", "Angekommen.", "Gerade Verschraubung 12S"],
    ["fr", "Bien reçue.", "Union double droite 12S"],
    ["it", "Ricevuta.", "Giunzione diritta 12S"],
  ]) {
    await page.goto(`/${prefix}/request/${token}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
    await expect(page.locator(".rq-bom")).toContainText(name ?? "");
  }
});

test("a request again with changes adds the lines to the cart, with their quantities and notes", async ({
  page,
  request,
}) => {
  const { link } = await sendLines(request);
  await page.goto(link);
  await hydrated(page);
  await page.getByRole("button", { name: "Request again with changes" }).click();
  const cart = page.getByRole("dialog");
  await expect(cart).toContainText("Straight union 12S");
  await expect(cart).toContainText("Manifold per drawing 4711");
  await expect(cart.getByRole("spinbutton").or(cart.locator(".qty input")).first()).toHaveValue("12");
  await page.keyboard.press("Escape");
  // A second time does not raise the quantities.
  await page.getByRole("button", { name: "Request again with changes" }).click();
  await expect(page.locator(".hd-cart")).toContainText("(2)");
  await expect(cart.getByRole("spinbutton").or(cart.locator(".qty input")).first()).toHaveValue("12");
});

test("a request can be saved as PDF, XLSX and CSV", async ({ page, request }) => {
  const { link, reference } = await sendLines(request);
  await page.goto(link);
  await hydrated(page);
  for (const [format, begin] of [
    ["PDF", "%PDF-"],
    ["XLSX", "PK"],
    ["CSV", "\ufeff"],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: `${format}, Your request ${reference}` }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${reference}.${format.toLowerCase()}`);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    expect(bytes.toString("utf8").startsWith(begin)).toBe(true);
    if (format === "CSV") expect(bytes.toString("utf8")).toContain("FR-GV-12S-71");
  }
});

test("an unknown token gives the error page, without any details", async ({ page, pageErrors }) => {
  const reply = await page.goto("/en/request/AAAAAAAAAAAAAAAAAAAAAAAAAA");
  expect(reply?.status()).toBe(404);
  expect((await page.request.get("/api/requests/AAAAAAAAAAAAAAAAAAAAAAAAAA")).status()).toBe(404);
  expectErrors(pageErrors);
});

for (const width of [320, 1440]) {
  test(`the page is accessible and fits at ${width} px`, async ({ page, request }) => {
    await installAxe(page);
    await page.setViewportSize({ width, height: 900 });
    const { link } = await sendLines(request, {
      name: "Ö".repeat(120),
      lines: [{ ...union, sku: `X${"9".repeat(150)}` }, typed],
    });
    await page.goto(link);
    await hydrated(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await violations(page)).toEqual([]);
  });
}
