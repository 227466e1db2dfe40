import type { APIRequestContext, Page } from "@playwright/test";
import { placeholders } from "../web/src/lazy-constants";
import { expect, expectErrors, hydrated, saveData, test } from "./fixtures";
import { editContent, freshData, removeData, startServer } from "./server";
import { prefixes } from "./states";

/** The pages, each with the record that it shows and its blocks. */
const records = [
  { path: "", collection: "index", blocks: [".hero", "#categories", "#numbers", "#popular", "#quality", "#cta"] },
  { path: "/catalog", collection: "catalog", blocks: [".page-head", ".catalog-index", ".range-band", "#cta"] },
  {
    path: "/about",
    collection: "about",
    blocks: [".page-head", ".strip", "#reasons", "#numbers", "#unite .legend", "#unite .cite", "#clients", "#cta"],
  },
  {
    path: "/support",
    collection: "support",
    blocks: [".page-head", ".files", ".accs", ".hotline .phone", ".crop--team", ".team", ".side-b form"],
  },
  { path: "/contacts", collection: "contacts", blocks: [".page-head", ".contact-block", ".crop", ".side-b form"] },
] as const;

type Fields = Record<string, unknown>;

/** Returns a record's translation into the language, otherwise its first one. */
async function textsOf(request: APIRequestContext, collection: string, language: string): Promise<Fields> {
  const reply = await request.get(`/api/content/items/${collection}?fields=translations.*&language=${language}`);
  const { data } = (await reply.json()) as { data: Fields | Fields[] };
  const record = Array.isArray(data) ? data[0] : data;
  return (record?.translations as Fields[] | undefined)?.[0] ?? {};
}

/** Returns what a page must contain for a field: its texts, line by line, and the files that it names. */
function partsOf(key: string, value: unknown): string[] {
  // IDs, language codes and icon names are not shown.
  if (/^(id|languages_code|icon|.*_id)$/.test(key)) return [];
  if (typeof value === "string" && value.startsWith("[")) return partsOf(key, JSON.parse(value));
  if (typeof value === "string") return value.split(/[\n|]/);
  if (Array.isArray(value)) return value.flatMap((entry) => partsOf("", entry));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => partsOf(name, inner));
}

const bare = (text: string) => text.replace(/[\s\u00ad\u00a0\u202f]/g, "");

/** Returns a page's text, the addresses of its links and files, and its accessible names. */
async function contentOf(page: Page): Promise<string> {
  const content = await page.locator("main").evaluate((main) => {
    const attributes = [...main.querySelectorAll("*")].flatMap((element) =>
      ["href", "src", "poster", "aria-label"].flatMap((name) => element.getAttribute(name) ?? []),
    );
    return [main.textContent, ...attributes].join("\n");
  });
  return bare(content);
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  for (const [prefix, language] of prefixes) {
    test(`a page shows all of its record in blocks that fit 320 px: ${language}`, async ({ page, request }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      for (const { path, collection, blocks } of records) {
        await page.goto(prefix + path);
        for (const block of blocks) await expect(page.locator(block).first(), path).toBeVisible();
        const content = await contentOf(page);
        const texts = await textsOf(request, collection, language);
        // The title in two parts replaces the title in one.
        if (texts.numbers_title_frist) delete texts.numbers_title;
        // The catalogue's heading is always in the page's language.
        if (collection === "catalog" && texts.languages_code !== language) delete texts.title;
        const parts = Object.entries(texts).flatMap(([key, value]) => partsOf(key, value));
        // A call to action's default English phrases count as empty.
        const shown = parts.filter((part) => !Object.values<string>(placeholders).includes(part));
        expect(shown.length, path).toBeGreaterThan(2);
        expect(shown.filter((part) => !content.includes(bare(part)))).toEqual([]);
        const widths = await page
          .locator("html")
          .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
        expect(widths.scrollWidth, path).toBeLessThanOrEqual(widths.clientWidth);
      }
    });
  }

  test("every picture and film of a record is shown", async ({ page }) => {
    const [picture, film] = ["hero-light.webp", "turntable.webm"].map(
      (name) => `(SELECT id FROM directus_files WHERE filename_download = '${name}')`,
    );
    const data = freshData();
    editContent(
      data,
      `UPDATE index_translations SET offer_image = ${picture}, quality_img = ${picture}, numbers_media = ${film},
         numbers_poster = ${picture}, quality_video = NULL, cta_media = ${film}, cta_poster = ${picture};
       UPDATE about_translations SET offer_image = ${picture}, cta_media = ${picture}, unite_cite_image = ${picture},
         unite_video = ${film}, unite_poster = ${picture};`,
    );
    const server = await startServer(data);
    await page.goto(`${server.url}/en`);
    const films = ["#numbers video[poster]", ".range-band video[poster]"];
    for (const place of [".hero-pic img", ".qual-fig img", ".turn img", ...films]) {
      await expect(page.locator(place)).toBeVisible();
    }
    await expect(page.locator("#numbers .film-b"), "only scripts play it").toBeHidden();
    await page.goto(`${server.url}/en/about`);
    for (const place of [".crop--offer img", ".range-band img", ".cite img.portrait", ".turn video[poster]"]) {
      await expect(page.locator(place)).toBeVisible();
    }
    await page.goto("about:blank");
    await server.stop();
    removeData(data);
  });
});

test("contacts link to phone, e-mail and map; opening hours are text", async ({ page }) => {
  await page.goto("/en/contacts");
  const block = page.locator(".contact-block");
  await expect(block.getByRole("link", { name: "+41 52 000 24 00" })).toHaveAttribute("href", "tel:+41520002400");
  await expect(block.getByRole("link", { name: "anfrage@ferrule.example" })).toHaveAttribute(
    "href",
    "mailto:anfrage@ferrule.example",
  );
  const map = block.getByRole("link", { name: "Show on the map" });
  await expect(map).toHaveAttribute("href", /^https:\/\/www\.openstreetmap\.org\//);
  await expect(map).toHaveAttribute("rel", "external noopener");
  await expect(block.getByText("Mon–Fri, 7:30 am – 5 pm")).toBeVisible();
});

test("documents show their type and size, questions open with the keyboard", async ({ page }) => {
  await page.goto("/en/support");
  await hydrated(page);
  const files = page.locator(".file");
  await expect(files.first()).toContainText(/PDF.*\d\s?kB/);
  const links = await files.evaluateAll((all) => all.map((each) => each.getAttribute("href") ?? ""));
  for (const link of links) expect((await page.request.get(link)).headers()["content-type"]).toBe("application/pdf");
  const second = page.locator("details.acc").nth(1);
  await second.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(second).toHaveAttribute("open", "");
  await expect(second.locator(".acc-b")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(second).not.toHaveAttribute("open");
});

test("a page's HTML names the form that the browser shows, and form 12 where no form is published", async ({
  page,
}) => {
  const data = freshData();
  editContent(data, "UPDATE contacts_translations SET form = NULL; UPDATE forms SET status = 'draft' WHERE id = 12;");
  const server = await startServer(data);
  const formId = async () => {
    const html = await (await page.request.get(`${server.url}/de/contacts`)).text();
    return /name="formId" value="(\d+)"/.exec(html)?.[1];
  };
  expect(await formId()).toBe("1");
  await page.goto(`${server.url}/de/contacts`);
  await hydrated(page);
  await expect(page.locator(".side-b [name=formId]")).toHaveValue("1");
  await page.goto("about:blank");
  await server.stop();

  editContent(
    data,
    `UPDATE forms SET status = 'draft'; UPDATE index_translations SET cta_form = NULL;
      UPDATE support_translations SET form = NULL; UPDATE catalog_translations SET catalog_form = NULL;`,
  );
  const emptied = await startServer(data);
  await page.goto(`${emptied.url}/de/contacts`);
  await hydrated(page);
  await expect(page.locator(".side-b [name=formId]")).toHaveValue("12");
  await page.locator(".hd-submit").click();
  const form = page.locator("#overlay-request");
  await form.locator("[name=name]").fill("Carla");
  await form.locator("[name=phone]").fill("+41 52 000 24 00");
  await form.locator("[name=agree]").check();
  const sent = page.waitForRequest("**/api/form-messages");
  await form.locator("[type=submit]").click();
  expect((await sent).postDataJSON()).toMatchObject({ formId: 12 });
  await expect(form.locator(".thanks")).toBeVisible();
  await page.goto("about:blank");
  await emptied.stop();
  removeData(data);
});

test("a page whose record has no form shows that of the home page; phone and questions have defaults", async ({
  page,
}) => {
  const data = freshData();
  editContent(data, "UPDATE support_translations SET form = NULL, phone_number = NULL, faq_list = NULL;");
  const server = await startServer(data);
  await page.goto(`${server.url}/it/support`);
  await hydrated(page);
  await expect(page.locator(".hotline .phone")).toHaveText(/^\+41 /);
  await expect(page.locator("details.acc")).toHaveCount(2);
  await expect(page.locator("details.acc").first()).toContainText("3-5 giorni lavorativi");
  const form = page.locator(".side-b form");
  await form.locator("[name=name]").fill("Carla");
  await form.locator("[name=phone]").fill("+41 52 000 24 00");
  await form.locator("[name=agree]").check();
  const sent = page.waitForRequest("**/api/form-messages");
  await form.locator("[type=submit]").click();
  expect((await sent).postDataJSON()).toMatchObject({ formId: 1, source: "support" });
  await expect(page.locator(".thanks")).toBeVisible();
  await page.goto("about:blank");
  await server.stop();
  removeData(data);
});

for (const { path, collection, name } of [
  { path: "/about", collection: "about", name: "About" },
  { path: "/support", collection: "support", name: "Support" },
  { path: "/contacts", collection: "contacts", name: "Contacts" },
]) {
  test(`a failed block leaves the page intact and can be reloaded: ${collection}`, async ({ page, pageErrors }) => {
    await saveData(page); // prefetching would load the block
    await page.goto("/en/privacy");
    await hydrated(page);
    await page.route(`**/api/content/items/${collection}?**`, (route) => route.fulfill({ status: 400, json: {} }));
    await page.locator("header").getByRole("link", { name }).click();
    await expect(page).toHaveURL(new RegExp(`/en${path}$`));
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.locator("main input[name=phone]")).toBeVisible();
    await expect(page.locator("footer.ft")).toBeVisible();
    const retry = page.locator("main").getByRole("button", { name: "Load again" });
    await expect(retry).toHaveCount(1);
    await page.unroute(`**/api/content/items/${collection}?**`);
    await retry.click();
    await expect(page.locator(".strip, .files, .contact-block").first()).toBeVisible();
    await expect(retry).toHaveCount(0);
    expectErrors(pageErrors);
  });
}

test("where forms cannot be loaded, a form with built-in texts is shown and can be sent", async ({
  page,
  pageErrors,
}) => {
  await page.route("**/api/content/items/forms?**", (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto("/en/privacy");
  await hydrated(page);
  await page.locator("header").getByRole("link", { name: "Contacts" }).click();
  await expect(page.locator("main").getByRole("button", { name: "Load again" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Carla");
  await page.getByLabel("Phone").fill("+41 52 000 24 00");
  await page.locator("main").getByRole("checkbox").check();
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.locator(".thanks")).toBeVisible();
  expectErrors(pageErrors);
});
