import type { Page } from "@playwright/test";
import { cookies, storageKeys, timings } from "../web/src/constants";
import { storedQuantities } from "./filled-cart";
import { delayRequests, expect, expectErrors, hydrated, saveData, test } from "./fixtures";
import { listRequests } from "./server";

const product = "/en/product/straight-union-s";

/** A document whose modules were requested before its load event has this event only with them. */
const withoutCode = { waitUntil: "commit" } as const;

const html = (page: Page) => page.locator("html");

test("the page's code is fetched when the browser is idle, and evaluated on the first interaction", async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on("requestfinished", (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(product);
  const modules = JSON.parse((await page.locator("script#ferrule-page").textContent()) ?? "") as string[];
  expect(modules.join(" ")).toMatch(/^\/static\/product-\w+\.js \/static\/common-/);
  await expect.poll(() => modules.filter((module) => !fetched.includes(module))).toEqual([]);
  for (const name of ["late-parts", "overlays"]) expect(modules.join(" ")).toContain(`/static/${name}-`);
  await expect(html(page)).not.toHaveAttribute("data-live");
  fetched.length = 0;
  await page.mouse.move(300, 300);
  await expect(html(page)).toHaveAttribute("data-live", "");
  expect(fetched.filter((path) => modules.includes(path))).toEqual([]);
});

test("with data saver the page's code waits for the first interaction", async ({ page }) => {
  await saveData(page);
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(product);
  await expect(html(page)).toHaveAttribute("data-hydrated", "");
  await page.evaluate(() => new Promise((resolve) => window.requestIdleCallback(resolve)));
  expect(scripts.filter((path) => path.includes("/product-"))).toEqual([]);
  await page.mouse.move(300, 300);
  await expect(html(page)).toHaveAttribute("data-live", "");
});

test("the first press on a page is replayed when the page's code is loaded", { tag: "@smoke" }, async ({ page }) => {
  const release = await delayRequests(page, "**/static/product-*.js");
  await page.goto(product, withoutCode);
  await expect(html(page)).toHaveAttribute("data-hydrated", "");
  await page.locator("main .btn--primary").first().click();
  await expect(html(page)).toHaveAttribute("data-pressed", "");
  release();
  await expect(page.getByRole("button", { name: "Cart (1)" })).toBeVisible();
  await expect(html(page)).not.toHaveAttribute("data-pressed");
});

test("the first press on the header is replayed when the scripts are loaded", async ({ page }) => {
  const release = await delayRequests(page, "**/static/browser-*.js");
  await page.goto(product, withoutCode);
  await page.getByRole("button", { name: "Cart (0)" }).click();
  release();
  await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
});

test("the first press on a page is replayed when the scripts are loaded", async ({ page }) => {
  const release = await delayRequests(page, "**/static/browser-*.js");
  await page.goto(product, withoutCode);
  const button = page.locator("main .btn--primary").first();
  await button.focus();
  await page.keyboard.press("Enter");
  await button.blur();
  release();
  await expect(page.getByRole("button", { name: "Cart (1)" })).toBeVisible();
});

test("presses of several buttons before the scripts are loaded all have their effect", async ({ page }) => {
  const release = await delayRequests(page, "**/static/browser-*.js");
  await page.goto(product, withoutCode);
  await add(page).click();
  await add(page).click();
  await page.getByRole("button", { name: "Cart (0)" }).click();
  release();
  await expect(page.getByRole("dialog", { name: "Cart" }).locator(".citem")).toHaveCount(1);
  await expect.poll(() => storedQuantities(page)).toEqual([1]);
});

test("a click without pointer and key events, as assistive technology sends it, is replayed", async ({ page }) => {
  await page.goto(product);
  await expect(html(page)).toHaveAttribute("data-hydrated", "");
  await page.waitForLoadState("networkidle");
  await add(page).evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole("button", { name: "Cart (1)" })).toBeVisible();
});

test("a page hydrates with its own data although a link is followed before its code is loaded", async ({ page }) => {
  const releaseCode = await delayRequests(page, "**/static/home-*.js");
  await page.goto("/en", withoutCode);
  await expect(html(page)).toHaveAttribute("data-hydrated", "");
  await page.locator(".hd-catalog").click();
  const releaseContent = await delayRequests(page, "**/api/**");
  const next = page.waitForResponse("**/static/catalog-*.js");
  await page.locator("#overlay-catalogue a[href='/en/catalog']").click();
  await next;
  // The home page hydrates now; data of another page would cause a hydration error.
  releaseCode();
  await expect(html(page)).toHaveAttribute("data-live", "");
  releaseContent();
  await expect(page).toHaveURL(/\/en\/catalog$/);
  await expect(page.locator("main .index")).toBeVisible();
});

test("a press that waits too long has its effect without scripts", async ({ page, server }) => {
  await page.clock.install();
  const release = await delayRequests(page, "**/static/support-*.js");
  await page.goto("/en/support", withoutCode);
  await expect(html(page)).toHaveAttribute("data-hydrated", "");
  const form = page.locator(".side-b form");
  await form.locator("[name=name]").fill("Willa Waits");
  await form.locator("[name=phone]").fill("+41 52 000 24 00");
  await form.locator("[name=agree]").check();
  await form.locator("[type=submit]").click();
  await expect(html(page)).toHaveAttribute("data-pressed", "");
  await page.clock.runFor(timings.firstPress);
  await expect(page).toHaveURL(/\/en\/request\/[\w-]{20,}$/);
  expect(listRequests(server.data).map(({ name }) => name)).toContain("Willa Waits");
  release();
});

test("a box that was checked before hydration is checked in the page's state as well", async ({ page }) => {
  const release = await delayRequests(page, "**/static/category-*.js");
  await page.goto("/en/catalog/straight-unions", withoutCode);
  await expect(html(page)).toHaveAttribute("data-hydrated", "");
  const box = page.locator("main .opt [type=checkbox]").first();
  await box.check();
  release();
  await expect(page).toHaveURL(/\/straight-unions\?/);
  await expect(page.locator("main .opt [type=checkbox]").first()).toBeChecked();
});

/** The code that is delayed: the product page's own, or all. */
const codes = ["product", "browser"];

const buyField = (page: Page) => page.locator(".buy-act input");
const add = (page: Page) => page.locator(".buy-act .btn--primary");
const row = (page: Page, sku: string) => page.locator(".dtable tbody tr").filter({ hasText: sku });

/** Waits until the boot script has queued a press, then releases the delayed code. */
async function releasePressed(page: Page, release: () => void): Promise<void> {
  await expect(html(page)).toHaveAttribute("data-pressed", "");
  release();
}

for (const code of codes) {
  test(`a quantity typed before ${code} is loaded is added`, { tag: "@smoke" }, async ({ page }) => {
    const release = await delayRequests(page, `**/static/${code}-*.js`);
    await page.goto(product, withoutCode);
    await buyField(page).fill("50");
    await add(page).click();
    await releasePressed(page, release);
    await expect.poll(() => storedQuantities(page)).toEqual([50]);
    await expect(buyField(page)).toHaveValue("50");
    await add(page).click();
    await expect.poll(() => storedQuantities(page)).toEqual([100]);
  });

  test(`a quantity typed into a row before ${code} is loaded is added`, async ({ page }) => {
    // Other units render the rows again as soon as they are hydrated.
    await page.addInitScript((key) => localStorage.setItem(key, "imperial"), storageKeys.units);
    const release = await delayRequests(page, `**/static/${code}-*.js`);
    await page.goto("/de/product/straight-union-s", withoutCode);
    await row(page, "FR-GV-8S-71").getByRole("textbox").fill("7");
    await row(page, "FR-GV-6S-71").getByRole("textbox").fill("1.000");
    await row(page, "FR-GV-6S-71").getByRole("button").click();
    await releasePressed(page, release);
    await expect.poll(() => storedQuantities(page)).toEqual([1000]);
    await expect(page.locator(".facts")).toContainText("in");
    await expect(row(page, "FR-GV-8S-71").getByRole("textbox")).toHaveValue("7");
  });

  test(`an invalid quantity typed before ${code} is loaded is not added`, async ({ page }) => {
    const release = await delayRequests(page, `**/static/${code}-*.js`);
    await page.goto(product, withoutCode);
    await buyField(page).fill("1.5");
    await add(page).click();
    await releasePressed(page, release);
    await expect(buyField(page)).toHaveAccessibleDescription("Enter a whole number from 1 to 999,999.");
    await expect(buyField(page)).toBeFocused();
    await expect(buyField(page)).toHaveValue("1.5");
    expect(await storedQuantities(page)).toEqual([]);
  });

  test(`a step before ${code} is loaded starts from the typed quantity`, async ({ page }) => {
    const release = await delayRequests(page, `**/static/${code}-*.js`);
    await page.goto(product, withoutCode);
    await buyField(page).fill("50");
    await page.locator(".buy-act").getByRole("button", { name: "Increase" }).click();
    await expect(buyField(page)).toHaveValue("51");
    release();
    await add(page).click();
    await expect.poll(() => storedQuantities(page)).toEqual([51]);
    await expect(buyField(page)).toHaveValue("51");
  });

  test(`every step before ${code} is loaded counts, in the order of the presses`, async ({ page }) => {
    const release = await delayRequests(page, `**/static/${code}-*.js`);
    await page.goto(product, withoutCode);
    const more = page.locator(".buy-act").getByRole("button", { name: "Increase" });
    for (let n = 0; n < 3; n++) await more.click();
    await expect(buyField(page)).toHaveValue("4");
    await add(page).click();
    await expect(add(page)).toHaveAttribute("aria-busy", "true");
    await more.click();
    await releasePressed(page, release);
    await expect.poll(() => storedQuantities(page)).toEqual([4]);
    await expect(buyField(page)).toHaveValue("5");
    await expect(add(page)).not.toHaveAttribute("aria-busy");
  });

  test(`typing continues at the caret when ${code} is loaded`, async ({ page }) => {
    const release = await delayRequests(page, `**/static/${code}-*.js`);
    await page.goto("/de/product/straight-union-s", withoutCode);
    await buyField(page).fill("");
    await buyField(page).pressSequentially("1.0");
    release();
    await expect(html(page)).toHaveAttribute("data-live", "");
    await expect(buyField(page)).toHaveValue("1.0");
    await buyField(page).pressSequentially("00");
    await add(page).click();
    await expect.poll(() => storedQuantities(page)).toEqual([1000]);
  });

  test(`text typed into the table's filter before ${code} is loaded filters the table`, async ({ page }) => {
    const release = await delayRequests(page, `**/static/${code}-*.js`);
    await page.goto(product, withoutCode);
    const filter = page.getByRole("searchbox", { name: "Filter sizes" });
    await filter.fill("m20x1,5 1.4571");
    release();
    await expect(page.locator(".dtable tbody tr")).toHaveCount(1);
    await expect(filter).toHaveValue("m20x1,5 1.4571");
  });
}

for (const code of ["category", "browser"]) {
  test(`an order chosen before ${code} is loaded sorts the list`, async ({ page }) => {
    const release = await delayRequests(page, `**/static/${code}-*.js`);
    await page.goto("/en/catalog/straight-unions", withoutCode);
    const order = page.locator(".toolbar select[name=sort]");
    await order.focus();
    await order.selectOption("pn");
    release();
    await expect(page).toHaveURL(/\/straight-unions\?sort=pn$/);
    await expect(order).toHaveValue("pn");
  });
}

test("a range set before the page's code is loaded filters the list", async ({ page }) => {
  const release = await delayRequests(page, "**/static/category-*.js");
  await page.goto("/en/catalog/instrumentation", withoutCode);
  const from = page.getByRole("slider", { name: "PN from" });
  await from.press("ArrowRight");
  release();
  await expect(page).toHaveURL(/\/instrumentation\?pn=1\.6\.\.$/);
  await expect(from).toHaveAttribute("aria-valuetext", "PN 1.6");
});

test("an unknown order remains in the address", async ({ page }) => {
  await page.goto("/en/catalog/straight-unions?sort=none");
  await hydrated(page);
  await expect(page.locator(".toolbar select[name=sort]")).toHaveValue("");
  await expect(page).toHaveURL(/\?sort=none$/);
});

test("a failed script request after a link was followed does not load the previous address", async ({
  page,
  pageErrors,
}) => {
  let abortRequest = () => {};
  const aborted = new Promise<void>((resolve) => {
    abortRequest = resolve;
  });
  await page.route(
    "**/static/product-*.js",
    async (route) => {
      await aborted;
      await route.abort();
    },
    { times: 1 },
  );
  const release = await delayRequests(page, "**/product/straight-union-s?variant=*");
  await page.goto(product);
  await expect(html(page)).toHaveAttribute("data-hydrated", "");
  const size = page.locator(".buy .cells a:not([aria-current])").first();
  const chosen = (await size.textContent()) ?? "";
  await size.click({ noWaitAfter: true });
  const failed = page.waitForEvent("requestfailed");
  abortRequest();
  await failed;
  release();
  await expect(page).toHaveURL(/\?variant=/);
  await expect(page.locator(".buy .cells a[aria-current]").first()).toHaveText(chosen);
  expectErrors(pageErrors); // logged by the browser for the failed request
});

test("before the scripts are loaded, the browser prerenders the page of a hovered link", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const prefetched: string[] = [];
  session.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    if (status === "Ready") prefetched.push(new URL(prefetchUrl).pathname);
  });
  const prerendered: string[] = [];
  // Chromium refuses to prerender for a driver, and prefetches instead.
  session.on("Preload.prerenderStatusUpdated", ({ key, prerenderStatus }) => {
    prerendered.push(`${new URL(key.url).pathname} ${prerenderStatus}`);
  });
  await session.send("Preload.enable");
  const release = await delayRequests(page, "**/static/browser-*.js");
  await page.goto("/en/catalog", withoutCode);
  await page.locator("main a[href='/en/catalog/ball-valves']:visible").first().hover();
  await expect.poll(() => prefetched).toEqual(["/en/catalog/ball-valves"]);
  expect(prerendered).toEqual(["/en/catalog/ball-valves PrerenderingDisabledByDevTools"]);
  release();
  // Afterwards the application prefetches what a page needs.
  await hydrated(page);
  await page.locator("main a[href='/en/catalog/tube-fittings']:visible").first().hover();
  await page.waitForLoadState("networkidle");
  expect(prefetched).toHaveLength(1);
});

test("a language chosen before the scripts are loaded is the saved one", async ({ page, context }) => {
  await delayRequests(page, "**/static/browser-*.js");
  await page.goto(product, withoutCode);
  await page.locator(".lang-w summary").click();
  await page.locator(".lang-w").getByRole("link", { name: "Français" }).click();
  await expect(page).toHaveURL(/\/fr\/product\/straight-union-s$/);
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKeys.language)).toBe("fr-FR");
  expect((await context.cookies()).find(({ name }) => name === cookies.language.name)?.value).toBe("fr-FR");
});

test("before header and footer are loaded the burger opens a menu, which stays until it is closed", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await delayRequests(page, "**/static/browser-*.js");
  await page.goto(product, withoutCode);
  const burger = page.locator("header .burger:visible");
  const menu = page.locator(".hd-ns nav").first();
  await burger.click();
  await expect(menu.getByRole("link")).toHaveText(["Catalog", "About", "Support", "Contacts", "Submit a request"]);
  release();
  await expect(html(page)).toHaveAttribute("data-hydrated", "");
  await expect(menu).toBeVisible();
  await burger.click();
  await expect(menu).toBeHidden();
  await burger.click();
  await expect(page.locator("#overlay-mobile")).toBeVisible();
});

test("a link of the menu before hydration leads to its page, where the menu is closed", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await delayRequests(page, "**/static/browser-*.js");
  await page.goto(product, withoutCode);
  await page.locator("header .burger:visible").click();
  release();
  await expect(html(page)).toHaveAttribute("data-hydrated", "");
  await page.locator(".hd-ns").getByRole("link", { name: "Support" }).click();
  await expect(page).toHaveURL(/\/en\/support$/);
  await expect(page.locator("h1")).toHaveText("Support");
  await expect(page.locator(".hd-ns nav").first()).toBeHidden();
  await expect(page.locator("button.burger")).toBeVisible();
});

test("while the overlays are loading the burger opens the plain menu, which Escape closes", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await delayRequests(page, "**/static/overlays-*.js");
  await page.goto(product);
  await expect(html(page)).toHaveAttribute("data-hydrated", "");
  const burger = page.locator("header .burger:visible");
  await expect(burger).toHaveAccessibleName("Open menu");
  await burger.press("Enter");
  const menu = page.locator(".hd-ns nav").first();
  await expect(menu).toBeVisible();
  await expect(burger).toHaveAccessibleName("Close menu");
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(burger).toBeFocused();
  await page.keyboard.press("Enter");
  release();
  await expect(menu.getByRole("link").last()).toHaveText("Submit a request");
  await page.keyboard.press("Escape");
  await expect(page.locator("button.burger")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#overlay-mobile")).toBeVisible();
});

test("the focus on the burger stays there when it is hydrated", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await delayRequests(page, "**/static/browser-*.js");
  await page.goto(product, withoutCode);
  await page.locator("header .burger:visible").focus();
  release();
  await expect(page.locator("button.burger")).toBeFocused();
});
