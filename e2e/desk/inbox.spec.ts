import { expect, openList, row, sendRequest, signIn, test } from "./desk";

test("the list is walked, selected and opened by keys, and Back returns to it as it was", async ({ page, request }) => {
  const references = [];
  for (const name of ["Walker One", "Walker Two", "Walker Three"]) references.push(await sendRequest(request, name));
  const [first = "", second = "", third = ""] = references;
  await signIn(page);
  await openList(page, "walker");
  await expect(row(page, third)).toBeVisible();

  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "Walker One" })).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByRole("region", { name: "3 selected" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "3 selected" })).toBeHidden();

  await page.keyboard.press("k");
  await expect(page.getByRole("link", { name: "Walker Two" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/desk/requests/${second}$`));
  await expect(page.getByText("2 of 3")).toBeVisible();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(`/desk/requests/${third}$`));
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\?view=open&q=walker$/);
  await expect(page.getByRole("link", { name: "Walker Two" })).toBeFocused();
  await expect(row(page, first)).toBeVisible();
});

test("a selection is assigned with a key and the assignment taken back", async ({ page, request }) => {
  const references = [await sendRequest(request, "Assigned One"), await sendRequest(request, "Assigned Two")];
  await signIn(page);
  await openList(page, "assigned");
  await expect(page.getByRole("link", { name: "Assigned Two" })).toBeVisible();
  await page.keyboard.press("Control+a");
  await expect(page.getByRole("region", { name: "2 selected" })).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog", { name: "Assign 2 requests" })).toBeVisible();
  // Oneself is the first.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "2 requests assigned to" })).toBeVisible();
  for (const reference of references) await expect(row(page, reference)).toContainText("In work");
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Undone.")).toBeVisible();
  for (const reference of references) await expect(row(page, reference)).toContainText("New");
});

test("words, language and view are in the address, and a filter without result can be removed", async ({
  page,
  request,
}) => {
  const reference = await sendRequest(request, "Findable GmbH");
  await signIn(page);
  await openList(page);
  await expect(row(page, reference)).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("no such words");
  await expect(page.getByRole("heading", { name: "No request matches." })).toBeVisible();
  await expect(page).toHaveURL(/q=no\+such\+words/);
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(row(page, reference)).toBeVisible();
  await expect(page).toHaveURL(/\?view=open$/);
});

test("the export is that of the list", async ({ page, request }) => {
  const reference = await sendRequest(request, "Exported AG");
  await sendRequest(request, "Left out");
  await signIn(page);
  await openList(page, "exported");
  await page.getByRole("button", { name: "As CSV or XLSX" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "This view as CSV" }).click();
  const stream = await (await downloading).createReadStream();
  let text = "";
  for await (const part of stream) text += String(part);
  expect(text).toContain(reference);
  expect(text).not.toContain("Left out");
});

test("the palette finds a request by its number", async ({ page, request }) => {
  const reference = await sendRequest(request, "Palette AG");
  await signIn(page);
  await page.goto("/desk");
  await expect(page.getByRole("heading", { name: "Open requests" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search or do" })).toBeFocused();
  await page.keyboard.type(`#${reference}`);
  await expect(page.getByRole("option", { name: /Palette AG/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/desk/requests/${reference}$`));
});

test("a viewer sees no persons and changes nothing", async ({ page, request }) => {
  const reference = await sendRequest(request, "Secret Person");
  await signIn(page, "viewer");
  await openList(page);
  await expect(row(page, reference)).toContainText("hidden");
  await expect(page.getByText("Secret Person")).toHaveCount(0);
  await page.goto(`/desk/requests/${reference}`);
  await expect(page.getByText("Message, names and attachments are hidden from your role.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Reply|Mark as answered|Assign/ })).toHaveCount(0);
});

for (const width of [768, 1024, 1440, 1920]) {
  test(`the columns fill the window at ${width} px`, async ({ page, request }) => {
    const reference = await sendRequest(request, "Wide Window AG");
    await page.setViewportSize({ width, height: 900 });
    await signIn(page);
    await openList(page, "wide window");
    await expect(page.getByRole("link", { name: "Wide Window AG" })).toBeVisible();
    const last = page
      .getByRole("row")
      .filter({ has: page.locator(`[data-reference="${reference}"]`) })
      .getByRole("cell")
      .filter({ visible: true })
      .last();
    const box = await last.boundingBox();
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(width);
  });
}

test("Back leads to the same place of a long list", async ({ page, request }) => {
  await Promise.all(Array.from({ length: 40 }, (_, n) => sendRequest(request, `Longlist ${n}`)));
  await signIn(page);
  await page.setViewportSize({ width: 1280, height: 500 });
  await openList(page, "longlist");
  await expect(page.getByRole("link", { name: /^Longlist/ }).first()).toBeVisible();
  await page.mouse.move(640, 400);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 200);
      return page.evaluate(() => window.scrollY);
    })
    .toBeGreaterThan(700);
  // The position of a row in the document changes while the list scrolls.
  const name = (await page.locator("tr:has(.row-a)").nth(20).locator(".row-a").textContent()) ?? "";
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  // Opening it scrolled the list by less than a row, if the row was at the window's edge.
  await page.goBack();
  await expect(page.getByRole("link", { name, exact: true })).toBeFocused();
  await expect(page.getByRole("link", { name, exact: true })).toBeInViewport();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
});
