import { expectErrors } from "../fixtures";
import { expect, fillSignIn, openList, row, sendRequest, signIn, test } from "./desk";

test("a request is taken, answered and reopened by undo", async ({ page, request }) => {
  const reference = await sendRequest(request, "Answered Person");
  await signIn(page);
  await page.goto(`/desk/requests/${reference}`);
  await expect(page.getByRole("heading", { level: 1, name: "Answered Person" })).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.locator(".head .st")).toHaveText("In work");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Mark as answered" }).click();
  await expect(page.locator(".head .st")).toHaveText("Answered");
  await expect(page.getByText(/^answered after/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".head .st")).toHaveText("In work");
  await expect(page.getByText(/left$/)).toBeVisible();
});

test("a note is a draft on the device until it is saved", async ({ page, request }) => {
  const reference = await sendRequest(request, "Noted Person");
  await signIn(page);
  await page.goto(`/desk/requests/${reference}`);
  await page.getByLabel("Internal note").fill("Same melt, please.");
  await expect(page.getByText(/^Draft on this device/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Internal note")).toHaveValue("Same melt, please.");
  await page.getByLabel("Internal note").press("Control+Enter");
  await expect(page.getByLabel("Internal note")).toHaveValue("");
  await expect(page.getByRole("listitem").filter({ hasText: "Same melt, please." })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: "Same melt, please." })).toBeVisible();
  await expect(page.getByLabel("Internal note")).toHaveValue("");
});

test("a session that ends while typing keeps the text", async ({ page, request, pageErrors }) => {
  expectErrors(pageErrors);
  const reference = await sendRequest(request, "Interrupted Person");
  await signIn(page);
  await page.goto(`/desk/requests/${reference}`);
  await page.getByLabel("Internal note").fill("Half a sentence");
  await page.request.delete("/desk/api/session");
  await page.getByLabel("Internal note").press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "You are signed out." })).toBeVisible();
  await fillSignIn(page, "sales");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByLabel("Internal note")).toHaveValue("Half a sentence");
  await page.getByLabel("Internal note").press("Control+Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Half a sentence" })).toBeVisible();
});

test("spam is released, and the clock starts", async ({ page, request }) => {
  const reference = await sendRequest(request, "Spam or not");
  await signIn(page);
  await page.goto(`/desk/requests/${reference}`);
  await expect(page.getByRole("heading", { level: 1, name: "Spam or not" })).toBeVisible();
  await page.keyboard.press("!");
  await expect(page.getByRole("heading", { name: "Why it is here" })).toBeVisible();
  await expect(page.getByText("not running")).toBeVisible();
  await openList(page, "spam or not", "spam");
  await expect(row(page, reference)).toBeVisible();
  await page.goto(`/desk/requests/${reference}`);
  await page.getByRole("button", { name: "Not spam, release" }).click();
  await expect(page.locator(".head .st")).toHaveText("New");
  await expect(page.getByText(/left$/)).toBeVisible();
});

test("the owner forgets a person after typing the number; sales cannot", async ({ page, request }) => {
  const reference = await sendRequest(request, "Forgotten Person");
  await signIn(page);
  await page.goto(`/desk/requests/${reference}`);
  await page.getByRole("button", { name: "More" }).click();
  await expect(
    page.getByRole("menuitem", { name: "Read" }).or(page.getByRole("menuitem", { name: "Unread" })),
  ).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Forget this person" })).toHaveCount(0);
  await signIn(page, "owner");
  await page.goto(`/desk/requests/${reference}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Forget this person" }).click();
  const forget = page.getByRole("button", { name: "Forget for good" });
  await expect(forget).toBeDisabled();
  await page.getByLabel(/^To confirm/).fill(reference);
  await forget.click();
  await expect(page.getByRole("heading", { name: "What stays" })).toBeVisible();
  await expect(page.getByText("Forgotten Person")).toHaveCount(0);
});

test("a number that does not exist is said", async ({ page, pageErrors }) => {
  expectErrors(pageErrors);
  await signIn(page);
  await page.goto("/desk/requests/F-0000-0000");
  await expect(page.getByRole("heading", { name: "F-0000-0000 does not exist." })).toBeVisible();
});
