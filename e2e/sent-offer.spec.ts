import { type Page } from "@playwright/test";
import { installAxe, violations } from "./axe";
import { expect, test } from "./desk/desk";
import { expectErrors, hydrated } from "./fixtures";
import { expireOffer, sendLines, type Sent, Supplier } from "./offer";
import { prefixes } from "./states";

const headline = (page: Page) => page.getByRole("heading", { level: 1 });
const answer = (page: Page) => page.locator("#answer");

/** Chooses one of the three answers. */
async function choose(page: Page, name: "Accept" | "Ask" | "Decline"): Promise<void> {
  await answer(page).getByRole("radio", { name, exact: true }).check();
}

/** Ticks the sentence and accepts. */
async function accept(page: Page): Promise<void> {
  await answer(page).getByRole("checkbox").check();
  await answer(page).getByRole("button", { name: "Accept the offer" }).click();
}

async function offered(page: Page, supplier: Supplier, changes: object = {}): Promise<Sent & { number: string }> {
  const sent = await sendLines(page.request, changes);
  const number = await supplier.offer(sent.reference);
  await page.goto(sent.link);
  await expect(headline(page)).toHaveText("Your offer.");
  return { ...sent, number };
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a request is received, taken, asked about, answered, offered and accepted", { tag: "@smoke" }, async ({
      page,
      server,
    }) => {
      const supplier = await Supplier.signIn(server);
      const { reference, link } = await sendLines(page.request);
      await page.goto(link);
      await expect(headline(page)).toHaveText("It arrived.");
      await expect(page.locator(".rq-facts")).not.toContainText("Your contact");
      await answer(page).getByLabel("Addition").fill("With certificates, please.");
      await answer(page).getByRole("button", { name: "Send addition" }).click();
      await expect(page.locator(".rq-messages")).toContainText("With certificates, please.");

      await supplier.take(reference);
      await page.goto(link);
      await expect(headline(page)).toHaveText("In work.");
      await supplier.ask(reference, "Which medium does the line carry?");
      await page.goto(link);
      await expect(headline(page)).toHaveText("One question.");
      await expect(page.locator(".rq-question")).toContainText("Which medium does the line carry?");
      await answer(page).getByLabel("Your answer").fill("Saturated steam, 105 °C.");
      await answer(page).getByRole("button", { name: "Send answer" }).click();
      await expect(headline(page)).toHaveText("In work.");
      await expect(page.locator(".rq-messages")).toContainText("Saturated steam, 105 °C.");

      const number = await supplier.offer(reference);
      await page.goto(link);
      await expect(headline(page)).toHaveText("Your offer.");
      await expect(page.locator(".rq-sum")).toContainText("Net CHF150.00");
      await choose(page, "Ask");
      await answer(page).getByLabel("Your question").fill("Can all 12 come at once?");
      await answer(page).getByRole("button", { name: "Send question" }).click();
      await expect(page.locator(".rq-messages")).toContainText("Can all 12 come at once?");
      await expect(headline(page)).toHaveText("Your offer.");

      await choose(page, "Accept");
      await answer(page).getByLabel("Your name").fill("Giulia Conti");
      await answer(page).getByLabel("Your order number").fill("4500 118 207");
      await accept(page);
      await expect(headline(page)).toHaveText("Accepted.");
      await expect(answer(page)).toContainText("4500 118 207");
      await expect(page.locator(".rq-words")).toContainText(number);
      await page.reload();
      await expect(headline(page)).toHaveText("Accepted.");
    });

    test("an offer is declined with a reason, and accepted after all", async ({ page, server }) => {
      await offered(page, await Supplier.signIn(server));
      await choose(page, "Decline");
      await answer(page).getByRole("radio", { name: "Delivery time" }).check();
      await answer(page).getByLabel("A word about it").fill("Four weeks are too long.");
      await answer(page).getByRole("button", { name: "Decline the offer" }).click();
      await expect(headline(page)).toHaveText("Declined.");
      await expect(answer(page)).toContainText("Delivery time: Four weeks are too long.");
      await answer(page).getByText("Accept after all").click();
      await accept(page);
      await expect(headline(page)).toHaveText("Accepted.");
    });

    test("an offer that has expired is asked for again", async ({ page, server }) => {
      const { number, link } = await offered(page, await Supplier.signIn(server));
      expireOffer(server, number);
      await page.goto(link);
      await expect(headline(page)).toHaveText("Expired.");
      await expect(page.locator(".rq-lines h2")).toHaveText("Items, prices of that time");
      await answer(page).getByRole("button", { name: "Ask again" }).click();
      await expect(headline(page)).toHaveText("In work.");
    });

    test("a request that the supplier declines is answered", async ({ page, server }) => {
      const supplier = await Supplier.signIn(server);
      const { reference, link } = await sendLines(page.request);
      await supplier.decline(reference);
      await page.goto(link);
      await expect(headline(page)).toHaveText("Answered.");
      await expect(page.locator(".rq-messages")).toContainText("We cannot supply this.");
    });
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an offer that expires while it is read is not accepted, and what is typed is shown again", async ({
    page,
    server,
    pageErrors,
  }) => {
    const { number } = await offered(page, await Supplier.signIn(server));
    await answer(page).getByLabel("Your order number").fill("4500 118 207");
    expireOffer(server, number);
    await accept(page);
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.locator("[name=orderNumber]")).toHaveValue("4500 118 207");
    expectErrors(pageErrors);
  });

  test("the form that is shown follows the chosen answer", async ({ page, server }) => {
    await offered(page, await Supplier.signIn(server));
    const shown = answer(page).locator("form:visible");
    for (const [choice, button] of [
      ["Ask", "Send question"],
      ["Decline", "Decline the offer"],
      ["Accept", "Accept the offer"],
    ] as const) {
      await choose(page, choice);
      await expect(shown).toHaveCount(1);
      await expect(shown.getByRole("button")).toHaveText(button);
    }
  });
});

test("what lacks is said at its field, and nothing is sent", async ({ page, server }) => {
  await offered(page, await Supplier.signIn(server));
  await hydrated(page);
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await answer(page).getByLabel("Your name").fill(" ");
  await answer(page).getByRole("button", { name: "Accept the offer" }).click();
  await expect(answer(page).getByLabel("Your name")).toBeFocused();
  await expect(answer(page).getByLabel("Your name")).toHaveAccessibleDescription("Please fill in");
  await expect(answer(page).getByRole("checkbox")).toHaveAccessibleDescription("Please tick this sentence");
  expect(posts).toEqual([]);
});

test("what the server misses is said at its field", async ({ page, server, pageErrors }) => {
  expectErrors(pageErrors);
  await offered(page, await Supplier.signIn(server));
  await hydrated(page);
  await page.route("**/decision", async (route) => {
    const sent = route.request().postDataJSON() as object;
    await route.continue({ postData: JSON.stringify({ ...sent, name: "", words: "" }) });
  });
  await accept(page);
  await expect(answer(page).getByLabel("Your name")).toBeFocused();
  await expect(answer(page).getByLabel("Your name")).toHaveAccessibleDescription(/\S/);
  await expect(answer(page).getByRole("checkbox")).toHaveAccessibleDescription(/\S/);
});

test("what is typed outlasts a reload, and a declaration does not", async ({ page, server }) => {
  await offered(page, await Supplier.signIn(server));
  await hydrated(page);
  await answer(page).getByLabel("Your order number").fill("4500 118 207");
  await answer(page).getByRole("checkbox").check();
  await choose(page, "Ask");
  await answer(page).getByLabel("Your question").fill("Half a sentence");
  await page.reload();
  await hydrated(page);
  await expect(answer(page).getByRole("radio", { name: "Ask" })).toBeChecked();
  await expect(answer(page).getByLabel("Your question")).toHaveValue("Half a sentence");
  await choose(page, "Accept");
  await expect(answer(page).getByLabel("Your order number")).toHaveValue("4500 118 207");
  await expect(answer(page).getByRole("checkbox")).not.toBeChecked();
});

test("a button that is pressed twice sends once", async ({ page, server }) => {
  await offered(page, await Supplier.signIn(server));
  await hydrated(page);
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await choose(page, "Ask");
  await answer(page).getByLabel("Your question").fill("Once only?");
  await answer(page).getByRole("button", { name: "Send question" }).dblclick();
  await expect(page.locator(".rq-messages li", { hasText: "Once only?" })).toHaveCount(1);
  expect(posts).toHaveLength(1);
});

test("without a connection an answer waits, and is sent when the connection is back", async ({
  page,
  context,
  server,
  pageErrors,
}) => {
  expectErrors(pageErrors);
  await offered(page, await Supplier.signIn(server));
  await hydrated(page);
  await context.setOffline(true);
  await accept(page);
  await expect(answer(page).getByRole("status").filter({ hasText: "no connection" })).toBeVisible();
  await expect(answer(page).getByLabel("Your name")).toBeDisabled();
  await context.setOffline(false);
  await expect(headline(page)).toHaveText("Accepted.");
});

test("an answer that waits can be taken back and changed", async ({ page, context, server, pageErrors }) => {
  expectErrors(pageErrors);
  const { link } = await offered(page, await Supplier.signIn(server));
  await hydrated(page);
  await context.setOffline(true);
  await accept(page);
  await answer(page).getByRole("button", { name: "Take back and change" }).click();
  await expect(answer(page).getByLabel("Your name")).toBeEnabled();
  await context.setOffline(false);
  await page.goto(link);
  await expect(headline(page)).toHaveText("Your offer.");
});

test("a failure of the server says what to do, and what is typed stays", async ({ page, server, pageErrors }) => {
  expectErrors(pageErrors);
  await offered(page, await Supplier.signIn(server));
  await hydrated(page);
  await page.route("**/decision", (route) => route.fulfill({ status: 500, json: { errors: [{ message: "disk" }] } }));
  await answer(page).getByLabel("Your order number").fill("4500 118 207");
  await accept(page);
  await expect(answer(page).getByRole("alert")).toContainText("please send again");
  await expect(answer(page).getByRole("alert")).not.toContainText("disk");
  await expect(answer(page).getByLabel("Your order number")).toHaveValue("4500 118 207");
  await page.unroute("**/decision");
  await answer(page).getByRole("button", { name: "Send again" }).click();
  await expect(headline(page)).toHaveText("Accepted.");
});

test("a second tab learns that the offer was accepted, at once and when it answers", async ({
  page,
  context,
  server,
  pageErrors,
}) => {
  expectErrors(pageErrors);
  const { link } = await offered(page, await Supplier.signIn(server));
  const second = await context.newPage();
  await second.goto(link);
  await hydrated(second);
  // Typed, so that the first tab's acceptance removes a draft.
  await hydrated(page);
  await answer(page).getByLabel("Your order number").fill("4500 118 207");
  await accept(page);
  await expect(headline(page)).toHaveText("Accepted.");
  await expect(headline(second)).toHaveText("Accepted.");
});

test("an answer to an offer that was decided meanwhile is refused, and the page shows how it stands", async ({
  page,
  browser,
  server,
  pageErrors,
}) => {
  expectErrors(pageErrors);
  const { link } = await offered(page, await Supplier.signIn(server));
  await hydrated(page);
  // On another device.
  const colleague = await (await browser.newContext({ baseURL: server.url, locale: "en-US" })).newPage();
  await colleague.goto(link);
  await hydrated(colleague);
  await accept(colleague);
  await expect(headline(colleague)).toHaveText("Accepted.");
  await colleague.context().close();

  await choose(page, "Decline");
  await answer(page).getByRole("button", { name: "Decline the offer" }).click();
  await expect(headline(page)).toHaveText("Accepted.");
  await expect(page.getByRole("alert")).toBeVisible();
});

test("Back shows the request as it stands", async ({ page, server }) => {
  const { link } = await offered(page, await Supplier.signIn(server));
  await hydrated(page);
  await accept(page);
  await expect(headline(page)).toHaveText("Accepted.");
  await page.getByRole("link", { name: "Have my details erased" }).click();
  await expect(page).toHaveURL(/\/en\/privacy$/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${link}$`));
  await expect(headline(page)).toHaveText("Accepted.");
});

test("an offer is answered by the keyboard alone", async ({ page, server }) => {
  await offered(page, await Supplier.signIn(server));
  await hydrated(page);
  await answer(page).getByRole("radio", { name: "Accept" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(answer(page).getByRole("button", { name: "Send question" })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await expect(answer(page).getByLabel("Your name")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("4500 118 207");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(headline(page)).toHaveText("Accepted.");
  await expect(page.locator("main")).toBeFocused();
});

test("the offer's PDF is the one that was sent", async ({ page, server }) => {
  const { number, token } = await offered(page, await Supplier.signIn(server));
  const link = page.getByRole("link", { name: `PDF, Offer ${number}` });
  await expect(link).toHaveAttribute("href", `/api/requests/${token}/offers/${number}.pdf`);
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toContain(number);
});

test("on a phone the net total and the way to the answer stay at the bottom", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await offered(page, await Supplier.signIn(server));
  const bar = page.locator(".rq-bar");
  await expect(bar).toBeInViewport({ ratio: 1 });
  await expect(bar).toContainText("150.00");
  await bar.getByRole("link", { name: "Answer" }).click();
  await expect(answer(page).getByLabel("Your name")).toBeInViewport();
  await expect(bar).toBeInViewport({ ratio: 1 });
});

test("the printed page has the lines, the totals and the declaration, and no controls", async ({ page, server }) => {
  await offered(page, await Supplier.signIn(server));
  await hydrated(page);
  await page.emulateMedia({ media: "print" });
  for (const part of [".rq-facts", ".rq-bom", ".rq-sum", ".rq-messages"])
    await expect(page.locator(part)).toBeVisible();
  await expect(page.locator("main").getByRole("button")).toHaveCount(0);
  await expect(answer(page)).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await accept(page);
  await expect(headline(page)).toHaveText("Accepted.");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".rq-words")).toBeVisible();
});

for (const [prefix, language] of prefixes) {
  test(`every stage is accessible and fits in ${language}`, async ({ page, server }) => {
    test.slow();
    await installAxe(page);
    const supplier = await Supplier.signIn(server);
    const request = () => sendLines(page.request, { language });
    const stages: ((sent: Sent) => Promise<unknown>)[] = [
      async () => undefined,
      ({ reference }) => supplier.ask(reference, "Which medium, which temperature?"),
      ({ reference }) => supplier.offer(reference),
      async ({ reference }) => expireOffer(server, await supplier.offer(reference)),
      ({ reference }) => supplier.decline(reference),
    ];
    for (const stage of stages) {
      const sent = await request();
      await stage(sent);
      for (const width of [320, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${prefix}/request/${sent.token}`);
        await hydrated(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await violations(page, { colours: language === "en-US" })).toEqual([]);
      }
    }
  });
}

test("an accepted and a declined offer are accessible, in both colour modes", async ({ page, server }) => {
  await installAxe(page);
  const supplier = await Supplier.signIn(server);
  for (const accepts of [true, false]) {
    const { link } = await offered(page, supplier);
    await hydrated(page);
    if (accepts) await accept(page);
    else {
      await choose(page, "Decline");
      await answer(page).getByRole("button", { name: "Decline the offer" }).click();
    }
    await expect(headline(page)).toHaveText(accepts ? "Accepted." : "Declined.");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(link);
      await hydrated(page);
      expect(await violations(page)).toEqual([]);
    }
  }
});
