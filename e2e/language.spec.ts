import type { BrowserContext, Page } from "@playwright/test";
import { delayRequests, expect, expectErrors, hydrated, saveData, test } from "./fixtures";
import { startTls } from "./tls";

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const dropdown = (page: Page) => page.locator(".lang-w");
const choose = async (page: Page, title: string) => {
  await dropdown(page).locator("summary").click();
  await dropdown(page).getByRole("link", { name: title }).click();
};
const savedCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === "selected-language");

/** Records a page's content queries from this call on, as "collection language". */
function contentQueries(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const collection = /^\/api\/content\/items\/(\w+)/.exec(pathname)?.[1];
    if (collection) requested.push(`${collection} ${searchParams.get("language") ?? ""}`);
  });
  return requested;
}

/** Sets a mark that only a new document loses. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute("data-mark", ""));
const marked = (page: Page) => expect(page.locator("body")).toHaveAttribute("data-mark", "");

// Without prefetching all queries are caused by the test's own actions.
test.beforeEach(({ page }) => saveData(page));

test("the dropdown lists the languages with flag and title and checks the current one", async ({ page }) => {
  await page.goto("/fr/about");
  await hydrated(page);
  await expect(dropdown(page).locator("summary")).toHaveText("Langue Français FR");
  await dropdown(page).locator("summary").click();
  const links = dropdown(page).getByRole("link");
  await expect(links).toHaveText(["Deutsch", "English", "Français", "Italiano"]);
  await expect(dropdown(page).locator(".dd .flag")).toHaveCount(4);
  await expect(dropdown(page).locator("a:has(.ico)")).toHaveText(["Français"]);
  await expect(dropdown(page).locator("[aria-current=true]")).toHaveText("Français");
  await expect(dropdown(page).locator(".dd-h")).toHaveText("Choisir la langue");
  for (const [index, prefix] of ["/de", "/en", "/fr", "/it"].entries()) {
    await expect(links.nth(index)).toHaveAttribute("href", `${prefix}/about`);
  }
});

test("the dropdown opens, moves through its items and closes with the keyboard", async ({ page }) => {
  await page.goto("/de");
  await hydrated(page);
  const summary = dropdown(page).locator("summary");
  await summary.focus();
  await page.keyboard.press("Enter");
  await expect(dropdown(page).locator(".dd")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(dropdown(page).getByRole("link", { name: "Deutsch" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(dropdown(page).getByRole("link", { name: "Italiano" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dropdown(page).locator(".dd")).toBeHidden();
  await expect(summary).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dropdown(page).locator(".dd")).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await expect(dropdown(page).getByRole("link", { name: "Italiano" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dropdown(page).locator(".dd")).toBeHidden();
});

test("Escape closes the dropdown also before the browser has reported that it opened", async ({ page }) => {
  await page.goto("/de");
  await hydrated(page);
  await dropdown(page)
    .locator("summary")
    .evaluate((summary: HTMLElement) => {
      summary.click();
      summary.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    });
  // The report has come once a further opening is reported.
  await page.evaluate(async () => {
    const other = document.body.appendChild(document.createElement("details"));
    const reported = new Promise((done) => other.addEventListener("toggle", done));
    other.open = true;
    await reported;
    other.remove();
    await new Promise(requestAnimationFrame);
  });
  await expect(dropdown(page)).not.toHaveAttribute("open");
});

test("after a choice with the keyboard the focus is on the switcher, under a prefix and without", async ({ page }) => {
  for (const [address, downs, title, language] of [
    ["/de/about", 3, "Français", "fr"],
    ["/about", 4, "Italiano", "it"],
  ] as const) {
    await page.goto(address);
    await hydrated(page);
    await dropdown(page).locator("summary").focus();
    await page.keyboard.press("Enter");
    for (let step = 0; step < downs; step++) await page.keyboard.press("ArrowDown");
    await expect(dropdown(page).getByRole("link", { name: title })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(dropdown(page).locator(".dd")).toBeHidden();
    await expect(dropdown(page).locator("summary")).toBeFocused();
  }
});

test("a click outside closes the dropdown, from 100 ms after it opened", async ({ page }) => {
  await page.clock.install();
  await page.goto("/de");
  await hydrated(page);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const outside = () => page.evaluate(() => document.querySelector("h1")?.click());
  const opened = dropdown(page).evaluate((box) => new Promise((done) => box.addEventListener("toggle", done)));
  await dropdown(page).locator("summary").click();
  await opened;
  await page.clock.runFor(99);
  await outside();
  await expect(dropdown(page)).toHaveAttribute("open", "");
  await page.clock.runFor(1);
  await outside();
  await expect(dropdown(page)).not.toHaveAttribute("open");
});

test("the dropdown shows that its list is loading; a link that has the focus keeps it", async ({ page }) => {
  const release = await delayRequests(page, "**/api/languages");
  await page.goto("/en/about");
  await hydrated(page);
  await dropdown(page).locator("summary").click();
  await expect(dropdown(page).getByRole("status")).toHaveText("Loading...");
  await dropdown(page).getByRole("link", { name: "Italiano" }).focus();
  release();
  await expect(dropdown(page).getByRole("link", { name: "Italiano" })).toBeFocused();
  await expect(dropdown(page).getByRole("link")).toHaveCount(4);
  await expect(dropdown(page).getByRole("status")).toHaveCount(0);
});

for (const [prefix, message] of [
  ["/en", "Error loading languages"],
  ["/de", "Sprachen konnten nicht geladen werden"],
] as const) {
  test(`Dropdown list failure: ${message}, and the languages of the page remain`, async ({ page, pageErrors }) => {
    let requested = 0;
    await page.route("**/api/languages", (route) => {
      requested += 1;
      return route.fulfill({ status: 403, json: { errors: [{ message: "no" }] } });
    });
    await page.goto(`${prefix}/about`);
    await hydrated(page);
    await expect.poll(() => requested).toBe(1);
    await dropdown(page).locator("summary").click();
    await expect(dropdown(page).getByRole("status")).toHaveText(message);
    await expect.poll(() => requested).toBe(2);
    await expect(dropdown(page).getByRole("link")).toHaveCount(4);
    await expect
      .poll(() => pageErrors.filter((text) => text.includes("Languages could not be loaded")))
      .toHaveLength(2);
    expectErrors(pageErrors);
  });
}

test("the dropdown shows that no languages are available where none of the list can be chosen", async ({ page }) => {
  await page.route("**/api/languages", (route) => route.fulfill({ json: { data: [{ code: "xx-XX" }] } }));
  await page.goto("/en/about");
  await hydrated(page);
  await dropdown(page).locator("summary").click();
  await expect(dropdown(page).getByRole("status")).toHaveText("No languages available");
});

test("Empty languages reply: logged, and the static list remains", async ({ page, pageErrors }) => {
  await page.route("**/api/languages", (route) => route.fulfill({ json: { data: [] } }));
  await page.goto("/en/about");
  await hydrated(page);
  await expect.poll(() => pageErrors).toEqual(["error: Empty response from API"]);
  expectErrors(pageErrors, /Empty response/);
  await dropdown(page).locator("summary").click();
  await expect(dropdown(page).getByRole("link")).toHaveCount(4);
});

test("under a prefix a change of language navigates to the other prefix without loading the document", {
  tag: "@smoke",
}, async ({ page, context }) => {
  await page.goto("/de/about");
  await hydrated(page);
  await mark(page);
  const requested = contentQueries(page);
  const german = await page.title();
  await choose(page, "English");
  await expect(page).toHaveURL(/\/en\/about$/);
  await marked(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  await expect(page.locator("html")).toHaveAttribute("data-language", "en-US");
  await expect(page).not.toHaveTitle(german);
  await expect(dropdown(page).locator(".dd")).toBeHidden();
  await expect(page.locator(".hd-nav a").first()).toHaveAttribute("href", /^\/en\//);
  expect(requested.filter((query) => !query.endsWith(" en-US") && !query.endsWith(" "))).toEqual([]);
  expect(requested).toContain("about en-US");
  expect(await stored(page, "selected-language")).toBe("en-US");
  expect((await savedCookie(context))?.value).toBe("en-US");

  const english = { title: await page.title(), description: await description(page), h1: await heading(page) };
  await page.reload();
  await hydrated(page);
  expect({ title: await page.title(), description: await description(page), h1: await heading(page) }).toEqual(english);
});

const description = (page: Page) => page.locator("meta[name=description]").getAttribute("content");
const heading = (page: Page) => page.locator("h1").innerText();

test("Back returns to the previous language, whose blocks are fetched again", async ({ page }) => {
  await page.goto("/de/contacts");
  await hydrated(page);
  const german = await heading(page);
  await choose(page, "Italiano");
  await expect(page).toHaveURL(/\/it\/contacts$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
  const requested = contentQueries(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/de\/contacts$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.locator("h1")).toHaveText(german);
  expect(requested).toContain("contacts de-DE");
  expect(requested, "forms are refetched").toContain("forms de-DE");
});

test("without a prefix the address stays, and the choice is saved in local storage and a cookie", async ({
  page,
  context,
}) => {
  await page.goto("/about?from=letter#reasons");
  await hydrated(page);
  await mark(page);
  const length = await page.evaluate(() => window.history.length);
  await choose(page, "Français");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page).toHaveURL(/\/about\?from=letter#reasons$/);
  await marked(page);
  expect(await page.evaluate(() => window.history.length)).toBe(length);
  expect(await stored(page, "selected-language")).toBe("fr-FR");
  const cookie = await savedCookie(context);
  expect(cookie).toMatchObject({ value: "fr-FR", path: "/", sameSite: "Lax", secure: false, httpOnly: false });
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(365);
  // The next page, by a click and from the server, is in the chosen language.
  await page.locator(".hd-nav a[href='/support']").click();
  await expect(page).toHaveURL(/\/support$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await hydrated(page);
});

for (const [name, cookie, saved, language] of [
  ["neither", null, null, "de"],
  ["the cookie alone", "it-IT", null, "it"],
  ["local storage alone", null, "fr-FR", "fr"],
  ["both, and they disagree", "it-IT", "fr-FR", "fr"],
  ["both, and they agree", "it-IT", "it-IT", "it"],
  ["local storage, in a language that is not available", "it-IT", "es-ES", "it"],
] as const) {
  test(`the saved choice is in ${name}: the page is in ${language}`, async ({ page, context, baseURL }) => {
    if (cookie) await context.addCookies([{ name: "selected-language", value: cookie, url: baseURL ?? "" }]);
    if (saved) await page.addInitScript((code) => localStorage.setItem("selected-language", code), saved);
    const updated = page.addInitScript(() =>
      window.addEventListener("pageDataUpdated", () => document.documentElement.setAttribute("data-updated", "")),
    );
    await updated;
    const response = await page.goto("/about");
    // The document is in the cookie's language, and hydrates in it.
    expect(response?.headers()["content-language"]).toBe(cookie ?? "de-DE");
    await expect(page.locator("html")).toHaveAttribute("data-updated", "");
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.locator("h1")).not.toBeEmpty();
    const code = saved === "es-ES" ? "it-IT" : (saved ?? cookie);
    expect((await savedCookie(context))?.value).toBe(code ?? undefined);
    expect(await stored(page, "selected-language")).toBe(saved === null ? null : code);
  });
}

test("a prefix takes precedence over the saved choice, and does not change it", async ({ page, context }) => {
  await page.addInitScript(() => localStorage.setItem("selected-language", "fr-FR"));
  await page.addInitScript(() =>
    window.addEventListener("pageDataUpdated", () => document.documentElement.setAttribute("data-updated", "")),
  );
  await page.goto("/it/about");
  await expect(page.locator("html")).toHaveAttribute("data-updated", "");
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
  expect(await stored(page, "selected-language")).toBe("fr-FR");
  expect(await savedCookie(context)).toBeUndefined();
});

test("the older key is read once and deleted", async ({ page, context }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem("selected-language")) localStorage.setItem("selectedLanguage", "en-US");
  });
  await page.goto("/about");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect.poll(() => stored(page, "selectedLanguage")).toBeNull();
  expect(await stored(page, "selected-language")).toBe("en-US");
  expect((await savedCookie(context))?.value).toBe("en-US");
});

test("the previous language stays until the data of the new one is loaded, without a further delay", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/de/about");
  await hydrated(page);
  const german = await heading(page);
  const release = await delayRequests(page, "**/api/content/items/about**");
  const footer = page.waitForResponse(/items\/footer/);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await choose(page, "English");
  await footer;
  await page.clock.runFor(2900);
  expect(await heading(page)).toBe(german);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  // The clock is stopped from here on.
  release();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("h1")).not.toHaveText(german);
  await expect(page).toHaveURL(/\/en\/about$/);
});

test("a change of language waits at most 3 s for data", async ({ page }) => {
  await page.clock.install();
  await page.goto("/de/about");
  await hydrated(page);
  await page.route("**/api/content/items/about**", () => undefined);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const requested = page.waitForRequest(/items\/about/);
  await choose(page, "English");
  await requested;
  await page.clock.runFor(2999);
  await expect(page).toHaveURL(/\/de\/about$/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/en\/about$/);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("what is in view stays in view when the language changes", async ({ page }) => {
  await page.goto("/de");
  await hydrated(page);
  const top = () => page.locator("#quality").evaluate((element) => element.getBoundingClientRect().top);
  await page.evaluate(() => {
    const box = document.getElementById("quality")?.getBoundingClientRect();
    window.scrollTo({ top: (box?.top ?? 0) + window.scrollY - 200, behavior: "instant" });
  });
  const before = await top();
  // By the event only: opening the dropdown does not scroll, but Playwright's click may.
  await page.evaluate(() =>
    window.dispatchEvent(new CustomEvent("languageChanged", { detail: { language: "fr-FR" } })),
  );
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
});

test("the page scrolls to the top when the section in view does not exist in the new language", async ({ page }) => {
  await page.route(/items\/index.*language=fr-FR/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { translations: Record<string, unknown>[] } };
    for (const row of body.data.translations) Object.assign(row, { inter_title: null, inter_list: [] });
    await route.fulfill({ json: body });
  });
  await page.goto("/de");
  await hydrated(page);
  await page.locator("#international").evaluate((element) => {
    window.scrollTo({ top: element.getBoundingClientRect().top + window.scrollY - 120, behavior: "instant" });
  });
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page.evaluate(() =>
    window.dispatchEvent(new CustomEvent("languageChanged", { detail: { language: "fr-FR" } })),
  );
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page.locator("#international")).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("the events of start and change are dispatched in their order", async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    for (const name of ["pageDataLoaded", "pageDataUpdated"]) window.addEventListener(name, () => seen.push(name));
    window.addEventListener("languageChanged", (event) =>
      seen.push(`languageChanged ${(event as CustomEvent<{ language: string }>).detail.language}`),
    );
    localStorage.setItem("selected-language", "it-IT");
  });
  const languages = page.waitForRequest("**/api/languages");
  await page.goto("/about");
  await languages;
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await expect.poll(seen).toEqual(["pageDataLoaded", "languageChanged it-IT", "pageDataUpdated"]);
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
});

test("on a phone the languages are in the menu, which closes after a choice", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/de/about");
  await hydrated(page);
  await mark(page);
  await expect(dropdown(page)).toBeHidden();
  await page.locator("button.burger").click();
  await page.locator(".mm-lang").getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(/\/en\/about$/);
  await marked(page);
  await expect(page.locator("#overlay-mobile")).toHaveCount(0);
  await expect(page.locator("button.burger")).toHaveAttribute("aria-label", "Open menu");
});

test("a change of language closes every open overlay", async ({ page }) => {
  await page.goto("/about");
  await hydrated(page);
  await page.locator(".hd-cart").click();
  await expect(page.locator("#overlay-cart")).toBeVisible();
  await page.evaluate(() =>
    window.dispatchEvent(new CustomEvent("languageChanged", { detail: { language: "en-US" } })),
  );
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("#overlay-cart")).toHaveCount(0);
});

test("Language change fails: logged, and the page stays as it is", async ({ page, pageErrors }) => {
  await page.goto("/de/about");
  await hydrated(page);
  await page.evaluate(() =>
    window.dispatchEvent(new CustomEvent("languageChanged", { detail: { language: "xx-XX" } })),
  );
  await expect.poll(() => pageErrors).toEqual([expect.stringContaining("Language change failed")]);
  expectErrors(pageErrors, /Language change failed/);
  await expect(page).toHaveURL(/\/de\/about$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test("the later of two changes wins", async ({ page }) => {
  await page.goto("/about");
  await hydrated(page);
  await page.evaluate(() => {
    for (const language of ["fr-FR", "it-IT"]) {
      window.dispatchEvent(new CustomEvent("languageChanged", { detail: { language } }));
    }
  });
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
  await expect(page.locator("h1")).not.toBeEmpty();
});

test("the error screen changes its language as well", async ({ page, pageErrors }) => {
  const response = await page.goto("/de/catalog/no-such-category");
  expect(response?.status()).toBe(404);
  expect(await response?.text()).toContain("Seite nicht gefunden");
  await hydrated(page);
  await expect(page.locator("h1")).toContainText("Seite nicht gefunden");
  await choose(page, "English");
  await expect(page).toHaveURL(/\/en\/catalog\/no-such-category$/);
  await expect(page.locator("h1")).toContainText("Page not found");
  await expect.poll(() => pageErrors).toEqual([expect.stringContaining("status of 404")]);
  expectErrors(pageErrors);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the dropdown opens and its links lead to the other languages", async ({ page }) => {
    await page.goto("/de/about");
    await choose(page, "English");
    await expect(page).toHaveURL(/\/en\/about$/);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
});

test.describe("over TLS", () => {
  test.use({ ignoreHTTPSErrors: true });

  test("the choice is saved in a secure cookie", async ({ page, context, server }) => {
    const tls = await startTls(server.url);
    await page.goto(`${tls.url}/about`);
    await hydrated(page);
    await choose(page, "Français");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    expect(await savedCookie(context)).toMatchObject({ value: "fr-FR", sameSite: "Lax", secure: true });
    await page.close();
    await tls.stop();
  });
});
