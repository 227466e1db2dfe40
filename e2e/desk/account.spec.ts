import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectErrors } from "../fixtures";
import { databaseFlags } from "../postgres";
import { binary } from "../server";
import { addDevice, expect, fillSignIn, onLocalhost, people, test } from "./desk";

/** The code of an authenticator app (RFC 6238) for a secret in base32, `steps` of 30 s from now. */
function codeOf(secret: string, steps = 0): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", key).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

async function openAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: /, (Sales|Viewer|Editor|Owner)/ }).click();
  await page.getByRole("menuitem", { name: "My account" }).click();
  await expect(page.getByRole("heading", { name: "My account" })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /, (Sales|Viewer|Editor|Owner)/ }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/desk\/sign-in$/);
}

test("a passkey is added, signs in alone, and is removed", async ({ page, pageErrors, server }) => {
  expectErrors(pageErrors);
  await addDevice(page);
  const desk = onLocalhost(server.url);
  await page.goto(`${desk}/desk/account`);
  await fillSignIn(page, "sales");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await expect(dialog.getByLabel("Name")).toHaveValue(/Chrome on/);
  await dialog.getByLabel("Name").fill("Office laptop");
  await dialog.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("row", { name: /Office laptop.*never/ })).toBeVisible();

  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Open requests" })).toBeVisible();
  await openAccount(page);
  await page.getByRole("button", { name: "Remove passkey Office laptop" }).click();
  await expect(page.getByText("No passkey yet.")).toBeVisible();

  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert")).toHaveText("This passkey belongs to no account of this site.");
});

test("at another address the sign-in says where passkeys work", async ({ page, pageErrors }) => {
  expectErrors(pageErrors);
  await page.route("**/desk/api/sign-in", (route) =>
    route.fulfill({ json: { data: { passkeys: { origin: "https://www.example.com", former: "old.example.com" } } } }),
  );
  await page.goto("/desk/sign-in");
  await expect(page.getByText("Passkeys work at https://www.example.com.")).toBeVisible();
  await expect(page.getByText("Passkeys of old.example.com no longer work here")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeHidden();
  await fillSignIn(page, "sales");
  await expect(page.getByRole("heading", { name: "Open requests" })).toBeVisible();
});

test("a code of an app is the second step, and a recovery code stands in for it", async ({
  page,
  pageErrors,
  server,
}) => {
  expectErrors(pageErrors);
  await page.goto("/desk/account");
  await fillSignIn(page, "viewer");
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog", { name: "Codes from an app" });
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = ((await dialog.locator(".secret").textContent()) ?? "").replaceAll(" ", "");
  await dialog.getByLabel("First code").fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("The code is wrong. Check the clock of the phone.");
  await dialog.getByLabel("First code").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const [first = ""] = await codes.getByRole("listitem").allTextContents();
  await codes.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();

  await signOut(page);
  await fillSignIn(page, "viewer");
  await expect(page.getByLabel("Code from the app")).toBeFocused();
  await page.getByLabel("Code from the app").fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveText("The code is wrong or was used. Take the next one.");
  // The present code was used to set it up; the next one is accepted early.
  await page.getByLabel("Code from the app").fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Open requests" })).toBeVisible();
  await signOut(page);
  await fillSignIn(page, "viewer");
  await page.getByLabel("Code from the app").fill(first);
  await page.getByRole("button", { name: "Sign in" }).click();
  await openAccount(page);
  await expect(page.getByText("9 recovery codes left")).toBeVisible();

  // Who has lost the phone and the recovery codes asks whoever runs the server.
  const data = ["--data", server.data, ...databaseFlags(server.data)];
  execFileSync(binary, ["users", "factors", people.viewer.email, "--remove", "codes", ...data]);
  await signOut(page);
  await fillSignIn(page, "viewer");
  await expect(page.getByRole("heading", { name: "Open requests" })).toBeVisible();
});

test("another device is signed out from the list", async ({ page, browser, pageErrors }) => {
  expectErrors(pageErrors);
  await page.goto("/desk/account");
  await fillSignIn(page, "editor");
  const other = await browser.newPage({ locale: "en-US", userAgent: "Mozilla/5.0 (iPhone) Version/26.0 Safari/604.1" });
  await other.goto("/desk/sign-in");
  await fillSignIn(other, "editor");
  await expect(other).toHaveURL(/\/desk$/);
  await page.reload();
  await page.getByRole("button", { name: "Sign out: Safari on iPhone" }).click();
  await expect(page.getByRole("row", { name: /iPhone/ })).toHaveCount(0);
  await expect(page.getByRole("row", { name: /this device/ })).toHaveCount(1);
  await other.goto("/desk/account");
  await expect(other).toHaveURL(/\/desk\/sign-in/);
  await other.close();
});

test("a new password is set, and a short one refused at once", async ({ page, pageErrors }) => {
  expectErrors(pageErrors);
  await page.goto("/desk/account");
  await fillSignIn(page, "editor");
  await page.getByRole("button", { name: "Set password" }).click();
  const dialog = page.getByRole("dialog", { name: "Set password" });
  await dialog.getByLabel("New password").fill("short");
  await dialog.getByRole("button", { name: "Set password" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("The password needs at least 8 characters.");
  await dialog.getByLabel("New password").fill("a long password");
  await dialog.getByRole("button", { name: "Set password" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /this device/ })).toHaveCount(1);
});
