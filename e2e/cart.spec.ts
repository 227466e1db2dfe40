import { createRequire } from "node:module";
import type { Locator, Page } from "@playwright/test";
import type axe from "axe-core";
import { storageKeys } from "../web/src/lib/constants";
import { expect, hydrated, test } from "./fixtures";
import { startServer } from "./server";
import { declineCookies, openCart } from "./states";

const rules = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const panel = (page: Page) => page.locator("#overlay-cart");
const lines = (page: Page) => panel(page).locator(".citem");
const quantity = (line: Locator) => line.getByRole("spinbutton");
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), storageKeys.cart);

/** A line as it is stored. */
const line = (number: number, more: object = {}) => ({
  uid: `product:${number}`,
  productId: number,
  slug: `part-${number}`,
  sku: `FR-${number}`,
  type: "simple",
  quantity: number,
  price: null,
  currency: "CHF",
  image: "/fitting.png",
  translations: { "en-US": { name: `Part ${number}` }, "de-DE": { name: `Teil ${number}` } },
  variation: null,
  bundle: null,
  meta: {},
  ...more,
});

/** Opens a page on which the cart holds these lines. */
async function openWith(page: Page, items: readonly unknown[], path = "/en/about"): Promise<void> {
  await page.goto(path);
  await page.evaluate(
    ([key, stored]) => localStorage.setItem(key, JSON.stringify({ items: stored, updated: Date.now() })),
    [storageKeys.cart, items] as const,
  );
  await page.reload();
  await hydrated(page);
}

async function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${JSON.stringify(target)}`));
  });
}

test.beforeEach(({ context, baseURL }) => declineCookies(context, baseURL));

test("the cart tells how many lines and pieces it has, in the page's language", async ({ page }) => {
  await openWith(page, [line(1), line(14_200)]);
  await openCart(page);
  await expect(panel(page).locator(".csum")).toContainText("2 items, 14,201 pieces");
  for (const [path, text] of [
    ["/de/about", "2 Positionen, 14\u00a0201 Stück"],
    ["/fr/about", "2 positions, 14\u00a0201 pièces"],
    ["/it/about", "2 posizioni, 14\u00a0201 pezzi"],
  ] as const) {
    await page.goto(path);
    await hydrated(page);
    await openCart(page);
    await expect(panel(page).locator(".csum")).toContainText(text);
  }
});

test("a quantity is typed, pasted, stepped and set by keys; what is no number is taken back", async ({ page }) => {
  await openWith(page, [line(5)], "/de/about");
  await openCart(page);
  const field = quantity(lines(page));
  const box = await field.boundingBox();
  for (const [typed, value] of [
    ["12", "12"],
    ["1.000", "1000"],
    ["1’000", "1000"],
    ["2,0", "2"],
    ["", "2"],
    ["viele", "2"],
    ["9999999", "999999"],
    ["7", "7"],
  ] as const) {
    await field.fill(typed);
    await field.press("Enter");
    await expect(field).toHaveValue(value);
  }
  for (const [key, value] of [
    ["ArrowUp", "8"],
    ["ArrowDown", "7"],
    ["PageUp", "17"],
    ["PageDown", "7"],
    ["PageDown", "1"],
  ] as const) {
    await field.press(key);
    await expect(field).toHaveValue(value);
    await expect(field).toHaveAttribute("aria-valuenow", value);
  }
  await lines(page).getByRole("button", { name: "Mehr" }).click();
  await expect(field).toHaveValue("2");
  await field.fill("33");
  await field.blur();
  await expect(field).toHaveValue("33");
  expect(await field.boundingBox()).toEqual(box);
  expect(JSON.parse((await stored(page)) ?? "")).toMatchObject({ items: [{ uid: "product:5", quantity: 33 }] });
});

test("English numbers are read as English", async ({ page }) => {
  await openWith(page, [line(5)]);
  await openCart(page);
  const field = quantity(lines(page));
  await field.fill("1,000");
  await field.press("Enter");
  await expect(field).toHaveValue("1000");
  await field.fill("3.000");
  await field.press("Enter");
  await expect(field).toHaveValue("3");
});

test("a removed line can be put back from its place, until the next change", async ({ page }) => {
  await openWith(page, [line(1), line(2), line(3)]);
  await openCart(page);
  await panel(page).getByRole("button", { name: "Remove item: Part 2" }).click();
  const undo = panel(page).getByRole("button", { name: "Undo" });
  await expect(undo).toBeFocused();
  await expect(panel(page).locator("p.vh[role=status]").first()).toHaveText("Part 2 removed.");
  await expect(panel(page).locator(".panel-b > .citem, .panel-b > .cundo")).toContainText([
    "Part 1",
    "Part 2 removed.",
    "Part 3",
  ]);
  await page.keyboard.press("Enter");
  await expect(lines(page).locator("h3")).toHaveText(["Part 1", "Part 2", "Part 3"]);
  await expect(quantity(lines(page).nth(1))).toHaveValue("2");
  await expect(panel(page).getByRole("button", { name: "Remove item: Part 2" })).toBeFocused();
  await lines(page).nth(2).getByRole("button", { name: "Remove item" }).click();
  await lines(page).nth(0).getByRole("button", { name: "Increase" }).click();
  await expect(undo).toHaveCount(0);
  await expect(panel(page).locator("p.vh[role=status]").first()).toBeEmpty();
});

test("a step below one removes the line, and Undo has its quantity", async ({ page }) => {
  await openWith(page, [line(1), line(2)]);
  await openCart(page);
  await lines(page).nth(0).getByRole("button", { name: "Decrease" }).click();
  await expect(lines(page)).toHaveCount(1);
  await expect(panel(page).getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await quantity(lines(page).nth(1)).fill("0");
  await quantity(lines(page).nth(1)).press("Enter");
  await expect(lines(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(quantity(lines(page).nth(1))).toHaveValue("2");
});

test("the cart is emptied with its storage, and put back", async ({ page }) => {
  await openWith(page, [line(1), line(2)]);
  await openCart(page);
  await panel(page).getByRole("button", { name: "Empty cart" }).click();
  await expect(panel(page).getByRole("heading", { name: "The cart is empty." })).toBeVisible();
  await expect(page.locator(".hd-cart")).toHaveText("Cart (0)");
  await expect(panel(page).locator("p.vh[role=status]").first()).toHaveText("Cart emptied.");
  expect(await stored(page)).toBeNull();
  await expect(panel(page).getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(lines(page).locator("h3")).toHaveText(["Part 1", "Part 2"]);
  await expect(panel(page).getByRole("button", { name: "Remove item: Part 1" })).toBeFocused();
  expect(await stored(page)).not.toBeNull();
});

test("a line's note opens when it is wanted, is kept, and is sent with the request", async ({ page }) => {
  await openWith(page, [line(1)]);
  await openCart(page);
  const field = panel(page).getByRole("textbox", { name: "Note on Part 1" });
  await expect(field).toHaveCount(0);
  await panel(page).getByRole("button", { name: "Note on Part 1" }).click();
  await expect(field).toBeFocused();
  await field.fill("x".repeat(498));
  await field.pressSequentially("yyyy");
  await expect(field).toHaveValue(`${"x".repeat(498)}yy`);
  await field.fill("With certificate 3.1");
  await page.reload();
  await expect(field).toHaveValue("With certificate 3.1");
  await panel(page).locator("[name='name']").fill("Anna Berg");
  await panel(page).locator("[name='phone']").fill("+41 52 000 24 00");
  await panel(page).locator("[name='agree']").check();
  const sent = page.waitForRequest("**/api/form-messages");
  await panel(page).locator("[type='submit']").click();
  expect((await sent).postDataJSON()).toMatchObject({
    lines: [{ uid: "product:1", meta: { note: "With certificate 3.1" } }],
  });
  await expect(page.locator(".thanks")).toBeVisible();
  expect(await stored(page)).toBeNull();
  await page.keyboard.press("Escape");
  await openCart(page);
  await expect(panel(page).getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("a note that is emptied closes when it is left", async ({ page }) => {
  await openWith(page, [line(1, { meta: { note: "3.1" } })]);
  await openCart(page);
  const field = panel(page).getByRole("textbox", { name: "Note on Part 1" });
  await field.fill("");
  await expect(field).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(field).toHaveCount(0);
  expect(await stored(page)).not.toContain("note");
});

test("a free line shows what was typed, and that it is not in the catalogue", async ({ page }) => {
  const free = { uid: "free:1", sku: "<b>Ball valve</b> as in 2019", type: "", quantity: 4, meta: { free: true } };
  await openWith(page, [line(1), free]);
  await openCart(page);
  await expect(lines(page).nth(1)).toContainText("<b>Ball valve</b> as in 2019");
  await expect(lines(page).nth(1)).toContainText("Not in the catalog");
  await expect(lines(page).nth(0)).not.toContainText("Not in the catalog");
  // A picture would say of what was typed that it is that part.
  await expect(lines(page).nth(0).locator("img")).toHaveAttribute("src", "/fitting.png");
  await expect(lines(page).nth(1).locator("img")).toHaveCount(0);
});

test("lines are named in the visitor's language; a name in another says so", async ({ page }) => {
  await openWith(page, [line(1), line(2, { translations: { "fr-FR": { name: "Pièce 2" } } })]);
  await openCart(page);
  await expect(lines(page).locator("h3")).toHaveText(["Part 1", "Pièce 2"]);
  await expect(lines(page).locator("h3").nth(1)).toHaveAttribute("lang", "fr-FR");
  await page.keyboard.press("Escape");
  await page.locator(".hd .lang-w > *").first().click();
  await page.locator(".hd").getByText("Deutsch").first().click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await openCart(page);
  await expect(lines(page).locator("h3")).toHaveText(["Teil 1", "Pièce 2"]);
  await expect(lines(page).locator("h3").nth(0)).not.toHaveAttribute("lang");
});

test("a reload leaves the cart open, a change of page or a new visit does not", async ({ page, context }) => {
  await openWith(page, [line(1)]);
  await openCart(page);
  await page.reload();
  await expect(panel(page)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-overlay", "");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(page.locator(".hd-cart")).toBeFocused();
  await page.reload();
  await hydrated(page);
  await expect(panel(page)).toHaveCount(0);
  await openCart(page);
  await page.goto("/en/contacts");
  await hydrated(page);
  await expect(panel(page)).toHaveCount(0);
  await page.reload();
  await hydrated(page);
  await expect(panel(page)).toHaveCount(0);
  const other = await context.newPage();
  await other.goto("/en/about");
  await hydrated(other);
  await expect(other.locator("#overlay-cart")).toHaveCount(0);
});

test("two tabs stay in step, also with the cart open in both", async ({ page, context }) => {
  await openWith(page, [line(1), line(2)]);
  const second = await context.newPage();
  await second.goto("/de/about");
  await hydrated(second);
  await openCart(page);
  await openCart(second);
  await quantity(lines(page).nth(0)).fill("8");
  await quantity(lines(page).nth(0)).press("Enter");
  await expect(quantity(lines(second).nth(0))).toHaveValue("8");
  await lines(second).nth(1).getByRole("button", { name: "Artikel entfernen" }).click();
  await expect(lines(page)).toHaveCount(1);
  await expect(page.locator(".hd-cart")).toHaveText("Cart (1)");
  await panel(page).getByRole("button", { name: "Empty cart" }).click();
  await expect(panel(second).getByRole("heading", { name: "Der Warenkorb ist leer." })).toBeVisible();
  await panel(page).getByRole("button", { name: "Undo" }).click();
  await expect(lines(second)).toHaveCount(1);
});

test("two tabs that change the cart at the same moment lose nothing", async ({ page, context }) => {
  await openWith(page, [line(1), line(2)]);
  const second = await context.newPage();
  await second.goto("/en/about");
  await hydrated(second);
  const tabs = [page, second];
  for (const tab of tabs) await openCart(tab);
  const clicks = 20;
  await Promise.all(
    tabs.map((tab, at) =>
      tab.evaluate(
        async ([nth, times]) => {
          const more = document.querySelectorAll<HTMLElement>(".citem .qty button:last-child")[nth];
          for (let click = 0; click < times; click += 1) {
            more?.click();
            await new Promise(requestAnimationFrame);
          }
        },
        [at, clicks] as const,
      ),
    ),
  );
  for (const tab of tabs) {
    await expect(quantity(lines(tab).nth(0))).toHaveValue(String(1 + clicks));
    await expect(quantity(lines(tab).nth(1))).toHaveValue(String(2 + clicks));
  }
});

test("a cart is kept for 36 hours after its last change", async ({ page }) => {
  await page.clock.install({ time: "2025-11-03T08:00:00Z" });
  await openWith(page, [line(1)]);
  await page.clock.setSystemTime("2025-11-04T19:59:00Z");
  await page.reload();
  await hydrated(page);
  await openCart(page);
  await lines(page).getByRole("button", { name: "Increase" }).click();
  await page.clock.setSystemTime("2025-11-06T07:58:00Z");
  await page.reload();
  await expect(page.locator(".hd-cart")).toHaveText("Cart (1)");
  expect(await stored(page)).toContain('"quantity":2');
  await page.clock.setSystemTime("2025-11-06T08:00:00Z");
  await page.reload();
  await hydrated(page);
  await expect(page.locator(".hd-cart")).toHaveText("Cart (0)");
  expect(await stored(page)).toBeNull();
});

test("a page that stays open lets an old cart go when the visitor comes back to it", async ({ page }) => {
  await page.clock.install({ time: "2025-11-03T08:00:00Z" });
  await openWith(page, [line(1)]);
  await expect(page.locator(".hd-cart")).toHaveText("Cart (1)");
  await page.clock.setSystemTime("2025-11-04T20:01:00Z");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.locator(".hd-cart")).toHaveText("Cart (0)");
});

test("the operator sets how long a cart is kept", async ({ page, server }) => {
  const other = await startServer(server.data, "--cart-hours", "720");
  await page.clock.install({ time: "2025-11-03T08:00:00Z" });
  await openWith(page, [line(1)], `${other.url}/en/about`);
  await page.clock.setSystemTime("2025-12-03T07:59:00Z");
  await page.reload();
  await expect(page.locator(".hd-cart")).toHaveText("Cart (1)");
  await page.clock.setSystemTime("2025-12-03T08:01:00Z");
  await page.reload();
  await hydrated(page);
  await expect(page.locator(".hd-cart")).toHaveText("Cart (0)");
  await other.stop();
});

for (const text of [
  "no JSON",
  "null",
  "[]",
  '{"items":5,"updated":1}',
  '{"items":[{"uid":1}],"updated":9e15}',
  '{"items":[{"uid":"a","__proto__":{"sku":"x"}}],"updated":9e15}',
]) {
  test(`a broken stored cart is dropped: ${text}`, async ({ page }) => {
    await page.goto("/en/about");
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [storageKeys.cart, text] as const);
    await page.reload();
    await hydrated(page);
    await expect(page.locator(".hd-cart")).toHaveText("Cart (0)");
    expect(await stored(page)).toBeNull();
    await openCart(page);
    await expect(panel(page).getByRole("heading", { name: "The cart is empty." })).toBeVisible();
  });
}

test("of a cart that is partly broken or hostile, what can be asked for stays", async ({ page }) => {
  await openWith(page, [
    null,
    line(1, {
      image: "https://example.com/spy.png",
      translations: { "en-US": { name: "<img src=x onerror=alert(1)>" } },
    }),
    line(2, { quantity: "many", variation: "12S", meta: { chips: [{ code: {}, value: 1 }] } }),
    line(3, { quantity: -3 }),
    line(1, { quantity: 99 }),
  ]);
  await expect(page.locator(".hd-cart")).toHaveText("Cart (2)");
  await openCart(page);
  await expect(lines(page).locator("h3")).toHaveText(["<img src=x onerror=alert(1)>", "Part 2"]);
  await expect(quantity(lines(page).nth(1))).toHaveValue("1");
});

for (const [state, forbid] of [
  [
    "full",
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    },
  ],
  [
    "forbidden",
    () => {
      const refuse = () => {
        throw new DOMException("forbidden", "SecurityError");
      };
      Object.defineProperty(window, "localStorage", { get: refuse });
      Object.defineProperty(window, "sessionStorage", { get: refuse });
    },
  ],
] as const) {
  test(`where the browser's store is ${state}, the cart works and says once that it is not kept`, async ({ page }) => {
    await page.goto("/en/product/straight-union-s");
    await page.evaluate((key) => sessionStorage.setItem(key, "1"), storageKeys.preloaderSeen);
    await page.addInitScript(forbid);
    await page.reload();
    await hydrated(page);
    // Without a store, nothing tells that the preloader was seen; a key ends it.
    await page.keyboard.press("Shift");
    await page.locator(".buy .btn--primary").first().click();
    await expect(page.locator(".hd-cart")).toHaveText("Cart (1)");
    await openCart(page);
    const notice = panel(page).getByText("This browser does not store the cart.");
    await expect(notice).toBeVisible();
    await panel(page).getByRole("button", { name: "Got it" }).click();
    await expect(notice).toHaveCount(0);
    await lines(page).getByRole("button", { name: "Increase" }).click();
    await expect(quantity(lines(page))).toHaveValue("2");
    await expect(notice).toHaveCount(0);
  });
}

test("everything in the cart can be done with the keyboard alone", async ({ page }) => {
  await openWith(page, [line(1), line(2)]);
  await page.locator(".hd-cart").focus();
  await page.keyboard.press("Enter");
  await expect(panel(page)).toHaveAttribute("data-phase", "open");
  const order = [
    panel(page).getByRole("button", { name: "Empty cart" }),
    panel(page).getByRole("link", { name: "Share cart" }),
    panel(page).getByRole("link", { name: "Paste bill of materials" }),
    panel(page).getByRole("button", { name: "Remove item: Part 1" }),
    panel(page).getByRole("button", { name: "Note on Part 1" }),
    lines(page).nth(0).getByRole("button", { name: "Decrease" }),
    quantity(lines(page).nth(0)),
    lines(page).nth(0).getByRole("button", { name: "Increase" }),
    panel(page).getByRole("button", { name: "Remove item: Part 2" }),
  ];
  for (const control of order) {
    await page.keyboard.press("Tab");
    await expect(control).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("button", { name: "Remove item: Part 2" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator(".hd-cart")).toBeFocused();
});

test.describe("without motion", () => {
  test.use({ reducedMotion: "reduce" });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing in any state of the cart, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.addInitScript({ path: rules });
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const free = {
          uid: "free:1",
          sku: "Ball valve",
          type: "",
          quantity: 999_999,
          meta: { free: true, note: "3.1" },
        };
        const chips = {
          chips: [
            { code: "PN", value: "630" },
            { code: "M", value: "20×1.5" },
          ],
        };
        const long = { "en-US": { name: "Dampfkesselsicherheitsventilgehäuse".repeat(3) } };
        await openWith(page, [line(1, { meta: chips }), free, line(3, { translations: long, sku: "X".repeat(90) })]);
        await openCart(page);
        expect(await violations(page), `filled, ${width} px`).toEqual([]);
        const sideways = await panel(page).evaluate((element) =>
          [element, ...element.querySelectorAll(".panel-b, .qty input")].map(
            ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
          ),
        );
        expect(
          sideways.filter((more) => more > 0),
          `${width} px`,
        ).toEqual([]);
        await lines(page).nth(1).getByRole("button", { name: "Remove item" }).click();
        expect(await violations(page), `a line removed, ${width} px`).toEqual([]);
        await panel(page).getByRole("button", { name: "Empty cart" }).click();
        expect(await violations(page), `emptied, ${width} px`).toEqual([]);
        await page.keyboard.press("Escape");
      }
    });
  }
});
