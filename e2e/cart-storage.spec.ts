// Tests how the cart is stored: for how long, with several tabs, and where storage is broken or unavailable.

import { storageKeys } from "../web/src/constants";
import { line, lines, openWith, panel, quantity, stored } from "./filled-cart";
import { delayRequests, expect, hydrated, test } from "./fixtures";
import { startServer } from "./server";
import { declineCookies, openCart } from "./states";

test.beforeEach(({ context, baseURL }) => declineCookies(context, baseURL));

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

test("two tabs show the same cart, also with the cart open in both", async ({ page, context }) => {
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
  await panel(page).getByRole("button", { name: "Empty" }).click();
  await expect(panel(second).getByRole("heading", { name: "Der Warenkorb ist leer." })).toBeVisible();
  await panel(page).getByRole("button", { name: "Undo" }).click();
  await expect(lines(second)).toHaveCount(1);
});

test("concurrent changes of the cart in two tabs lose nothing", async ({ page, context }) => {
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

test("a cart expires 36 hours after its last change", async ({ page }) => {
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

test("the header shows the number of lines before the scripts are loaded, and nothing shifts", async ({ page }) => {
  await openWith(page, [line(1), line(2)]);
  const release = await delayRequests(page, "**/static/browser-*.js");
  await page.reload({ waitUntil: "commit" });
  const cart = page.getByRole("button", { name: "Cart (2)" });
  await expect(cart).toHaveText("Cart (2)");
  await expect(cart).toHaveClass(/is-filled/);
  await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
  release();
  await hydrated(page);
  await expect(cart).toHaveText("Cart (2)");
  const shifts = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const observer = new PerformanceObserver(() => {});
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => {
          type Shift = PerformanceEntry & { sources: { node: Node | null }[] };
          const moved = (observer.takeRecords() as Shift[]).flatMap(({ sources }) => sources.map(({ node }) => node));
          resolve(moved.filter((node) => node?.parentElement?.closest("header")).map((node) => node?.nodeName ?? ""));
        });
      }),
  );
  expect(shifts).toEqual([]);
});

test("before the scripts are loaded an expired cart is not counted", async ({ page }) => {
  await page.clock.install({ time: "2025-11-03T08:00:00Z" });
  await openWith(page, [line(1)]);
  await page.clock.setSystemTime("2025-11-04T20:01:00Z");
  const release = await delayRequests(page, "**/static/browser-*.js");
  await page.reload({ waitUntil: "commit" });
  await expect(page.locator(".hd-cart")).toHaveText("Cart (0)");
  await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
  release();
});

test("an open page drops an expired cart when it becomes visible again", async ({ page }) => {
  await page.clock.install({ time: "2025-11-03T08:00:00Z" });
  await openWith(page, [line(1)]);
  await expect(page.locator(".hd-cart")).toHaveText("Cart (1)");
  await page.clock.setSystemTime("2025-11-04T20:01:00Z");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.locator(".hd-cart")).toHaveText("Cart (0)");
});

test("the operator sets when a cart expires", async ({ page, server }) => {
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
  await page.goto("about:blank"); // no request may be pending when the server stops
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
  test(`an invalid stored cart is dropped: ${text}`, async ({ page }) => {
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

test("of a partly invalid or hostile stored cart the valid lines remain", async ({ page }) => {
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
  test(`where the browser's storage is ${state}, the cart works and warns once that it is not stored`, async ({
    page,
  }) => {
    await page.goto("/en/product/straight-union-s");
    await page.evaluate((key) => sessionStorage.setItem(key, "1"), storageKeys.preloaderSeen);
    await page.addInitScript(forbid);
    await page.reload();
    await hydrated(page);
    // Without storage the preloader shows again; a key ends it.
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
