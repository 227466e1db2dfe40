import { createHash } from "node:crypto";
import { type Page } from "@playwright/test";
import { delayRequests, expect, expectErrors, hydrated, saveData, test } from "./fixtures";
import { countPosts, fill as fillForm, kinds, formTexts, openForm, submit, referenceIn, openPart } from "./forms";
import { freshData, listRequests, removeData, startServer } from "./server";
import { prefixes } from "./states";

async function addToCart(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await page.locator(".buy").getByRole("button", { name: "Add to cart" }).click();
  await expect(page.locator(".hd-cart")).toContainText("(1)");
  await page.locator(".hd-cart").click();
  await openForm(page.locator("#overlay-cart"));
}

async function fill(page: Page, name: string, phone: string): Promise<void> {
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Name", { exact: true }).fill(name);
  await panel.getByLabel("Phone").fill(phone);
  await panel.getByRole("checkbox").check();
}

test("a cart sent from the browser is stored, even if the server is killed immediately afterwards", {
  tag: "@smoke",
}, async ({ page, pageErrors }) => {
  await saveData(page); // prefetching would fail when the server is killed
  const data = freshData();
  const server = await startServer(data);
  await addToCart(page, `${server.url}/en/product/straight-union-s`);
  await fill(page, "Katrin Vogel", "+49 521 000 44 12");
  const reply = page.waitForResponse("**/api/form-messages");
  await page.getByRole("dialog").getByRole("button", { name: /send/i }).click();
  expect((await reply).status()).toBe(201);
  await server.kill();
  const { data: stored } = (await (await reply).json()) as { data: { reference: string } };

  const restarted = await startServer(data);
  expect(listRequests(data)).toEqual([expect.objectContaining({ reference: stored.reference, name: "Katrin Vogel" })]);
  await restarted.stop();
  removeData(data);
  // Requests that were pending when the server was killed.
  await page.goto("about:blank");
  expectErrors(pageErrors);
});

test("after sending, the panel shows the reference and the cart is empty", async ({ page, server }) => {
  await addToCart(page, "/en/product/straight-union-s");
  await fill(page, "Anna Berg", "+41 52 000 24 00");
  await page.getByRole("dialog").getByRole("button", { name: /send/i }).click();
  await expect(page.locator(".thanks")).toBeVisible();
  const stored = listRequests(server.data).find((request) => request.name === "Anna Berg");
  await expect(page.locator(".thanks")).toContainText(stored?.reference ?? "no such request");
  await expect(page.locator(".hd-cart")).toContainText("(0)");
});

test("invalid input is reported beside its field and nothing is sent", { tag: "@smoke" }, async ({ page }) => {
  await addToCart(page, "/en/product/straight-union-s");
  let posts = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/form-messages")) posts += 1;
  });
  await fill(page, "K", "12345");
  await page.getByRole("dialog").getByRole("button", { name: /send/i }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Phone")).toHaveAttribute("aria-invalid", "true");
  expect(posts).toBe(0);
});

test("Form submit fails: an error is logged and shown, and the entered values remain for the next attempt", async ({
  page,
  pageErrors,
}) => {
  await addToCart(page, "/en/product/straight-union-s");
  await fill(page, "Marta Rossi", "+39 02 000 00 00 1");
  await page.route("**/api/form-messages", (route) =>
    route.fulfill({ status: 503, json: { errors: [{ message: "down" }] } }),
  );
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /send/i }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "The request could not be saved. Your entries are kept; please send again.",
  );
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Marta Rossi");
  await expect(dialog.getByRole("checkbox")).toBeChecked();
  expect(pageErrors).toContainEqual(expect.stringContaining("Form submit failed"));
  expectErrors(pageErrors);
  await page.unroute("**/api/form-messages");
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect(page.locator(".thanks")).toBeVisible();
});

test("the server's error for a field is shown beside it until it is changed", async ({ page, pageErrors }) => {
  const form = await openPart(page, "/en/contacts", ".side-b");
  await page.route("**/api/form-messages", (route) =>
    route.fulfill({
      status: 422,
      json: { errors: [{ message: "We cannot read this number", extensions: { field: "phone" } }] },
    }),
  );
  await fillForm(form, "Nora Nummer");
  await submit(form);
  await expect(form.locator("[name=phone]")).toBeFocused();
  await expect(form.locator("[name=phone]")).toHaveAccessibleDescription("We cannot read this number");
  await expect(form.locator("[name=name]")).not.toHaveAttribute("aria-invalid");
  await form.locator("[name=phone]").fill("+41 52 000 24 01");
  await expect(form.locator("[name=phone]")).not.toHaveAttribute("aria-invalid");
  expectErrors(pageErrors);
});

for (const [prefix, language] of prefixes) {
  test(`every form shows errors and the thank-you message in its language: ${language}`, async ({ page, server }) => {
    test.slow();
    for (const { kind, id, source, open } of kinds) {
      const form = await open(page, prefix);
      const texts = formTexts(id, language);
      await submit(form);
      await expect(form.locator("[name=name]"), kind).toBeFocused();
      await expect(form.locator("form > .err"), kind).toHaveText(texts.error);
      await expect(form.locator("[aria-invalid=true]"), kind).toHaveCount(3);
      await fillForm(form, `Kim ${kind} ${language}`);
      const sent = page.waitForRequest("**/api/form-messages");
      await submit(form);
      expect((await sent).postDataJSON(), kind).toMatchObject({
        formId: id,
        source,
        language,
        agree: true,
        website: "",
        meta: { formType: kind },
      });
      const reference = await referenceIn(form);
      const thanks = form.locator(".thanks");
      await expect(thanks, kind).toContainText(texts.thanks_title);
      await expect(thanks, kind).toContainText(texts.thanks_description);
      await expect(thanks.getByRole("link").first(), kind).toHaveAttribute(
        "href",
        new RegExp(`^${prefix}/request/[\\w-]{20,}$`),
      );
      await expect(thanks, kind).toBeFocused();
      expect(listRequests(server.data), kind).toContainEqual(expect.objectContaining({ reference }));
    }
  });
}

for (const [link, shown] of [
  ["/en/request/k3Jv_8-aZq0TtYx1PmLwRg", 1],
  ["//elsewhere.example/request", 0],
  ["javascript:alert(1)", 0],
  [undefined, 0],
] as const) {
  test(`the thank-you message links only to the request's own page: ${link}`, async ({ page }) => {
    await saveData(page); // the request's page does not exist and must not be prefetched
    const form = await openPart(page, "/en/contacts", ".side-b");
    await page.route("**/api/form-messages", (route) =>
      route.fulfill({ status: 201, json: { data: { reference: "F-7K3-94Q", link } } }),
    );
    await fillForm(form, "Lina Link");
    await submit(form);
    await expect(form.locator(".thanks .mono")).toHaveText("F-7K3-94Q");
    await expect(form.locator(".thanks a")).toHaveCount(shown);
    if (shown) await expect(form.getByRole("link", { name: "View the request" })).toHaveAttribute("href", link);
  });
}

test("entered values survive a reload and a change of language, the consent does not", async ({ page }) => {
  const form = await openPart(page, "/en/contacts", ".side-b");
  const expectTyped = async () => {
    await expect(form.locator("[name=name]")).toHaveValue("Gwen Bleibt");
    await expect(form.locator("[name=email]")).toHaveValue("gwen@example.com");
    await expect(form.locator("[name=message]")).toHaveValue("Flange DN 80\nPN 40");
  };
  await fillForm(form, "Gwen Bleibt");
  await form.locator("[name=email]").fill("gwen@example.com");
  await form.locator("[name=message]").fill("Flange DN 80\nPN 40");
  await page.locator("header .lang-w > :first-child").click();
  await page.locator("header .lang-a", { hasText: "Deutsch" }).click();
  await expect(page).toHaveURL(/\/de\/contacts$/);
  await expectTyped();
  await page.reload();
  await hydrated(page);
  await expectTyped();
  await expect(form.locator("[name=agree]")).not.toBeChecked();
});

test("values typed before the scripts are loaded are kept", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/static/browser-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/en/contacts", { waitUntil: "commit" });
  await page.locator(".side-b [name=name]").fill("Emil Eilig");
  release();
  await hydrated(page);
  await expect(page.locator(".side-b [name=name]")).toHaveValue("Emil Eilig");
  await page.locator(".side-b [name=phone]").fill("1");
  await expect(page.locator(".side-b [name=name]")).toHaveValue("Emil Eilig");
});

for (const [code, script] of [
  ["the page's code", "contacts"],
  ["any code", "browser"],
] as const) {
  test(`values typed before ${code} is loaded are kept beside those of a stored draft`, async ({ page }) => {
    const form = await openPart(page, "/en/contacts", ".side-b");
    await form.locator("[name=name]").fill("Stan Stored");
    await form.locator("[name=phone]").fill("+41 52 000 24 00");
    const release = await delayRequests(page, `**/static/${script}-*.js`);
    await page.reload({ waitUntil: "commit" }); // the document loads with its code
    await form.locator("[name=message]").fill("Flange DN 80");
    await form.locator("[name=phone]").fill("+41 52 000 24 24");
    release();
    await expect(form.locator("[name=name]")).toHaveValue("Stan Stored");
    await form.locator("[name=email]").fill("stan@example.com");
    await expect(form.locator("[name=message]")).toHaveValue("Flange DN 80");
    await expect(form.locator("[name=phone]")).toHaveValue("+41 52 000 24 24");
  });
}

for (const [prefix, kept, clear] of [
  ["de", "Ihre Angaben bleiben bis zum Senden auf diesem Gerät gespeichert, höchstens 36 Stunden.", "Angaben löschen"],
  ["en", "Your entries are stored on this device until they are sent, for 36 hours at most.", "Clear entries"],
  ["fr", "Vos données restent sur cet appareil jusqu’à l’envoi, 36 heures au plus.", "Effacer les données"],
  ["it", "I dati restano su questo dispositivo fino all’invio, per 36 ore al massimo.", "Cancella i dati"],
] as const) {
  test(`${prefix}: a form says that entries are stored on the device, and removes them`, async ({ page }) => {
    const form = await openPart(page, `/${prefix}/contacts`, ".side-b");
    await expect(form.getByText(kept)).toHaveCount(0);
    await fillForm(form, "Max Muster");
    await form.locator("[name=file]").setInputFiles({ name: "a.pdf", mimeType: "", buffer: Buffer.from("%PDF-1.4") });
    await expect(form.locator(".upload")).toHaveCount(1);
    await expect(form.getByText(kept)).toBeVisible();
    await form.getByRole("button", { name: clear }).click();
    await expect(form.locator("[name=name]")).toBeFocused();
    await expect(form.getByText(kept)).toHaveCount(0);
    await expect(form.locator("[name=name]")).toHaveValue("");
    await expect(form.locator("[name=agree]")).not.toBeChecked();
    await expect(form.locator(".upload")).toHaveCount(0);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("form:")))).toEqual([]);
  });
}

test("a form with an empty e-mail field is valid, one with an incomplete address is not", async ({ page }) => {
  const form = await openPart(page, "/en/support", ".side-b");
  const posts = countPosts(page);
  await fillForm(form, "Ella Mail");
  await form.locator("[name=email]").fill("ella@");
  await submit(form);
  await expect(form.locator("[name=email]")).toHaveAccessibleDescription("Please check the e-mail address");
  await expect(form.locator("[name=email]")).toBeFocused();
  expect(posts()).toBe(0);
  await form.locator("[name=email]").fill("");
  await submit(form);
  await referenceIn(form);
});

test("a proof of work that the server requires is computed in a worker, and the form is sent again automatically", async ({
  page,
  pageErrors,
}) => {
  const data = freshData();
  // From half of the limit on the server requires proofs.
  const server = await startServer(data, "--request-rate", "4");
  for (const name of ["Petra Eins", "Petra Zwei"]) {
    const form = await openPart(page, `${server.url}/en/contacts`, ".side-b");
    await fillForm(form, name);
    await submit(form);
    await referenceIn(form);
  }
  expect(pageErrors).toEqual([]);

  const form = await openPart(page, `${server.url}/en/contacts`, ".side-b");
  const release = await delayRequests(page, "**/proof-worker-*.js");
  const posts = countPosts(page);
  await fillForm(form, "Petra Probe");
  await submit(form);
  await expect(form.getByRole("button", { name: "Checking" })).toBeVisible();
  expect(posts()).toBe(1);
  release();
  // Some 250,000 digests, possibly on a busy machine.
  await expect(form.locator(".thanks")).toBeVisible({ timeout: 40_000 });
  expect(posts()).toBe(2);
  const reference = await referenceIn(form);
  expect(listRequests(data)).toContainEqual(expect.objectContaining({ reference, name: "Petra Probe" }));
  expectErrors(pageErrors);
  await page.goto("about:blank");
  await server.stop();
  removeData(data);
});

test("an expired proof is computed again, at most three times", async ({ page, pageErrors }) => {
  const form = await openPart(page, "/de/contacts", ".side-b");
  const bodies: { challenge?: { token: string; nonce: string } }[] = [];
  await page.route("**/api/form-messages", async (route) => {
    bodies.push(route.request().postDataJSON());
    const extensions = { code: "CHALLENGE_REQUIRED", challenge: { token: `token-${bodies.length}`, bits: 6 } };
    await route.fulfill({ status: 429, json: { errors: [{ message: "Bitte später noch einmal", extensions }] } });
  });
  await fillForm(form, "Petra Probe");
  await submit(form);
  await expect(form.getByRole("alert")).toHaveText("Bitte später noch einmal");
  expect(bodies.map(({ challenge }) => challenge?.token)).toEqual([undefined, "token-1", "token-2", "token-3"]);
  for (const { token, nonce } of bodies.flatMap(({ challenge }) => challenge ?? [])) {
    const digest = createHash("sha256").update(`${token}.${nonce}`).digest();
    expect(digest.readUInt32BE() >>> 26).toBe(0);
  }
  expectErrors(pageErrors);
});

test("a form without texts in the content shows the German default error, or the one of the page's language", async ({
  page,
  pageErrors,
}) => {
  await page.route("**/api/content/items/forms?**", (route) => route.fulfill({ status: 400, json: {} }));
  for (const [prefix, error] of [
    ["/de", "Bitte füllen Sie alle Felder aus"],
    ["/en", "Please fill in all fields"],
  ]) {
    await page.goto(`${prefix}/privacy`);
    await hydrated(page);
    await page.locator(`.hd-nav a[href="${prefix}/contacts"]`).click();
    const form = page.locator(".side-b");
    await submit(form);
    await expect(form.locator("form > .err")).toHaveText(error ?? "");
  }
  expectErrors(pageErrors);
});

test("the cart survives a reload and is the same in a second tab", async ({ page, context }) => {
  await addToCart(page, "/en/product/straight-union-s");
  await page.reload();
  await hydrated(page);
  await expect(page.locator(".hd-cart")).toContainText("(1)");
  const second = await context.newPage();
  await second.goto(page.url());
  await hydrated(second);
  await expect(second.locator(".hd-cart")).toContainText("(1)");
});
