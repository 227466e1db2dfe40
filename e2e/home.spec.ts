import type { Page } from "@playwright/test";
import { limits, storageKeys } from "../web/src/constants";
import { listLimits, sessionKeys } from "../web/src/lazy-constants";
import { expandColumn } from "../web/src/content/columns";
import { delayRequests, expect, expectErrors, hydrated, saveData, test } from "./fixtures";
import { editContent, freshData, removeData, startServer } from "./server";
import { pages, prefixes } from "./states";

const order = ["offer", "categories", "numbers", "popular", "international", "quality", "clients", "cta"];

const blockIds = (page: Page) => page.locator("main section[id]").evaluateAll((blocks) => blocks.map(({ id }) => id));

const drawing = (page: Page) => page.locator(".hero-dwg svg");

/** Returns the times of an element's animation, in ms. */
const times = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { delay, duration } = element.getAnimations()[0]?.effect?.getTiming() ?? {};
      return { delay, duration };
    });

/** Scrolls an element to the middle of the window, and waits until intersection observers have run. */
async function scrollIntoView(page: Page, selector: string): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate(
      (element) =>
        new Promise<void>((resolve) => {
          element.scrollIntoView({ block: "center", behavior: "instant" });
          const observer = new IntersectionObserver(([entry]) => {
            if (!entry?.isIntersecting) return;
            observer.disconnect();
            requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
          });
          observer.observe(element);
        }),
    );
}

test("the state in a page contains texts of one language, and all fields that a record was queried for", async ({
  request,
}) => {
  interface Node {
    translations?: { languages_code?: string }[];
    translations_languages?: string[];
  }
  const wrong: string[] = [];
  let records = 0;
  const check = (value: unknown, language: string, at: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { translations, translations_languages: codes } = value as Node;
    if (translations) {
      records++;
      const [row] = translations;
      const expected = !codes ? row?.languages_code : codes.includes(language) ? language : codes[0];
      if (translations.length > 1 || row?.languages_code !== expected) wrong.push(`${at}: ${codes?.join()}`);
    }
    for (const [key, inner] of Object.entries(value)) check(inner, language, `${at}.${key}`);
  };
  for (const path of pages) {
    for (const [prefix, language] of prefixes) {
      const html = await (await request.get(prefix + path)).text();
      const state = /<script type="application\/json" id="ferrule-state">(.*?)<\/script>/s.exec(html)?.[1];
      const { data } = JSON.parse(state ?? "null") as { data: unknown[] };
      const replies = data.map((column) => expandColumn(column, 1)[0] as Node | Node[]);
      check(replies, language, `${prefix}${path}`);
      for (const [at, reply] of replies.entries()) {
        const unnamed = [reply].flat().filter((record) => record.translations && !record.translations_languages);
        if (unnamed.length > 0) wrong.push(`${prefix}${path}: reply ${at}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(records).toBeGreaterThan(1000);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  for (const [prefix, language] of prefixes) {
    test(`the blocks of the home page are in their order in ${language}, and fit 320 px`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(prefix);
      expect(await blockIds(page)).toEqual(order);
      for (const id of order) await expect(page.locator(`#${id}`)).toBeVisible();
      await expect(page.locator(".scale b")).toHaveText(["25+", "1000+", "500+", "50+", "100+"]);
      await expect(page.locator("#quality video")).toHaveAttribute("poster", /^\/assets\//);
      await expect(page.locator("#cta input[name=phone]")).toBeVisible();
      const { scrollWidth, clientWidth } = await page
        .locator("html")
        .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    });
  }
});

test("anchors of the home page scroll to their block", async ({ page }) => {
  await page.goto("/en/#quality");
  await hydrated(page);
  await expect(page.locator("#quality")).toBeInViewport();
  await page.goto("/en/#cta");
  await expect(page.locator("#cta")).toBeInViewport();
});

test.describe("on a first visit", () => {
  test.use({ preloader: true });

  test("the home page's drawing is animated once in a session, from the first frame on", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const release = await delayRequests(page, "**/static/*.js");
    await page.goto("/en", { waitUntil: "commit" });
    const states = () =>
      drawing(page).evaluate((svg) => svg.getAnimations({ subtree: true }).map(({ playState }) => playState));
    await expect.poll(states).toContain("running");
    await drawing(page).evaluate((svg) => svg.getAnimations({ subtree: true }).forEach((part) => part.pause()));
    const hero = page.locator(".hero");
    const box = await hero.boundingBox();
    expect(await times(page, ".hero-dwg .mo-tube")).toEqual({ delay: 0, duration: 700 });
    expect(await times(page, ".hero-dwg .mo-left")).toEqual({ delay: 550, duration: 500 });
    expect(await times(page, ".hero-dwg .mo-right")).toEqual({ delay: 550, duration: 500 });
    expect(await times(page, ".hero-dwg .ann .dim")).toEqual({ delay: 1000, duration: 400 });
    expect(await times(page, ".hero-dwg .ann .dimt")).toEqual({ delay: 1260, duration: 140 });
    const textAnimations = await page
      .locator(".hero h1, .tb")
      .evaluateAll((texts) => texts.flatMap((text) => text.getAnimations({ subtree: true })).length);
    expect(textAnimations).toBe(0);
    await expect(page.locator(".hero-dwg .ann .dim").last()).toHaveCSS("marker-end", "none");

    release();
    await hydrated(page);
    await drawing(page).evaluate((svg) => svg.getAnimations({ subtree: true }).forEach((part) => part.finish()));
    await expect(page.locator("html")).not.toHaveAttribute("data-hero");
    await expect(page.locator(".hero-dwg .ann .dim").last()).toHaveCSS("marker-end", /#ar/);
    expect(await hero.boundingBox()).toEqual(box);
    expect(await page.evaluate((key) => sessionStorage.getItem(key), sessionKeys.heroSeen)).toBe("1");

    await page.reload();
    await hydrated(page);
    expect(await states()).toEqual([]);
  });

  test("with reduced motion the drawing and the figures are in their final state from the start", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/en");
    await hydrated(page);
    expect(await drawing(page).evaluate((svg) => svg.getAnimations({ subtree: true }).length)).toBe(0);
    await scrollIntoView(page, ".scale");
    await expect(page.locator(".scale")).toHaveAttribute("class", "scale");
    await expect(page.locator(".scale b").first()).toHaveText("25+");
  });
});

test("the figures count up once, digit by digit, when 40 % of them are in view, and each has one accessible text", async ({
  page,
}) => {
  await page.goto("/en");
  await hydrated(page);
  const list = page.locator(".scale");
  await expect(list).toHaveClass("scale is-waiting");
  // Just below 40 % they do not start.
  await list.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const { top, height } = element.getBoundingClientRect();
        window.scrollTo({ top: window.scrollY + top + height * 0.38 - window.innerHeight, behavior: "instant" });
        const observer = new IntersectionObserver(
          ([entry]) => {
            if ((entry?.intersectionRatio ?? 0) < 0.35) return;
            observer.disconnect();
            requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
          },
          { threshold: 0.35 },
        );
        observer.observe(element);
      }),
  );
  await expect(list).toHaveClass("scale is-waiting");
  await scrollIntoView(page, ".scale");
  await expect(list).toHaveClass("scale is-rising");
  const digits = await list.locator(".digit").evaluateAll((all) =>
    all.slice(0, 4).map((digit) => {
      const { delay, duration } = digit.getAnimations()[0]?.effect?.getTiming() ?? {};
      return { digit: digit.textContent, delay, duration };
    }),
  );
  expect(digits).toEqual([
    { digit: "2", delay: 0, duration: 480 },
    { digit: "5", delay: 60, duration: 480 },
    { digit: "+", delay: 120, duration: 480 },
    { digit: "1", delay: 180, duration: 480 },
  ]);
  await expect(list).toMatchAriaSnapshot(`
    - list:
      - listitem: /^25\\+ /
      - listitem: /^1000\\+ /
      - listitem: /^500\\+ /
      - listitem: /^50\\+ /
      - listitem: /^100\\+ /
  `);
});

const film = (page: Page) => page.locator("#quality video");
const paused = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.paused);

test("the film plays in view, pauses out of view, and keeps the state that the visitor sets", async ({ page }) => {
  await page.goto("/en");
  await hydrated(page);
  expect(await paused(page)).toBe(true);
  const button = page.locator("#quality").getByRole("button");
  await expect(button).toHaveAccessibleName("Play film");
  const { width, height } = (await button.boundingBox()) ?? { width: 0, height: 0 };
  expect(width).toBe(52);
  expect(height).toBeGreaterThanOrEqual(52);
  await scrollIntoView(page, "#quality video");
  await expect.poll(() => paused(page)).toBe(false);
  await expect(button).toHaveAccessibleName("Pause film");
  await scrollIntoView(page, "#offer");
  await expect.poll(() => paused(page)).toBe(true);
  await scrollIntoView(page, "#quality video");
  await expect.poll(() => paused(page)).toBe(false);
  await button.click();
  await expect(button).toHaveAccessibleName("Play film");
  await scrollIntoView(page, "#offer");
  await scrollIntoView(page, "#quality video");
  expect(await paused(page)).toBe(true);
});

for (const [name, act] of Object.entries({
  "reduced motion": (page: Page) => page.emulateMedia({ reducedMotion: "reduce" }),
  "data saver": (page: Page) =>
    page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
    ),
})) {
  test(`${name}: the film shows its poster, loads nothing and plays on demand`, async ({ page }) => {
    const films: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "media") films.push(request.url());
    });
    await act(page);
    await page.goto("/en");
    await hydrated(page);
    await scrollIntoView(page, "#quality video");
    expect(await paused(page)).toBe(true);
    expect(films).toEqual([]);
    await page.getByRole("button", { name: "Play film" }).click();
    await expect.poll(() => paused(page)).toBe(false);
    expect(films).not.toEqual([]);
  });
}

test("the popular list shows sizes, each with its own part number, facts and stock, and adds them to the cart", {
  tag: "@smoke",
}, async ({ page }) => {
  await page.goto("/de");
  await hydrated(page);
  const elbow = page.locator("#popular .row").first();
  await expect(elbow.getByRole("heading")).toHaveText("Winkel\u00adverschraubung 90° 16S");
  await expect(elbow.locator(".mono")).toHaveText("FR-WV-16S-71");
  await expect(elbow.locator(".chip")).toHaveText(["PN400", "Rohr16", "M24×1,5"]);
  const stock = await elbow.locator(".stock").innerText();
  await elbow.getByRole("button").click();
  await page.locator("#popular .pop-lead").getByRole("button").click();
  await page.locator(".hd-cart").click();
  await expect(page.locator(".citem .mono").filter({ hasText: "FR-" })).toHaveText(["FR-WV-16S-71", "FR-GV-12S-71"]);
  await expect(page.locator(".citem").first().getByRole("heading")).toHaveText("Winkel\u00adverschraubung 90° 16S");
  await expect(page.locator(".citem").first().locator(".chip")).toHaveText(["PN400", "M24×1,5", "1.4571 (316Ti)"]);
  await page.keyboard.press("Escape");
  await elbow.getByRole("link").click();
  await expect(page).toHaveURL(/elbow-union-s\?variant=FR-WV-16S-71$/);
  await expect(page.locator(".buy .stock")).toHaveText(stock);
});

test("no list adds a family to the cart without a size", async ({ page }) => {
  const lines = () =>
    page.evaluate(
      (key) =>
        (JSON.parse(localStorage.getItem(key) ?? '{"items":[]}') as { items: { type: string; variation: unknown }[] })
          .items,
      storageKeys.cart,
    );
  for (const path of ["/en", "/en/product", "/en/catalog/tube-fittings", "/en/search?q=FR-GV-12S-71"]) {
    await page.goto(path);
    await hydrated(page);
    const pressed = await page.locator("main :is(button.add, .add-field button)").evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
      return buttons.length;
    });
    await expect.poll(async () => (await lines()).length).toBeGreaterThanOrEqual(pressed);
  }
  const all = await lines();
  expect(all.length).toBeGreaterThan(4);
  // The demo has only sets and families.
  for (const line of all) expect(line.type === "bundle" || line.variation !== null, JSON.stringify(line)).toBe(true);
});

test.describe("incomplete content", () => {
  test("a popular product without a named size links to its sizes", async ({ page }) => {
    const data = freshData();
    editContent(
      data,
      "UPDATE index_popular SET variations_id = NULL; UPDATE products SET product_type = 'simple' WHERE id = 2",
    );
    const server = await startServer(data);
    await page.goto(`${server.url}/fr`);
    await hydrated(page);
    await expect(page.locator("#popular article")).toHaveCount(6);
    await expect(page.locator("#popular button")).toHaveCount(0);
    await expect(page.locator("#popular .mono")).toHaveCount(0);
    await page
      .locator("#popular .row")
      .first()
      .getByRole("link", { name: /^Variantes/ })
      .click();
    await expect(page).toHaveURL(/elbow-union-s$/);
    await page.goto("about:blank");
    await server.stop();
    removeData(data);
  });

  test("without chosen products the ten newest published ones are shown", async ({ page }) => {
    const data = freshData();
    editContent(
      data,
      `DELETE FROM index_popular;
       UPDATE products SET status = 'published', date_created = '2001-01-01T00:00:00Z';
       UPDATE products SET date_created = '2020-01-01T00:00:00Z' WHERE id <= 11;
       UPDATE products SET status = 'draft' WHERE id = 11;
       UPDATE index_translations SET numbers_list = '"[{"';`,
    );
    const server = await startServer(data);
    await page.goto(`${server.url}/fr`);
    await hydrated(page);
    await expect(page.locator("#popular article")).toHaveCount(listLimits.popular);
    // List JSON parse fails: the default figures, in the page's language.
    await expect(page.locator(".scale li").first()).toHaveText(/25\+\s*ans de métier/);
    await page.goto("about:blank");
    await server.stop();
    removeData(data);
  });

  test("No translation found: the home page shows its built-in texts", async ({ page }) => {
    const data = freshData();
    editContent(data, "DELETE FROM index_translations;");
    const server = await startServer(data);
    await page.goto(`${server.url}/it`);
    await hydrated(page);
    await expect(page.locator("h1")).toHaveText(/^Raccordi,/);
    await expect(page.locator("#numbers h2")).toHaveText("Ferrule in cifre");
    expect(await blockIds(page)).toEqual(order.filter((id) => id !== "international" && id !== "quality"));
    await page.goto("about:blank");
    await server.stop();
    removeData(data);
  });
});

test("failed blocks of the home page leave the page intact, and can be reloaded", async ({ page, pageErrors }) => {
  await saveData(page); // prefetching another page would load a failed block
  for (const block of ["index", "categories"]) {
    await page.route(`**/api/content/items/${block}?**`, (route) => route.fulfill({ status: 400, json: {} }));
  }
  await page.goto("/en/about");
  await hydrated(page);
  await page.locator("header .logo").click();
  await expect(page).toHaveURL(/\/en\/?$/);
  await expect(page.locator("h1")).toHaveText(/^Fittings,/);
  await expect(page.locator("#clients li").first()).toBeVisible();
  await expect(page.locator("#cta input[name=phone]")).toBeVisible();
  await expect(page.locator("footer.ft")).toBeVisible();
  const retry = page.locator("main").getByRole("button", { name: "Load again" });
  await expect(retry).toHaveCount(2);
  await page.unroute("**/api/content/items/index?**");
  await retry.first().click();
  await expect(page.locator("#quality")).toBeVisible();
  await expect(retry).toHaveCount(1);
  await page.unroute("**/api/content/items/categories?**");
  await retry.click();
  await expect(page.locator("#categories .cat-card").first()).toBeVisible();
  await expect(retry).toHaveCount(0);
  for (const block of ["index", "categories"]) {
    expect(pageErrors).toContainEqual(expect.stringContaining(`Request error: /items/${block} `));
  }
  expectErrors(pageErrors);
});

test("while the clients cannot be loaded, six placeholders without titles and pictures are shown", async ({
  page,
  pageErrors,
}) => {
  await saveData(page); // as above
  await page.route("**/api/content/items/clients?**", (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto("/en/support");
  await hydrated(page);
  await page.locator("header .logo").click();
  await expect(page.locator("#clients li")).toHaveCount(limits.placeholderClients);
  await expect(page.locator("#clients img")).toHaveCount(0);
  await expect(page.locator("#clients ul")).toHaveText("");
  await page.unroute("**/api/content/items/clients?**");
  await page.locator("#clients").getByRole("button", { name: "Load again" }).click();
  await expect(page.locator("#clients img").first()).toBeVisible();
  expectErrors(pageErrors);
});
