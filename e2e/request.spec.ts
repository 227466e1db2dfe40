import { type Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { freshData, listRequests, removeData, startServer } from "./server";

async function addToCart(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await page.locator(".buy").getByRole("button", { name: "Add to cart" }).click();
  await expect(page.locator(".hd-cart")).toContainText("(1)");
  await page.locator(".hd-cart").click();
}

async function fill(page: Page, name: string, phone: string): Promise<void> {
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Name", { exact: true }).fill(name);
  await panel.getByLabel("Phone").fill(phone);
  await panel.getByRole("checkbox").check();
}

test("a cart sent from the browser is stored, and survives the process being killed right after", async ({ page }) => {
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
});

test("after sending, the panel thanks with the reference and the cart is empty", async ({ page, server }) => {
  await addToCart(page, "/en/product/straight-union-s");
  await fill(page, "Anna Berg", "+41 52 000 24 00");
  await page.getByRole("dialog").getByRole("button", { name: /send/i }).click();
  await expect(page.locator(".thanks")).toBeVisible();
  const stored = listRequests(server.data).find((request) => request.name === "Anna Berg");
  await expect(page.locator(".thanks")).toContainText(stored?.reference ?? "no such request");
  await expect(page.locator(".hd-cart")).toContainText("(0)");
});

test("wrong input is named beside its field and the server is not asked", async ({ page }) => {
  await addToCart(page, "/en/product/straight-union-s");
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/form-messages")) asked += 1;
  });
  await fill(page, "K", "12345");
  await page.getByRole("dialog").getByRole("button", { name: /send/i }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Phone")).toHaveAttribute("aria-invalid", "true");
  expect(asked).toBe(0);
});

test("Form submit fails: it is logged, the visitor is told, and what was typed stays for the next try", async ({
  page,
  complaints,
}) => {
  await addToCart(page, "/en/product/straight-union-s");
  await fill(page, "Marta Rossi", "+39 02 000 00 00 1");
  await page.route("**/api/form-messages", (route) =>
    route.fulfill({ status: 503, json: { errors: [{ message: "down" }] } }),
  );
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /send/i }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Marta Rossi");
  expect(complaints).toContainEqual(expect.stringContaining("Form submit failed"));
  complaints.length = 0;
  await page.unroute("**/api/form-messages");
  await dialog.getByRole("button", { name: /send/i }).click();
  await expect(page.locator(".thanks")).toBeVisible();
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
