import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Locator, type Page } from "@playwright/test";
import { hydrated } from "./fixtures";

interface FormRecord {
  id: number;
  translations: { languages_code: string; thanks_title: string; thanks_description: string; error: string }[];
}

const records = (
  JSON.parse(readFileSync(fileURLToPath(new URL("../demo/pages/forms.json", import.meta.url)), "utf8")) as {
    items: { forms: FormRecord[] };
  }
).items.forms;

/** Returns the texts of a form of the demo content. */
export function formTexts(id: number, language: string): FormRecord["translations"][number] {
  const texts = records.find((form) => form.id === id)?.translations.find((row) => row.languages_code === language);
  if (!texts) throw new Error(`the demo content has no form ${id} in ${language}`);
  return texts;
}

/** The kinds of form: the form's ID, the source that its requests state, and how to open it under a language prefix. */
export const kinds: {
  kind: "cta" | "catalog" | "contact" | "support" | "menu" | "cart";
  id: number;
  source: string;
  open: (page: Page, prefix: string) => Promise<Locator>;
}[] = [
  { kind: "cta", id: 1, source: "home", open: (page, prefix) => openPart(page, `${prefix}/`, "#cta") },
  { kind: "catalog", id: 1, source: "catalog", open: (page, prefix) => openPart(page, `${prefix}/catalog`, "#cta") },
  {
    kind: "contact",
    id: 2,
    source: "contacts",
    open: (page, prefix) => openPart(page, `${prefix}/contacts`, ".side-b"),
  },
  { kind: "support", id: 3, source: "support", open: (page, prefix) => openPart(page, `${prefix}/support`, ".side-b") },
  {
    kind: "menu",
    id: 12,
    source: "open-menu",
    open: async (page, prefix) => {
      await openPart(page, `${prefix}/imprint`, "main");
      await page.locator(".hd-submit").click();
      return page.locator("#overlay-request");
    },
  },
  { kind: "cart", id: 12, source: "cart", open: openFilledCart },
];

/** Opens a page and returns the part of it that holds the form. */
export async function openPart(page: Page, path: string, part: string): Promise<Locator> {
  await page.goto(path);
  await hydrated(page);
  return page.locator(part);
}

/** Puts an article into the cart and opens it. */
export async function openFilledCart(page: Page, prefix: string): Promise<Locator> {
  await page.goto(`${prefix}/product/straight-union-s`);
  await hydrated(page);
  await page.locator(".buy .btn--primary, .buy .add").first().click();
  await page.locator(".hd-cart").click();
  const cart = page.locator("#overlay-cart");
  await openForm(cart);
  return cart;
}

/** Opens the cart's form unless it is open; its first field takes the focus. */
export async function openForm(cart: Locator): Promise<void> {
  const send = cart.locator("form [type=submit]");
  await expect(send).toBeVisible();
  if ((await send.getAttribute("aria-expanded")) !== "false") return;
  await send.click();
  await expect(cart.locator("[name=name]")).toBeFocused();
}

/** Fills in the fields that every form requires. */
export async function fill(part: Locator, name: string, phone = "+41 52 000 24 00"): Promise<void> {
  await part.locator("[name=name]").fill(name);
  await part.locator("[name=phone]").fill(phone);
  await part.locator("[name=agree]").check();
}

export async function submit(part: Locator): Promise<void> {
  await part.locator("form [type=submit]").click();
}

/** Returns the reference in the thank-you message. */
export async function referenceIn(part: Page | Locator): Promise<string> {
  const shown = part.locator(".thanks .mono");
  await expect(shown).toHaveText(/^F-/);
  return (await shown.textContent()) ?? "";
}

/** Counts the POST requests to a path from this call on. */
export function countPosts(page: Page, path = "/api/form-messages"): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith(path)) count += 1;
  });
  return () => count;
}

export const messages = "**/api/form-messages";

const api = "**/api/**";

/** Takes the browser offline. Forms and uploads fail as well if the driver's emulation does not yet apply to a connection that is kept open. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().route(api, (route) => route.abort("internetdisconnected"));
  await page.context().setOffline(true);
}

/** Ends goOffline. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().unroute(api);
  await page.context().setOffline(false);
}
