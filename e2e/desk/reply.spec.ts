import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectErrors } from "../fixtures";
import { detailOf, expect, fillSignIn, sendCart, sendRequest, signIn, test } from "./desk";

/** Opens the page on which a request is answered. */
async function openReply(page: Page, reference: string, kind = "offer"): Promise<void> {
  await page.goto(`/desk/requests/${reference}/reply?kind=${kind}`);
  await expect(page.getByRole("heading", { level: 1, name: "Reply" })).toBeVisible();
}

/** Fills in what an offer of sendCart lacks; the fields of a line carry its position in their names. */
async function priceFive(page: Page): Promise<void> {
  for (const [index, price] of ["14.60", "8,2", "0.3345", "12", "6.80"].entries()) {
    const of = `Line ${index + 1}`;
    if (index === 4) {
      await page.getByRole("button", { name: `Assign an article ${of}` }).click();
      const search = page.getByRole("combobox");
      await search.fill("FR-FD-080-040");
      await page.getByRole("option").filter({ hasText: "FR-FD-080-040" }).first().click();
      await expect(page.getByRole("dialog")).toBeHidden();
    }
    await page.getByLabel(`Price CHF ${of}`).fill(price);
    await page.getByLabel(`Delivery ${of}`).selectOption("days");
    await page.getByLabel(`Working days after the order, ${of}`).fill("3");
  }
  await page.getByLabel("Certificate Line 2").selectOption("3.1");
}

/** Waits until the server has what is typed. */
async function saved(page: Page): Promise<void> {
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
}

test("a clerk asks a question, then prices five lines and sends the offer", { tag: "@smoke" }, async ({
  page,
  request,
}) => {
  const { reference } = await sendCart(request, "Five Lines AG");
  await signIn(page);
  await page.goto(`/desk/requests/${reference}`);
  await expect(page.getByRole("heading", { level: 1, name: "Five Lines AG" })).toBeVisible();
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Question", exact: true }).click();
  await page.getByLabel("Text", { exact: true }).fill("Is IBC good enough for line 5?");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "Send the question?" })).toContainText("buyer@example.com");
  await page.keyboard.press("Enter");
  await expect(page.locator(".head .st")).toHaveText("Waiting");
  await expect(page.getByRole("listitem").filter({ hasText: "Is IBC good enough for line 5?" })).toBeVisible();

  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Offer", exact: true }).click();
  await priceFive(page);
  // 10 × 14.60 + 20 × 8.20 + 30 × 0.3345 + 40 × 12 + 6 × 6.80, rounded per line.
  const sums = page.locator(".sums");
  await expect(sums.locator("dd.big")).toHaveText("840.84");
  await page.getByRole("button", { name: "Freight" }).click();
  await page.getByLabel("Amount CHF Freight").fill("64");
  await expect(sums.locator("dd.big")).toHaveText("904.84");
  await page.getByLabel("Round the total to CHF 0.05").check();
  await expect(sums.locator("dd.big")).toHaveText("904.85");
  await expect(page.getByRole("complementary").locator(".sheet")).toContainText("904.85");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: /^Send A-.* over CHF 904\.85\?$/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.locator(".head .st")).toHaveText(/^Offered until/);
  const { offers, draft } = await detailOf(page, reference);
  expect(offers).toMatchObject([{ number: `A-${reference.slice(2)}`, total: "904.85", state: "open" }]);
  expect(draft).toBeNull();

  const link = page.getByRole("link", { name: `${offers[0]?.number} as PDF` });
  const pdf = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
});

test("what is missing is listed with links, and nothing is sent", async ({ page, request }) => {
  const { reference } = await sendCart(request, "Missing AG");
  await signIn(page);
  await openReply(page, reference);
  const price = page.getByLabel("Price CHF Line 1");
  await price.fill("12,x");
  await expect(price).toHaveAccessibleDescription(/Not a number/);
  await price.fill("1,250");
  await expect(price).toHaveAccessibleDescription("1,250 is ambiguous: 1250 or 1.250?");
  await price.fill("");
  await page.keyboard.press("Control+Enter");
  const summary = page.getByRole("alert").filter({ hasText: "Not sent" });
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: "Line 1, Price" }).click();
  await expect(price).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // A line that is not offered needs no price, but a reason.
  await page.getByRole("button", { name: "More about line 5" }).click();
  await page.getByLabel("is offered Line 5").uncheck();
  await expect(summary.getByRole("link", { name: "Line 5, Why not offered" })).toBeVisible();
  await page.getByLabel("Why not offered Line 5").fill("Not in our range");
  await expect(summary.getByRole("link", { name: /^Line 5/ })).toHaveCount(0);
  expect(await detailOf(page, reference)).toMatchObject({ letters: [], offers: [] });
});

test("a reload in the middle loses nothing, on this device and on another", async ({ page, request, browser }) => {
  const { reference } = await sendCart(request, "Reloaded AG");
  await signIn(page);
  await openReply(page, reference);
  await page.getByLabel("Text", { exact: true }).fill("Half a letter");
  await page.getByLabel("Price CHF Line 1").fill("14,6x");
  await page.reload();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("Half a letter");
  await expect(page.getByLabel("Price CHF Line 1")).toHaveValue("14,6x");
  await page.getByLabel("Price CHF Line 1").fill("14.60");
  await saved(page);
  await page.keyboard.press("Escape");
  await page.goto(`/desk/requests/${reference}`);
  await expect(page.getByText(/^Your draft: Offer/)).toBeVisible();

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: "en-US" });
  const there = await other.newPage();
  await signIn(there);
  await openReply(there, reference);
  await expect(there.getByLabel("Text", { exact: true })).toHaveValue("Half a letter");
  await expect(there.getByLabel("Price CHF Line 1")).toHaveValue("14.60");
  await other.close();
});

test("two clerks in one request: the second one reads the first one's letter before sending", async ({
  page,
  request,
  browser,
  pageErrors,
}) => {
  expectErrors(pageErrors);
  const reference = await sendRequest(request, "Two Clerks AG");
  await signIn(page);
  await openReply(page, reference, "question");
  await page.getByLabel("Text", { exact: true }).fill("Which pressure?");
  await saved(page);

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: "en-US" });
  const colleague = await other.newPage();
  await signIn(colleague, "owner");
  await openReply(colleague, reference, "question");
  await colleague.getByLabel("Text", { exact: true }).fill("Which temperature?");
  await colleague.keyboard.press("Control+Enter");
  await colleague.getByRole("dialog").getByRole("button", { name: "Send question" }).click();
  await expect(colleague.locator(".head .st")).toHaveText("Waiting");
  await other.close();

  await expect(page.getByText(/answered meanwhile/)).toBeVisible();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("Which pressure?");
  await page.keyboard.press("Control+Enter");
  const news = page.getByRole("dialog", { name: "A message came after your draft began." });
  await expect(news).toContainText("Which temperature?");
  await news.getByRole("button", { name: "Read and adapt" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Which temperature?" })).toBeVisible();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("Which pressure?");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog", { name: "Send the question?" }).getByRole("button", { name: "Send question" }).click();
  await expect(page.locator(".head .st")).toHaveText("Waiting");
  const { letters } = await detailOf(page, reference);
  expect(letters.map(({ text }) => text)).toEqual(["Which temperature?", "Which pressure?"]);
});

test("the server refuses a letter that does not know the last one, and the draft stays", async ({
  page,
  request,
  pageErrors,
}) => {
  expectErrors(pageErrors);
  const reference = await sendRequest(request, "Refused AG");
  await signIn(page);
  // This tab does not hear of the other letter.
  await page.route("**/desk/api/events", (route) => route.abort());
  await openReply(page, reference, "question");
  await page.getByLabel("Text", { exact: true }).fill("Which pressure?");
  await saved(page);
  const sent = await page.request.post(`/desk/api/requests/${reference}/send`, {
    data: { kind: "question", subject: "First", text: "Which temperature?", lastLetter: 0 },
  });
  expect(sent.status(), await sent.text()).toBe(200);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog", { name: "Send the question?" }).getByRole("button", { name: "Send question" }).click();
  const news = page.getByRole("dialog", { name: "A message came after your draft began." });
  await expect(news).toContainText("Which temperature?");
  expect((await detailOf(page, reference)).letters).toHaveLength(1);
  await news.getByRole("button", { name: "Send anyway" }).click();
  await expect(page.locator(".head .st")).toHaveText("Waiting");
  expect((await detailOf(page, reference)).letters).toHaveLength(2);
});

test("a connection that breaks while sending: the letter arrives once", async ({ page, request, pageErrors }) => {
  expectErrors(pageErrors, /./);
  const reference = await sendRequest(request, "Broken AG");
  await signIn(page);
  await openReply(page, reference, "question");
  await page.getByLabel("Text", { exact: true }).fill("Which pressure?");
  await saved(page);
  // The server takes the letter, its reply is lost; then nothing answers.
  await page.route("**/desk/api/**", async (route) => {
    if (route.request().url().endsWith("/send")) await route.fetch();
    await route.abort();
  });
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Send question" }).click();
  await expect(page.getByText(/^No connection\. It is sent/)).toBeVisible();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("Which pressure?");
  await page.unroute("**/desk/api/**");
  await page.getByRole("button", { name: "Try now" }).click();
  await expect(page.locator(".head .st")).toHaveText("Waiting");
  expect((await detailOf(page, reference)).letters).toHaveLength(1);
});

test("without a connection writing goes on, and the draft goes by itself", async ({ page, request, pageErrors }) => {
  expectErrors(pageErrors, /./);
  const { reference } = await sendCart(request, "Offline AG");
  await signIn(page);
  await openReply(page, reference);
  await page.context().setOffline(true);
  await page.getByLabel("Price CHF Line 1").fill("14.60");
  await expect(page.getByText(/^Draft on this device/)).toBeVisible();
  await expect(page.getByText(/^No connection since/)).toBeVisible();
  await page.context().setOffline(false);
  await saved(page);
  expect((await detailOf(page, reference)).draft).toMatchObject({ kind: "offer" });
});

test("a session that ends while typing: the text stays, and sending goes on", async ({ page, request, pageErrors }) => {
  expectErrors(pageErrors);
  const reference = await sendRequest(request, "Session AG");
  await signIn(page);
  await openReply(page, reference, "decline");
  await page.getByLabel("Text", { exact: true }).fill("We do not sell these.");
  await saved(page);
  await page.request.delete("/desk/api/session");
  const signedOut = page.getByRole("dialog", { name: "You are signed out." });
  await page.getByLabel("Text", { exact: true }).fill("We do not sell these. Sorry.");
  await expect(signedOut).toBeVisible();
  await fillSignIn(page, "sales");
  await expect(signedOut).toBeHidden();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("We do not sell these. Sorry.");
  await saved(page);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog", { name: "Send the decline?" }).getByRole("button", { name: "Send decline" }).click();
  await expect(page.locator(".head .st")).toHaveText("Lost");
});

/** Sends an offer by the API: each line costs 10 and is delivered at once. */
async function sendOffer(page: Page, reference: string): Promise<void> {
  const address = `/desk/api/requests/${reference}`;
  const { data } = (await (await page.request.get(`${address}/reply`)).json()) as {
    data: { lastLetter: number; offer: { lines: { sku?: string; quantity: string }[] }; templates: { offer: object } };
  };
  const lines = data.offer.lines.map((line) => ({
    ...line,
    sku: line.sku ?? "FR-FD-080-040",
    price: "10",
    deliveries: [{ quantity: line.quantity }],
  }));
  const offer = { ...data.offer, lines };
  const sent = await page.request.post(`${address}/send`, {
    data: { kind: "offer", ...data.templates.offer, offer, lastLetter: data.lastLetter },
  });
  expect(sent.status(), await sent.text()).toBe(200);
}

test("an acceptance appears as it was given: words, time, order number, document, terms", async ({ page, request }) => {
  const { reference, link } = await sendCart(request, "Accepting AG");
  await signIn(page);
  await sendOffer(page, reference);
  await page.goto(`/desk/requests/${reference}`);
  await expect(page.locator(".head .st")).toHaveText(/^Offered until/);
  const address = `/api/requests/${link.split("/").at(-1)}`;
  const { data } = (await (await request.get(address)).json()) as {
    data: { offer: { number: string; currency: string; words: string; total: { total: string } } };
  };
  const { number, currency, words, total } = data.offer;
  const accepted = await request.post(`${address}/decision`, {
    data: {
      offer: number,
      accept: true,
      total: total.total,
      currency,
      words,
      name: "Silvan Roth",
      orderNumber: "4500",
    },
  });
  expect(accepted.ok(), await accepted.text()).toBe(true);
  await expect(page.getByRole("heading", { name: "Silvan Roth accepted." })).toBeVisible();
  await expect(page.locator(".head .st")).toHaveText("Won");
  const seal = page.getByRole("region", { name: "Silvan Roth accepted." });
  await expect(seal).toContainText(words);
  await expect(seal).toContainText("Acceptance, received");
  await expect(seal).toContainText("4500");
  await expect(seal.getByRole("link", { name: `${number}, version 1` })).toBeVisible();
  await expect(seal).toContainText("Terms");
});

test("an outcome is entered by hand with its reason", async ({ page, request }) => {
  const reference = await sendRequest(request, "By Hand AG");
  await signIn(page);
  await page.goto(`/desk/requests/${reference}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Mark as answered" }).click();
  await expect(page.locator(".head .st")).toHaveText("Answered");
  await page.keyboard.press("s");
  await page.getByRole("option", { name: "Won, by hand" }).click();
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Give the reason." })).toBeVisible();
  await page.getByLabel("How you know").fill("Order by phone");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { name: "Won." })).toBeVisible();
  await expect(page.getByText("Order by phone").first()).toBeVisible();
});

test("the PDF of a draft opens in a tab of its own", async ({ page, request }) => {
  const { reference } = await sendCart(request, "Preview AG");
  await signIn(page);
  await openReply(page, reference);
  const preview = page.waitForResponse((reply) => reply.url().endsWith("/offer/preview.pdf"));
  // This browser has no viewer of PDF: the tab saves it.
  const download = page.waitForEvent("popup").then((tab) => tab.waitForEvent("download"));
  await page.getByRole("button", { name: "PDF", exact: true }).click();
  expect((await preview).headers()["content-type"]).toBe("application/pdf");
  const saved = await download;
  expect(
    readFileSync(await saved.path())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a priced line is one row and opens on press; the sheet is behind the eye", async ({ page, request }) => {
    const { reference } = await sendCart(request, "Phone AG");
    await signIn(page);
    await openReply(page, reference);
    const row = page.getByRole("button", { name: /^1 Straight union/ });
    await expect(page.getByLabel("Price CHF Line 1")).toBeHidden();
    await row.click();
    await page.getByLabel("Price CHF Line 1").fill("14.60");
    await expect(page.locator(".ln-s").first()).toContainText("146.00");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.locator(".sheet")).toBeVisible();
    await expect(page.locator(".sheet")).toContainText("146.00");
  });
});
