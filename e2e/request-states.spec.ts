import { createRequire } from "node:module";
import type { Locator, Page } from "@playwright/test";
import type axe from "axe-core";
import { expect, expectErrors, test } from "./fixtures";
import { fill, openFilledCart, submit, openPart } from "./forms";
import { declineCookies } from "./states";

const rules = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

test.use({ reducedMotion: "reduce" });

test.beforeEach(async ({ page, context, baseURL }) => {
  await page.addInitScript({ path: rules });
  await declineCookies(context, baseURL);
});

/** Calls `check` with a form in each of its states: invalid, with files, waiting for a connection, sent later. */
async function throughStates(page: Page, form: Locator, check: (state: string) => Promise<void>): Promise<void> {
  await submit(form);
  await expect(form.locator("[aria-invalid=true]")).not.toHaveCount(0);
  await check("with errors");
  if ((await form.locator("[name=file]").count()) > 0) {
    await page.route("**/api/request-files", (route) => route.abort());
    await form.locator("[name=file]").setInputFiles([
      { name: "Zeichnung_Flanschverbindung_DN80_PN40_Revision_C.pdf", mimeType: "", buffer: Buffer.from("%PDF-") },
      { name: "leer.txt", mimeType: "", buffer: Buffer.from("") },
    ]);
    await expect(form.locator(".upload .err")).toHaveCount(2);
    await check("with files that did not arrive");
    while ((await form.locator(".upload-x").count()) > 0) await form.locator(".upload-x").first().click();
  }
  await page.route("**/api/form-messages", (route) => route.abort());
  await fill(form, "Lukas Lang");
  await submit(form);
  await expect(form.locator(".waiting")).toBeVisible();
  await check("waiting");
  await page.unroute("**/api/form-messages");
  await form.locator(".waiting .btn--primary").click();
  await expect(form.locator(".thanks")).toBeVisible();
  await check("sent");
}

const places: [string, (page: Page) => Promise<Locator>][] = [
  ["contact form", (page) => openPart(page, "/de/contacts", ".side-b")],
  ["call to action", (page) => openPart(page, "/de/catalog", "#cta")],
  ["cart", (page) => openFilledCart(page, "/de")],
];

for (const [name, open] of places) {
  test.describe("on a desktop", () => {
    test.use({ viewport: { width: 1280, height: 900 } });

    test(`axe reports no violations in any state of a form: ${name}`, async ({ page, pageErrors }) => {
      await throughStates(page, await open(page), async (state) => {
        const found = await page.evaluate(async () => {
          const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
            resultTypes: ["violations"],
          });
          return violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes.map(({ target }) => target))}`);
        });
        expect(found, state).toEqual([]);
      });
      expectErrors(pageErrors);
    });
  });

  test(`a form fits 320 px in each of its states: ${name}`, async ({ page, pageErrors }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const form = await open(page);
    await throughStates(page, form, async (state) => {
      const wide = await form.evaluate((element) =>
        [...element.querySelectorAll("*")]
          .filter((inner) => !inner.closest(".trap, .track") && inner.getBoundingClientRect().right > window.innerWidth)
          .map((inner) => inner.outerHTML.slice(0, 80)),
      );
      expect(wide, state).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(320);
    });
    expectErrors(pageErrors);
  });
}
