import type { BrowserContext, Locator, Page } from "@playwright/test";
import { breakpoints, cookies, storageKeys } from "../web/src/constants";
import { sessionKeys } from "../web/src/lazy-constants";
import { expect, expectErrors, hydrated, test } from "./fixtures";
import { startServer } from "./server";
import { startTls } from "./tls";

const banner = (page: Page) => page.getByRole("region", { name: "Cookies" });
const policy = (page: Page) => page.getByRole("dialog", { name: "Cookie policy" });

async function cookie(context: BrowserContext, name: string) {
  return (await context.cookies()).find((one) => one.name === name);
}

/** Returns the minutes until a cookie expires; `expires` is in seconds since 1970. */
function minutesLeft(expires: number | undefined): number {
  return Math.round(((expires ?? 0) - Date.now() / 1000) / 60);
}

for (const { button, value } of [
  { button: "Accept", value: "accepted" },
  { button: "Decline", value: "declined" },
]) {
  test(`${button} hides the banner and is stored as "${value}" for 36 hours`, async ({ page, context }) => {
    await page.goto("/en");
    await banner(page).getByRole("button", { name: button }).click();
    await expect(banner(page)).toBeHidden();
    await expect.poll(() => cookie(context, cookies.consent.name)).toBeDefined();
    const stored = await cookie(context, cookies.consent.name);
    expect(stored).toMatchObject({ value, path: "/", sameSite: "Lax", secure: false });
    expect(minutesLeft(stored?.expires)).toBe(36 * 60);
  });
}

test("the banner names what each cookie stores, in each language", async ({ page }) => {
  // The language, the viewport cookie and the decision.
  for (const [prefix, contents] of Object.entries({
    de: ["Sprache", "Bildschirmgröße", "Entscheidung"],
    en: ["language", "screen size", "decision"],
    fr: ["langue", "taille d’écran", "choix"],
    it: ["lingua", "dimensione dello schermo", "scelta"],
  })) {
    await page.goto(`/${prefix}/about`);
    for (const content of contents) await expect(page.locator(".ck p")).toContainText(content);
  }
  expect(Object.keys(cookies)).toEqual(["consent", "viewport", "language"]);
});

test("after a decision the banner is never shown, not even for a frame", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: cookies.consent.name, value: "declined", url: baseURL ?? "" }]);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (document.querySelector(".ck")?.checkVisibility()) seen.push("banner");
    }).observe(document, { attributes: true, childList: true, subtree: true });
  });
  await page.goto("/en");
  await hydrated(page);
  await page.locator("header").getByRole("link", { name: "Support" }).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});

test("the cookie settings in the footer clear the decision and show the banner again, with the focus", async ({
  page,
  context,
}) => {
  await page.goto("/en");
  await banner(page).getByRole("button", { name: "Accept" }).click();
  const settings = page.locator("footer").getByRole("button", { name: "Cookie settings" });
  await settings.click();
  await expect(banner(page)).toBeFocused();
  expect(await cookie(context, cookies.consent.name)).toBeUndefined();
  await banner(page).getByRole("button", { name: "Decline" }).click();
  await expect(settings).toBeFocused();
  expect(await cookie(context, cookies.consent.name)).toMatchObject({ value: "declined" });
});

test("both answers look the same, in the banner and in the policy", async ({ page }) => {
  await page.goto("/en");
  const styleOf = (button: Locator) =>
    button.evaluate((element) => {
      const { width, height, top } = element.getBoundingClientRect();
      const { color, backgroundColor, borderColor, font } = getComputedStyle(element);
      return { width, height, top, color, backgroundColor, borderColor, font };
    });
  const expectSameStyle = async (place: Locator) => {
    await page.mouse.move(0, 0);
    const [decline, accept] = [
      place.getByRole("button", { name: "Decline" }),
      place.getByRole("button", { name: "Accept" }),
    ];
    await expect(accept).toBeVisible();
    // The pointer may just have left one of them, whose colour is then still changing.
    await expect
      .poll(async () => JSON.stringify(await styleOf(accept)) === JSON.stringify(await styleOf(decline)))
      .toBe(true);
  };
  await expectSameStyle(banner(page));
  await banner(page).getByRole("button", { name: "Cookie policy" }).click();
  await expectSameStyle(policy(page));
});

test("the policy opens from the banner, 820 by 680, names every entry, and closing it returns to the banner", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/en");
  const opener = banner(page).getByRole("button", { name: "Cookie policy" });
  await opener.click();
  await expect(policy(page).getByRole("table")).toHaveCount(2);
  expect(await policy(page).boundingBox()).toMatchObject({ width: 820, height: 680 });
  const { colourMode, units, preloaderSeen } = storageKeys;
  const { heroSeen } = sessionKeys;
  for (const name of [cookies.consent.name, cookies.viewport.name, colourMode, units, preloaderSeen, heroSeen]) {
    await expect(policy(page).getByRole("cell", { name, exact: true })).toBeVisible();
  }
  await expect(banner(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(policy(page)).toBeHidden();
  await expect(opener).toBeFocused();
});

test("an answer in the policy closes it and the banner", async ({ page, context }) => {
  await page.goto("/en");
  await banner(page).getByRole("button", { name: "Cookie policy" }).click();
  await policy(page).getByRole("button", { name: "Decline" }).click();
  await expect(policy(page)).toBeHidden();
  await expect(banner(page)).toBeHidden();
  expect(await cookie(context, cookies.consent.name)).toMatchObject({ value: "declined" });
});

test("the operator sets when a decision expires", async ({ page, context, server }) => {
  const other = await startServer(server.data, "--consent-hours", "8760");
  await page.goto(`${other.url}/en`);
  await banner(page).getByRole("button", { name: "Cookie policy" }).click();
  await expect(policy(page).getByText("your decision on cookies: 365 days")).toBeVisible();
  await policy(page).getByRole("button", { name: "Accept" }).click();
  await expect.poll(async () => minutesLeft((await cookie(context, cookies.consent.name))?.expires)).toBe(8760 * 60);
  await page.goto("about:blank"); // no request may be pending when the server stops
  await other.stop();
});

test("an expired decision is requested again when the page becomes visible", async ({ page, context }) => {
  await page.goto("/en");
  await banner(page).getByRole("button", { name: "Accept" }).click();
  await expect(banner(page)).toBeHidden();
  await context.clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(banner(page)).toBeVisible();
});

test("the banner shifts nothing, leaves the page usable, and does not cover the page's end", async ({
  page,
  pageErrors,
}) => {
  // A font that replaces its fallback after the first paint moves lines of text.
  await page.route("**/*.woff2", (route) => route.abort());
  expectErrors(pageErrors);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/en/support");
    await expect(banner(page)).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
    // The page's last element is not under the banner when it has the focus; the banner's height is measured after a frame.
    const last = page.locator("footer button").last();
    await expect(async () => {
      await last.blur();
      await last.focus();
      const [control, over] = [await last.boundingBox(), await banner(page).boundingBox()];
      expect((control?.y ?? 0) + (control?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
    }).toPass({ timeout: 15_000 });
    await last.click({ trial: true });
  }
});

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`the banner covers no action: ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const path of [
      "/en/product/straight-union-s",
      "/en/catalog/straight-unions",
      "/en/cart",
      "/en/cart#FR-GV-12S-71=10&FR-MS-12S-71=1&FR-WV-12S-71=3",
      "/en/contacts",
    ]) {
      await page.goto("about:blank"); // a change of the fragment alone loads nothing
      await page.goto(path);
      await hydrated(page);
      if (path.includes("#")) await expect(page.locator(".bom-row")).toHaveCount(3);
      await expect(banner(page)).toBeVisible();
      expect(await coveredActions(page), path).toEqual([]);
    }
  });
}

test("at 400 % zoom neither banner nor bar covers the page (WCAG 1.4.10)", async ({ page }) => {
  // A window of 1280 × 1024 px.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto("/de/product/straight-union-s");
  await expect(banner(page)).toBeVisible();
  const header = page.locator("header");
  await expect(header.getByRole("link", { name: "Ferrule" })).toBeInViewport({ ratio: 1 });
  await page.locator("h1").evaluate((title) => title.scrollIntoView({ behavior: "instant" }));
  const covered = await page.evaluate(() =>
    [70, 130, 190, 250].filter((y) => {
      const element = document.elementFromPoint(160, y);
      return !element?.closest("main") || getComputedStyle(element.closest(".buy-act") ?? element).position === "fixed";
    }),
  );
  expect(covered).toEqual([]);
  const [button, width] = await Promise.all([
    page.locator(".buy-act .btn--primary").boundingBox(),
    page.evaluate(() => document.documentElement.clientWidth),
  ]);
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(width);
  await page.locator(".buy-act .btn--primary").click();
  await expect(page.locator(".hd-cart")).toContainText("(1)");
  await banner(page).getByRole("button", { name: "Ablehnen" }).click();
  await expect(banner(page)).toBeHidden();
});

test("an action of the request panel is not covered by the banner", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/en/product/straight-union-s");
  await hydrated(page);
  await page.locator(".buy .btn--primary").click();
  await page.locator(".hd-cart").click();
  const send = page.locator("#overlay-cart form [type=submit]");
  await send.scrollIntoViewIfNeeded();
  await send.click({ trial: true });
  await expect(page.locator(".ck")).toBeHidden();
});

/**
 * Returns the actions that the banner covers. The banner is a bar over the whole width,
 * so that what is below its upper edge is out of view: every action must be above it
 * after it was scrolled into view.
 */
function coveredActions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector(".ck");
    const edges = bar?.getBoundingClientRect();
    if (!edges || edges.left > 0 || edges.right < document.body.offsetWidth) return ["the banner is no bar"];
    return [...document.querySelectorAll<HTMLElement>("main :is(button, a[href], input, select, textarea)")].flatMap(
      (action) => {
        if (!action.checkVisibility({ visibilityProperty: true })) return [];
        action.scrollIntoView({ block: "nearest", behavior: "instant" });
        const { x, y, width, height } = action.getBoundingClientRect();
        const [centreX, centreY] = [x + width / 2, y + height / 2];
        if (width < 2 || centreX < 0 || centreX > document.body.offsetWidth) return [];
        const hit = document.elementFromPoint(centreX, centreY);
        return hit && !bar?.contains(hit) ? [] : [action.textContent || action.outerHTML.slice(0, 80)];
      },
    );
  });
}

test("the banner precedes the page in the tab order", async ({ page }) => {
  await page.goto("/en/support");
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.locator(".skip")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(banner(page).getByRole("button", { name: "Cookie policy" })).toBeFocused();
});

test.describe("over TLS", () => {
  test.use({ ignoreHTTPSErrors: true });

  test("the viewport cookie names the matched breakpoint, for 365 days, strict and secure, and follows the window", async ({
    page,
    context,
    server,
  }) => {
    const tls = await startTls(server.url);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${tls.url}/en`);
    await hydrated(page);
    const { name } = cookies.viewport;
    await expect.poll(() => cookie(context, name)).toBeDefined();
    const stored = await cookie(context, name);
    expect(stored).toMatchObject({ value: "laptop", path: "/", sameSite: "Strict", secure: true });
    expect(minutesLeft(stored?.expires)).toBe(365 * 24 * 60);
    for (const [breakpoint, width] of Object.entries(breakpoints.product)) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => (await cookie(context, name))?.value).toBe(breakpoint);
    }
    await page.setViewportSize({ width: 319, height: 900 });
    await expect.poll(async () => (await cookie(context, name))?.value).toBe(breakpoints.fallback);
    await page.close();
    await tls.stop();
  });

  test("the decision about cookies is stored in a secure cookie, and can be reset", async ({
    page,
    context,
    server,
  }) => {
    const tls = await startTls(server.url);
    await page.goto(`${tls.url}/en`);
    await banner(page).getByRole("button", { name: "Accept" }).click();
    await expect(banner(page)).toBeHidden();
    await expect.poll(() => cookie(context, cookies.consent.name)).toMatchObject({ value: "accepted", secure: true });
    await page
      .locator("footer .ft-legal")
      .getByRole("button", { name: /cookie/i })
      .click();
    await expect(banner(page)).toBeVisible();
    await expect.poll(() => cookie(context, cookies.consent.name)).toBeUndefined();
    await page.close();
    await tls.stop();
  });

  test("before consent only necessary data is stored, and there are no third-party requests", async ({
    page,
    context,
    server,
  }) => {
    const tls = await startTls(server.url);
    const thirdPartyRequests: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(tls.url) && !request.url().startsWith("data:"))
        thirdPartyRequests.push(request.url());
    });
    await page.goto(`${tls.url}/en`);
    await hydrated(page);
    await expect(banner(page)).toBeVisible();
    for (const path of ["/en/support", "/en/about", "/en/contacts"]) {
      await page.locator(`.hd-nav a[href="${path}"]`).click();
      await expect(page).toHaveURL(tls.url + path);
    }
    expect((await context.cookies()).map((one) => one.name)).toEqual([cookies.viewport.name]);
    const stored = await page.evaluate(() => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
    }));
    expect(stored.local.filter((key) => !key.startsWith(storageKeys.scrollPosition))).toEqual([]);
    expect(stored.session.toSorted()).toEqual(
      [sessionKeys.heroSeen, storageKeys.preloaderSeen, "scroll-entries"].toSorted(),
    );
    expect(thirdPartyRequests).toEqual([]);
    await page.close();
    await tls.stop();
  });
});
