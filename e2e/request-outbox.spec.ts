import type { APIRequestContext } from "@playwright/test";
import { storageKeys } from "../web/src/constants";
import { sending } from "../web/src/lazy-constants";
import { expect, expectErrors, hydrated, test } from "./fixtures";
import { countPosts, fill, goOffline, goOnline, openPart, referenceIn, submit, messages } from "./forms";
import { freshData, listRequests, removeData, startServer } from "./server";

/** Returns the stored requests with a name. */
function requestsOf(data: string, name: string) {
  return listRequests(data).filter((request) => request.name === name);
}

test("a request made offline is sent when the connection is back, once, even if two tabs wait", async ({
  page,
  context,
  server,
  pageErrors,
}) => {
  const form = await openPart(page, "/en/contacts", ".side-b");
  const second = await context.newPage();
  const other = await openPart(second, "/en/contacts", ".side-b");
  const posts = [countPosts(page), countPosts(second)];
  await fill(form, "Otto Offline");
  await goOffline(page);
  await submit(form);
  await expect(form.locator(".waiting")).toContainText("Not sent yet");
  await expect(other.locator(".waiting")).toContainText("Otto Offline");
  await goOnline(page);
  const reference = await referenceIn(form);
  await expect(other.locator(".thanks .mono")).toHaveText(reference);
  expect(requestsOf(server.data, "Otto Offline")).toEqual([expect.objectContaining({ reference })]);
  // One attempt failed, one succeeded.
  expect(posts[0]?.()).toBeLessThanOrEqual(2);
  expect((posts[0]?.() ?? 0) + (posts[1]?.() ?? 0)).toBe(2);
  expectErrors(pageErrors);
});

test("a queued request is sent from the next page that is opened, which shows a confirmation", async ({
  page,
  context,
  server,
  pageErrors,
}) => {
  const form = await openPart(page, "/it/contacts", ".side-b");
  await fill(form, "Nina Nachher");
  await page.route(messages, (route) => route.abort());
  await submit(form);
  await expect(form.locator(".waiting")).toBeVisible();
  await page.close();
  expectErrors(pageErrors);

  const next = await context.newPage();
  await next.goto("/it/about");
  const notice = next.locator("[role=status] .notice");
  await expect(notice).toContainText("La richiesta è stata inviata.");
  const [stored] = requestsOf(server.data, "Nina Nachher");
  await expect(notice).toContainText(stored?.reference ?? "no such request");
  await notice.getByRole("button", { name: "Chiudi il messaggio" }).click();
  await expect(notice).toHaveCount(0);
  await next.reload();
  await hydrated(next);
  await expect(notice).toHaveCount(0);
  expect(requestsOf(server.data, "Nina Nachher")).toHaveLength(1);
});

test("a queued request can be withdrawn, which restores the form, and is not sent", async ({
  page,
  server,
  pageErrors,
}) => {
  const form = await openPart(page, "/fr/contacts", ".side-b");
  await fill(form, "Rose Retour");
  await form.locator("[name=message]").fill("Bride DN 80");
  await goOffline(page);
  await submit(form);
  await expect(form.locator(".waiting")).toBeFocused();
  await form.getByRole("button", { name: "Reprendre et modifier" }).click();
  await expect(form.locator("[name=name]")).toBeFocused();
  await expect(form.locator("[name=name]")).toHaveValue("Rose Retour");
  await expect(form.locator("[name=message]")).toHaveValue("Bride DN 80");
  await goOnline(page);
  await page.reload();
  await hydrated(page);
  await expect(form.locator("[name=name]")).toHaveValue("Rose Retour");
  await expect(page.locator("[role=status] .notice")).toHaveCount(0);
  expect(requestsOf(server.data, "Rose Retour")).toEqual([]);
  expectErrors(pageErrors);
});

test("without storage a queued request asks the visitor to leave the page open", async ({ page, pageErrors }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  const form = await openPart(page, "/de/contacts", ".side-b");
  await fill(form, "Olga Offen");
  await goOffline(page);
  await submit(form);
  await expect(form.locator(".waiting")).toContainText("Bitte lassen Sie diese Seite offen");
  await goOnline(page);
  await referenceIn(form);
  expectErrors(pageErrors);
});

test("a double click is one request", async ({ page, server }) => {
  const form = await openPart(page, "/en/contacts", ".side-b");
  const posts = countPosts(page);
  await fill(form, "Dora Doppel");
  await form.locator("[type=submit]").dblclick();
  const reference = await referenceIn(form);
  expect(posts()).toBe(1);
  expect(requestsOf(server.data, "Dora Doppel")).toEqual([expect.objectContaining({ reference })]);
});

test("an attempt without a reply in 20 s is repeated, and stored as one request", async ({
  page,
  server,
  pageErrors,
}) => {
  await page.clock.install();
  const form = await openPart(page, "/en/contacts", ".side-b");
  let stored: (status: number) => void = () => {};
  const first = new Promise<number>((resolve) => {
    stored = resolve;
  });
  // The server stores the first, but its reply is lost.
  await page.route(messages, async (route) => stored((await route.fetch()).status()), { times: 1 });
  await fill(form, "Tina Timeout");
  await submit(form);
  expect(await first).toBe(201);
  await expect(form.getByRole("button", { name: "Sending" })).toBeVisible();
  const second = page.waitForResponse(messages);
  await page.clock.runFor(sending.timeout);
  await expect(form.locator(".waiting")).toBeVisible();
  await page.clock.runFor(sending.again.first);
  expect((await second).status()).toBe(200);
  const reference = await referenceIn(form);
  expect(requestsOf(server.data, "Tina Timeout")).toEqual([expect.objectContaining({ reference })]);
  expectErrors(pageErrors);
});

test("a change after an attempt without a reply is sent as another request, so that it is not lost", async ({
  page,
  server,
  pageErrors,
}) => {
  const form = await openPart(page, "/en/contacts", ".side-b");
  await page.route(
    messages,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await fill(form, "Ada Anders");
  await form.locator("[name=message]").fill("DN 80");
  await submit(form);
  await form.getByRole("button", { name: "Take back and change" }).click();
  await form.locator("[name=message]").fill("DN 100");
  await form.locator("[name=phone]").fill("");
  await submit(form);
  // With the form's own error texts, not the browser's, here as well.
  await expect(form.locator("[name=phone]")).toHaveAccessibleDescription("Please fill in");
  await form.locator("[name=phone]").fill("+41 52 000 24 00");
  await submit(form);
  await referenceIn(form);
  expect(requestsOf(server.data, "Ada Anders")).toHaveLength(2);
  expectErrors(pageErrors);
});

/** Stores another request under a form's idempotency key. */
async function takeKey(request: APIRequestContext, idempotencyKey: string, name: string): Promise<void> {
  const other = { formKey: "contact", source: "contacts", name, phone: "+41 52 000 24 00", agree: true };
  const reply = await request.post("/api/form-messages", { data: { ...other, language: "en-US", idempotencyKey } });
  expect(reply.status()).toBe(201);
}

test("an idempotency key of another request is replaced, and both requests are stored", async ({
  page,
  request,
  server,
  pageErrors,
}) => {
  const form = await openPart(page, "/en/contacts", ".side-b");
  const posts = countPosts(page);
  await page.route(
    messages,
    async (route) => {
      const { idempotencyKey } = route.request().postDataJSON() as { idempotencyKey: string };
      await takeKey(request, idempotencyKey, "Karl Vorher");
      await route.continue();
    },
    { times: 1 },
  );
  await fill(form, "Karla Danach");
  await form.locator("[name=message]").fill("DN 80");
  await submit(form);
  const reference = await referenceIn(form);
  expect(posts()).toBe(2);
  expect(requestsOf(server.data, "Karla Danach")).toEqual([expect.objectContaining({ reference })]);
  expect(requestsOf(server.data, "Karl Vorher")).toHaveLength(1);
  // The browser logs the 409 itself; the form does not show an error.
  expect(pageErrors.filter((text) => text.includes("Form submit failed"))).toEqual([]);
  expectErrors(pageErrors);
});

test("a request queued in two tabs without locks is stored once, even if its key belongs to another request", async ({
  page,
  context,
  request,
  server,
  pageErrors,
}) => {
  await context.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
  const form = await openPart(page, "/en/contacts", ".side-b");
  const second = await context.newPage();
  const other = await openPart(second, "/en/contacts", ".side-b");
  await fill(form, "Wanda Wartet");
  await goOffline(page);
  await submit(form);
  await expect(form.locator(".waiting")).toBeVisible();
  await expect(other.locator(".waiting")).toBeVisible();
  const stored = await page.evaluate((key) => localStorage.getItem(key), `${storageKeys.form}contact`);
  await takeKey(request, (JSON.parse(stored ?? "{}") as { key: string }).key, "Wilma Vorher");
  await goOnline(page);
  const reference = await referenceIn(form);
  await expect(other.locator(".thanks .mono")).toHaveText(reference);
  expect(requestsOf(server.data, "Wanda Wartet")).toEqual([expect.objectContaining({ reference })]);
  expectErrors(pageErrors);
});

test("a tab that was frozen while another sent the same form sends another request", async ({
  page,
  context,
  server,
}) => {
  const form = await openPart(page, "/en/contacts", ".side-b");
  await fill(form, "Sina Schlaf");
  const second = await context.newPage();
  // As if frozen: it receives no storage events of the first tab.
  await second.addInitScript(() =>
    window.addEventListener("storage", (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  const frozen = await openPart(second, "/en/contacts", ".side-b");
  await expect(frozen.locator("[name=name]")).toHaveValue("Sina Schlaf");
  await submit(form);
  await referenceIn(form);
  await frozen.locator("[name=message]").fill("And flanges of DN 100");
  await frozen.locator("[name=agree]").check();
  await submit(frozen);
  await referenceIn(frozen);
  expect(requestsOf(server.data, "Sina Schlaf")).toHaveLength(2);
});

test("a request is sent by itself when an unavailable server is back", async ({ page, pageErrors }) => {
  await page.clock.install();
  const data = freshData();
  const server = await startServer(data);
  const form = await openPart(page, `${server.url}/en/contacts`, ".side-b");
  await fill(form, "Vera Vorbei");
  await server.stop();
  await submit(form);
  await expect(form.locator(".waiting")).toBeVisible();
  await page.clock.runFor(sending.again.first);
  const back = await startServer(data, "--listen", new URL(server.url).host);
  // One jump: running a minute step by step would time out the first attempt.
  await page.clock.fastForward(sending.again.most);
  const reference = await referenceIn(form);
  expect(listRequests(data)).toEqual([expect.objectContaining({ reference, name: "Vera Vorbei" })]);
  expectErrors(pageErrors);
  await page.goto("about:blank");
  await back.stop();
  removeData(data);
});

test("a server that restarts between typing and sending accepts the request", async ({ page, pageErrors }) => {
  const data = freshData();
  const server = await startServer(data);
  const form = await openPart(page, `${server.url}/en/support`, ".side-b");
  await fill(form, "Rita Restart");
  await server.kill();
  const restarted = await startServer(data, "--listen", new URL(server.url).host);
  await submit(form);
  const reference = await referenceIn(form);
  expect(listRequests(data)).toEqual([expect.objectContaining({ reference, name: "Rita Restart" })]);
  expectErrors(pageErrors);
  await page.goto("about:blank");
  await restarted.stop();
  removeData(data);
});
