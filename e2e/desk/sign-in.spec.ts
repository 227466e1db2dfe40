import { execFileSync } from "node:child_process";
import { expectErrors } from "../fixtures";
import { databaseFlags } from "../postgres";
import { binary } from "../server";
import { expect, fillSignIn, people, test } from "./desk";

test("a wrong password is said, the right one opens the address that was asked for", async ({ page, pageErrors }) => {
  expectErrors(pageErrors);
  await page.goto("/desk/requests?view=answered");
  await expect(page).toHaveURL(/\/desk\/sign-in/);
  await fillSignIn(page, "sales", "another password");
  await expect(page.getByRole("alert")).toHaveText("E-mail or password is wrong.");
  await expect(page.getByLabel("Password")).toBeFocused();
  await fillSignIn(page, "sales");
  await expect(page).toHaveURL(/\/desk\/requests\?view=answered$/);
  await expect(page.getByRole("link", { name: /^Answered/ })).toHaveAttribute("aria-current", "page");
});

test("a link signs in once, and its token leaves the address", async ({ page, pageErrors, server, browser }) => {
  expectErrors(pageErrors);
  const data = ["--data", server.data, ...databaseFlags(server.data)];
  const link = execFileSync(binary, ["users", "sign-in-link", people.owner.email, "--base-url", server.url, ...data]);
  const address =
    link
      .toString()
      .trim()
      .split(/\s+/)
      .find((word) => word.includes("#token=")) ?? "";
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Open requests" })).toBeVisible();
  expect(page.url()).not.toContain("token");

  const other = await browser.newPage({ locale: "en-US" });
  await other.goto(address);
  await expect(other.getByRole("alert")).toContainText("The sign-in link has expired");
  await other.close();
});

test("only addresses of the desk follow signing in", async ({ page, pageErrors }) => {
  expectErrors(pageErrors);
  await page.goto(`/desk/sign-in?next=${encodeURIComponent("//example.com/")}`);
  await fillSignIn(page, "sales");
  await expect(page.getByRole("heading", { name: "Open requests" })).toBeVisible();
  expect(new URL(page.url()).hostname).toBe("127.0.0.1");
});

test("language and appearance are chosen in the person's menu and stay", async ({ page, pageErrors }) => {
  expectErrors(pageErrors);
  await page.goto("/desk/sign-in");
  await fillSignIn(page, "sales");
  await page.getByRole("button", { name: /, Sales$/ }).click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de-DE");
  await page.getByRole("menuitemradio", { name: "dunkel" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Offene Anfragen" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("button", { name: /, Verkauf$/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden", exact: true }).click();
  await expect(page).toHaveURL(/\/desk\/sign-in$/);
});
