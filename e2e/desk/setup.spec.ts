import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createServer, type Server as MailServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectErrors, test as base } from "../fixtures";
import { installAxe, violations } from "../axe";
import { databaseFlags } from "../postgres";
import { binary, removeData, startServer } from "../server";

/** A mail server that accepts every mail, but for nobody@. */
function startMail(): Promise<{ port: number; subjects: string[]; server: MailServer }> {
  const subjects: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write("220 mail.example ESMTP\r\n");
    let rest = "";
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      rest += chunk.toString();
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (inData) {
          if (line.startsWith("Subject:")) subjects.push(line);
          if (line === ".") {
            inData = false;
            socket.write("250 queued\r\n");
          }
        } else if (line.startsWith("RCPT") && line.includes("nobody@")) socket.write("550 5.1.1 no such user here\r\n");
        else if (line === "DATA") {
          inData = true;
          socket.write("354 go on\r\n");
        } else if (line === "QUIT") socket.end("221 bye\r\n");
        else socket.write("250 ok\r\n");
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve({ port: typeof address === "object" && address ? address.port : 0, subjects, server });
    });
  });
}

/** A screen has no violations and fits, wide and light as on a phone and in the dark. */
async function look(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, "light"],
    [768, "light"],
    [390, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), `${width} ${colorScheme}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: null });
}

const test = base.extend({ locale: "en-US" });

test("a new folder is set up with the link of its first start: company, account, mail, content", async ({
  page,
  browser,
  pageErrors,
}) => {
  expectErrors(pageErrors);
  test.skip(databaseFlags("").length > 0, "a database of an empty folder; internal/app tests PostgreSQL");
  const data = mkdtempSync(join(tmpdir(), "ferrule-e2e-setup-"));
  const mail = await startMail();
  const server = await startServer(data);
  try {
    const link = execFileSync(binary, ["users", "setup-link", "--base-url", server.url, "--data", data]);
    await installAxe(page);
    await page.goto(link.toString().trim());
    await expect(page.getByRole("heading", { name: "Who asks whom?" })).toBeVisible();
    expect(page.url()).not.toContain("token");
    await look(page);

    await page.getByRole("button", { name: "On to the first account" }).click();
    await expect(page.getByText("Please fill this in.")).toBeVisible();
    await page.getByLabel("Company", { exact: true }).fill("Ventil & Söhne GmbH");
    await page.getByLabel("Requests go to").fill("anfrage@ventil.example");
    await page.getByLabel("Street").fill("Hafenweg 3");
    await page.getByLabel("Postcode and town").fill("20457 Hamburg");
    await page.getByLabel("Country").fill("Deutschland");
    await page.getByLabel("Phone").fill("+49 40 123");
    await page.getByLabel("Italiano").uncheck();
    await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Company", { exact: true })).toHaveValue("Ventil & Söhne GmbH");
    await expect(page.getByLabel("Italiano")).not.toBeChecked();
    await page.getByRole("button", { name: "On to the first account" }).click();

    await page.getByLabel("First and last name").fill("Mara Keller");
    await look(page);
    await page.getByLabel("E-mail").fill("mara@ventil.example");
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Create the account and go on" }).click();
    await expect(page.getByText("The password needs at least 8 characters.")).toBeVisible();
    await page.getByLabel("Password").fill("a long password");
    await page.getByRole("button", { name: "Create the account and go on" }).click();

    await expect(page.getByRole("heading", { name: "Does mail arrive?" })).toBeVisible();
    await page.getByLabel("Mail server").fill(`smtp://127.0.0.1:${mail.port}`);
    await page.getByLabel("Sender").fill("Ventil <anfrage@ventil.example>");
    await page.getByLabel("Test mail to").fill("nobody@ventil.example");
    await page.getByRole("button", { name: "Send a test mail" }).click();
    await expect(page.getByText("no such user here")).toBeVisible();
    await page.getByLabel("Test mail to").fill("mara@ventil.example");
    await page.getByRole("button", { name: "Send a test mail" }).click();
    await expect(page.getByText("Test mail accepted")).toBeVisible();
    expect(mail.subjects).toHaveLength(1);
    await page.getByRole("button", { name: "Yes, it has" }).click();
    await look(page);
    await page.getByRole("button", { name: "On to content" }).click();

    await expect(page.getByRole("heading", { name: "Where do you start?" })).toBeVisible();
    await look(page);
    await page.getByRole("radio", { name: "Empty" }).check();
    await page.getByRole("button", { name: "Load" }).click();
    await expect(page.getByRole("heading", { name: "It is set up." })).toBeVisible();
    await expect(page.getByText("The website shows 0 articles in 3 languages.")).toBeVisible();
    await look(page);

    for (const [path, text] of [
      ["/de", "Ventil & Söhne GmbH"],
      ["/en/contacts", "20457 Hamburg"],
      ["/fr/imprint", "anfrage@ventil.example"],
    ] as const) {
      await page.goto(`${server.url}${path}`);
      await expect(page.getByText(text).first()).toBeVisible();
    }
    await page.goto(`${server.url}/desk/settings/mail`);
    await expect(page.getByLabel("Mail server")).toHaveValue(`smtp://127.0.0.1:${mail.port}`);
    await expect(page.getByLabel("Requests go to")).toHaveValue("anfrage@ventil.example");
    await look(page);
    const other = await browser.newPage({ locale: "en-US" });
    await other.goto(link.toString().trim());
    await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await other.close();
  } finally {
    await server.stop();
    mail.server.close();
    removeData(data);
  }
});
