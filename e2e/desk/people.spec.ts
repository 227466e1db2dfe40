import type { Page } from "@playwright/test";
import { installAxe, violations } from "../axe";
import { expectErrors } from "../fixtures";
import { addDevice, expect, fillSignIn, onLocalhost, people, signIn, test } from "./desk";

test.use({ reducedMotion: "reduce" });

/** Invites somebody and returns the link. */
async function invite(page: Page, email: string, name: string, role: string): Promise<string> {
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite" });
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("First and last name").fill(name);
  await dialog.getByLabel("Role").selectOption(role);
  await dialog.getByLabel("Link").selectOption("link");
  await dialog.getByRole("button", { name: "Invite" }).click();
  const link = await page.getByRole("dialog", { name: "Invited" }).getByLabel("Link").inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  return link;
}

test("an owner invites, the person accepts with a passkey, is suspended and removed", async ({
  page,
  browser,
  pageErrors,
  server,
}) => {
  test.slow();
  expectErrors(pageErrors);
  const desk = onLocalhost(server.url);
  await page.goto(`${desk}/desk/people`);
  await fillSignIn(page, "owner");
  await expect(page.getByRole("heading", { name: "Log" })).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "Invite" })).toBeVisible();
  await page.keyboard.press("Escape");
  const link = await invite(page, "kai.roth@example.com", "Kai Roth", "sales");
  await expect(page.getByRole("row", { name: /Kai Roth.*not accepted yet/ })).toBeVisible();

  const kai = await browser.newPage({ locale: "en-US" });
  await addDevice(kai);
  await kai.goto(link);
  await expect(kai.getByRole("heading", { level: 1 })).toHaveText(/Kai, welcome to .*: Sales\./);
  expect(kai.url()).not.toContain("token");
  await kai.getByRole("button", { name: "Continue with a passkey" }).click();
  await expect(kai.getByRole("complementary", { name: "Your role" })).toContainText("see and answer requests");
  await kai.getByRole("button", { name: "Understood" }).click();
  await kai.reload();
  await expect(kai.getByRole("heading", { name: "Open requests" })).toBeVisible();
  await expect(kai.getByRole("complementary", { name: "Your role" })).toBeHidden();

  await page.reload();
  const row = page.getByRole("row", { name: /kai\.roth@example\.com.*Sales/ });
  await expect(row).toContainText("Passkey");
  const choose = async (item: string) => {
    await page.getByRole("button", { name: "More about Kai Roth" }).click();
    await page
      .getByRole("menuitem", { name: item })
      .or(page.getByRole("menuitemradio", { name: item }))
      .click();
  };
  await choose("Viewer");
  await expect(page.getByRole("row", { name: /kai\.roth@example\.com.*Viewer/ })).toBeVisible();
  await choose("Suspend");
  await expect(page.getByRole("row", { name: /kai\.roth@example\.com.*suspended/ })).toBeVisible();
  await kai.goto(`${desk}/desk`);
  await expect(kai).toHaveURL(/\/desk\/sign-in$/);
  await kai.close();
  await choose("Remove");
  await page.getByRole("dialog", { name: "Remove Kai Roth?" }).getByRole("button", { name: "Remove" }).click();
  // The log names what was done.
  await expect(page.getByRole("row", { name: /account removed.*kai\.roth@example\.com/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /role changed Sales → Viewer/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "More about Kai Roth" })).toBeHidden();
});

test("a link is used once; a password is a choice, and declining removes the account", async ({
  page,
  browser,
  pageErrors,
}) => {
  test.slow();
  expectErrors(pageErrors);
  await page.goto("/desk/people");
  await fillSignIn(page, "owner");
  const link = await invite(page, "lea@example.com", "Léa Fontana", "translator");
  const other = await invite(page, "no@example.com", "", "viewer");

  const lea = await browser.newPage({ locale: "en-US" });
  await lea.goto(link);
  await lea.getByLabel("New password").fill("short");
  await lea.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(lea.getByRole("alert")).toHaveText("The password needs at least 8 characters.");
  await lea.getByLabel("New password").fill("a long password");
  await lea.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(lea.getByRole("complementary", { name: "Your role" })).toContainText("Translator");
  await lea.goto("/");
  await lea.goto(link);
  await expect(lea.getByRole("heading", { name: "This invitation is no longer valid." }).first()).toBeVisible();

  await lea.goto("/");
  await lea.goto(other);
  await lea.getByRole("button", { name: "Decline" }).click();
  await expect(lea.getByRole("heading", { name: "The invitation is declined." }).first()).toBeVisible();
  await lea.close();
  await page.reload();
  await expect(page.getByRole("row", { name: /lea@example\.com/ }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "More about no@example.com" })).toBeHidden();
});

test("the last owner stays, and a program gets a token with an end", async ({ page, pageErrors }) => {
  expectErrors(pageErrors);
  await page.goto("/desk/people");
  await fillSignIn(page, "owner");
  await page.getByRole("button", { name: `More about ${people.owner.email}` }).click();
  await page.getByRole("menuitemradio", { name: "Sales" }).click();
  await expect(page.getByText("One owner who can sign in has to stay.")).toBeVisible();

  await page.getByRole("button", { name: "Add a program" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a program" });
  await dialog.getByLabel("Name of the program").fill("ERP");
  await dialog.getByRole("button", { name: "Add a program" }).click();
  const shown = page.getByRole("dialog", { name: "Token" });
  const token = await shown.getByLabel("Token").inputValue();
  await shown.getByRole("button", { name: "Done" }).click();
  const read = () => page.request.get("/api/content/users/me", { headers: { Authorization: `Bearer ${token}` } });
  expect((await read()).status()).toBe(200);
  await page.getByRole("button", { name: "Revoke ERP" }).click();
  await expect(page.getByText("No program has a token with an end.")).toBeVisible();
  expect((await read()).status()).toBe(401);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export the log" }).click();
  await page.getByRole("menuitem", { name: "Everything as CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^log-.*\.csv$/);
});

test("only owners see people", async ({ page }) => {
  await signIn(page, "sales");
  await page.goto("/desk/people");
  await expect(page.getByRole("heading", { name: "People are for owners." })).toBeVisible();
  await expect(page.getByRole("link", { name: "People" })).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test("axe reports no violations on people, account and an invitation", async ({ page, pageErrors }) => {
      test.slow();
      expectErrors(pageErrors);
      await installAxe(page);
      await signIn(page, "owner");
      await page.goto("/desk/people");
      await expect(page.getByRole("heading", { name: "Log" })).toBeVisible();
      expect.soft(await violations(page), "people").toEqual([]);
      const link = await invite(page, `${colorScheme}@example.com`, "Ruth Beck", "viewer");
      await page.getByRole("button", { name: "Invite" }).click();
      await expect(page.getByRole("dialog", { name: "Invite" })).toBeVisible();
      expect.soft(await violations(page), "inviting").toEqual([]);
      await page.goto("/desk/account");
      await expect(page.getByRole("row", { name: /this device/ })).toBeVisible();
      expect.soft(await violations(page), "account").toEqual([]);
      await page.goto(link);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Ruth, welcome/);
      expect.soft(await violations(page), "invitation").toEqual([]);
      for (const width of [320, 390, 768, 1024]) {
        await page.setViewportSize({ width, height: 844 });
        const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        await expect.soft.poll(wider, { message: `invitation: pixels beyond ${width}` }).toBeLessThanOrEqual(0);
      }
      for (const path of ["people", "account"]) {
        await page.goto(`/desk/${path}`);
        await expect(
          page.getByRole("heading", { name: path === "people" ? "Log" : "Signed-in devices" }),
        ).toBeVisible();
        for (const width of [320, 390, 768, 1024]) {
          await page.setViewportSize({ width, height: 844 });
          const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          await expect.soft.poll(wider, { message: `${path}: pixels beyond ${width}` }).toBeLessThanOrEqual(0);
        }
      }
    });
  });
}
