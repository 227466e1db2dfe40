import { expect, expectErrors, test } from "./fixtures";
import { listRequests } from "./server";
import { prefixes } from "./states";

test.use({ javaScriptEnabled: false });

const places = [
  { path: "/", part: "#cta" },
  { path: "/catalog", part: "#cta" },
  { path: "/about", part: "#cta" },
  { path: "/contacts", part: ".side-b" },
  { path: "/support", part: ".side-b" },
];

for (const [prefix, language] of prefixes) {
  test(`without scripts a form is sent by the browser and leads to the request's page: ${language}`, async ({
    page,
    server,
  }) => {
    for (const { path, part } of places) {
      await page.goto(`${prefix}${path}`);
      const form = page.locator(`${part} form`);
      const name = `Paula Plain ${prefix}${path}`;
      await form.locator("[name=name]").fill(name);
      await form.locator("[name=phone]").fill("+41 52 000 24 00");
      await form.locator("[name=agree]").check();
      await form.locator("[type=submit]").click();
      await expect(page, path).toHaveURL(new RegExp(`${prefix}/request/[\\w-]{20,}$`));
      const [stored] = listRequests(server.data).filter((request) => request.name === name);
      expect(stored, path).toBeDefined();
    }
  });
}

test("without scripts the browser itself reports missing fields", async ({ page }) => {
  await page.goto("/de/contacts");
  const form = page.locator(".side-b form");
  await form.locator("[type=submit]").click();
  await expect(page).toHaveURL(/\/de\/contacts$/);
  await expect(form.locator("[name=name]")).toBeFocused();
});

test("without scripts the server shows the errors and all entered values", { tag: "@smoke" }, async ({
  page,
  pageErrors,
}) => {
  await page.goto("/it/contacts");
  const form = page.locator(".side-b form");
  await form.locator("[name=name]").fill("Piero Piano");
  await form.locator("[name=phone]").fill("+41 52 000 24 00");
  // The browser accepts an e-mail address without a dot, the server does not.
  await form.locator("[name=email]").fill("piero@host");
  await form.locator("[name=message]").fill("Flangia DN 80");
  await form.locator("[name=agree]").check();
  await form.locator("[type=submit]").click();
  const returned = page.locator("form", { has: page.locator("[name=message]") });
  await expect(returned.locator("[name=name]")).toHaveValue("Piero Piano");
  await expect(returned.locator("[name=message]")).toHaveValue("Flangia DN 80");
  await expect(returned.locator("[name=email]")).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
  await returned.locator("[name=email]").fill("piero@host.example");
  await returned.locator("[name=agree]").check();
  await returned.locator("[type=submit]").click();
  await expect(page).toHaveURL(/\/it\/request\/[\w-]{20,}$/);
  expectErrors(pageErrors);
});

test("without scripts a file is sent with the form", async ({ page }) => {
  await page.goto("/en/support");
  const form = page.locator(".side-b form");
  await form.locator("[name=name]").fill("Fred File");
  await form.locator("[name=phone]").fill("+41 52 000 24 00");
  await form
    .locator("[name=file]")
    .setInputFiles({ name: "flange.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") });
  await form.locator("[name=agree]").check();
  await form.locator("[type=submit]").click();
  await expect(page).toHaveURL(/\/en\/request\/[\w-]{20,}$/);
});
