import { expectErrors } from "../fixtures";
import { expect, openList, row, sendRequest, signIn, test } from "./desk";

test("a new request and another person's answer appear without reloading", async ({
  page,
  request,
  browser,
  server,
}) => {
  await signIn(page);
  await openList(page, "live event");
  await expect(page.getByRole("heading", { name: "No request matches." })).toBeVisible();
  const reference = await sendRequest(request, "Live Event AG");
  await expect(row(page, reference)).toBeVisible();

  const other = await browser.newPage({ baseURL: server.url, locale: "en-US" });
  await signIn(other, "owner");
  await other.goto(`/desk/requests/${reference}`);
  await other.getByRole("button", { name: "More" }).click();
  await other.getByRole("menuitem", { name: "Mark as answered" }).click();
  await expect(row(page, reference)).toHaveCount(0);
  await other.close();
});

test("tabs of a browser share one stream, which another tab takes over", async ({ page, context, request }) => {
  const streams: string[] = [];
  context.on("request", (each) => {
    if (each.url().endsWith("/desk/api/events")) streams.push(each.url());
  });
  await signIn(page);
  await openList(page, "shared stream");
  await expect(page.getByRole("heading", { name: "No request matches." })).toBeVisible();
  const second = await context.newPage();
  await openList(second, "shared stream");
  await expect(second.getByRole("heading", { name: "No request matches." })).toBeVisible();
  const one = await sendRequest(request, "Shared Stream One");
  await expect(row(page, one)).toBeVisible();
  await expect(row(second, one)).toBeVisible();
  expect(streams).toHaveLength(1);

  await page.close();
  await expect.poll(() => streams.length).toBe(2);
  const two = await sendRequest(request, "Shared Stream Two");
  await expect(row(second, two)).toBeVisible();
});

test("a broken connection is said, and typing goes on", async ({ page, context, request, pageErrors }) => {
  expectErrors(pageErrors);
  const reference = await sendRequest(request, "Offline Person");
  await signIn(page);
  await page.goto(`/desk/requests/${reference}`);
  await page.getByLabel("Internal note").fill("Written before");
  await context.setOffline(true);
  await expect(page.getByText(/^No connection since/)).toBeVisible();
  await page.getByLabel("Internal note").fill("Written without a connection");
  await page.getByLabel("Internal note").press("Control+Enter");
  await expect(page.getByText(/^Not saved\. The draft stays on this device\./)).toBeVisible();
  await expect(page.getByLabel("Internal note")).toHaveValue("Written without a connection");
  await context.setOffline(false);
  await expect(page.getByText(/^No connection since/)).toBeHidden();
  await page.getByLabel("Internal note").press("Control+Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Written without a connection" })).toBeVisible();
});
