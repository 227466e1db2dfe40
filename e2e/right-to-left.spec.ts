import { test as base, expect, hydrated } from "./fixtures";
import { editContent, freshData, importContent, removeData, type Server, startServer } from "./server";

// A language that exists only in the content: a record of the collection
// "languages" and, so that it is available, one page translated into it.
const test = base.extend<object, { arabic: Server; recordOnly: Server }>({
  recordOnly: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => withArabic("", use),
    { scope: "worker" },
  ],
  arabic: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => withArabic(translations, use),
    { scope: "worker" },
  ],
});

const translations = `
  INSERT INTO support_translations (support_id, languages_code, title, docs_description, faq_title)
    SELECT id, 'ar-SA', 'الدعم', 'كل الوثائق والإجابات في مكان واحد.', 'الأسئلة الشائعة' FROM support;
  INSERT INTO link_translations (link_id, languages_code, link_text)
    SELECT id, 'ar-SA', CASE slug WHEN 'catalog' THEN 'الكتالوج' WHEN 'about' THEN 'من نحن'
      WHEN 'support' THEN 'الدعم' ELSE 'اتصل بنا' END FROM link;
`;

async function withArabic(statements: string, use: (server: Server) => Promise<void>): Promise<void> {
  const data = freshData();
  importContent(data, {
    languages: [{ code: "ar-SA", name: "Arabic", title: "العربية", direction: "rtl", sort: 5 }],
  });
  editContent(data, statements);
  const server = await startServer(data);
  await use(server);
  await server.stop();
  removeData(data);
}

const paths = ["", "/catalog", "/catalog/straight-unions", "/product/straight-union-s", "/about", "/support"];

test("a record is enough to serve the pages of a language, with English texts and the first translation of the content", async ({
  page,
  recordOnly,
}) => {
  const response = await page.goto(`${recordOnly.url}/ar/support`);
  expect(response?.status()).toBe(200);
  expect(response?.headers()["content-language"]).toBe("ar-SA");
  await hydrated(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator(".skip"), "interface texts").toHaveText("Skip to content");
  await expect(page.locator("body"), "their language (WCAG 3.1.2)").toHaveAttribute("lang", "en");
  for (const content of ["h1", ".hd-cart", ".hd-submit"]) {
    await expect(page.locator(content), "content").toHaveAttribute("lang", "de-DE");
  }
  // Nothing is translated into it: it is not offered, and a cookie does not select it.
  await page.locator(".lang-w summary").click();
  await expect(page.locator(".lang-w a")).toHaveText(["Deutsch", "English", "Français", "Italiano"]);
  await expect(page.locator(".lang-w summary")).toHaveText("Sprache العربية AR");
});

test("an available language of the content is chosen without a reload, and is right to left immediately", {
  tag: "@smoke",
}, async ({ page, context, arabic }) => {
  await page.goto(`${arabic.url}/support`);
  await hydrated(page);
  await page.locator(".lang-w summary").click();
  await page.locator(".lang-w").getByRole("link", { name: "العربية" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  await expect(page.locator("h1")).toHaveText("الدعم");
  await expect(page).toHaveURL(/\/support$/);
  expect((await context.cookies()).find(({ name }) => name === "selected-language")?.value).toBe("ar-SA");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await hydrated(page);
  await page.goto(`${arabic.url}/de/support`);
  await hydrated(page);
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  await page.locator(".lang-w summary").click();
  await page.locator(".lang-w").getByRole("link", { name: "العربية" }).click();
  await expect(page).toHaveURL(/\/ar\/support$/);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
});

test("right to left: each text is in the language that its element names (WCAG 3.1.2)", async ({ page, arabic }) => {
  /** The Arabic texts in elements of another language. */
  const misnamed = () =>
    page.locator("#root").evaluate((root) => {
      const found: string[] = [];
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { parentElement, textContent } = texts.currentNode;
        const lang = parentElement?.closest("[lang]")?.getAttribute("lang");
        if (/[\u0600-\u06FF]/.test(textContent ?? "") && lang !== "ar-SA") found.push(`${lang}: ${textContent}`);
      }
      return found;
    });
  await page.goto(`${arabic.url}/ar/support`);
  await expect(page.locator("body"), "as the server renders it").toHaveAttribute("lang", "en");
  expect(await misnamed()).toEqual([]);
  await page.goto(`${arabic.url}/de/support`);
  await hydrated(page);
  await expect(page.locator("body")).not.toHaveAttribute("lang");
  await page.locator(".lang-w summary").click();
  await page.locator(".lang-w").getByRole("link", { name: "العربية" }).click();
  await expect(page.locator("h1")).toHaveText("الدعم");
  await expect(page.locator("body"), "as the browser renders it").toHaveAttribute("lang", "en");
  expect(await misnamed()).toEqual([]);
});

for (const width of [390, 1280]) {
  test(`right to left at ${width} px: the logo is on the right, and nothing scrolls sideways`, async ({
    page,
    arabic,
  }, info) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of paths) {
      await page.goto(`${arabic.url}/ar${path}`);
      await hydrated(page);
      const [logo, cart] = await Promise.all([
        page.locator(".hd .logo").boundingBox(),
        page.locator(".hd-cart").boundingBox(),
      ]);
      expect(logo?.x, path).toBeGreaterThan(width / 2);
      expect(cart?.x, path).toBeLessThan(width / 2);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, path).toBeLessThanOrEqual(0);
      const name = `right-to-left-${width}${path.replaceAll("/", "-")}.png`;
      await page.screenshot({ path: info.outputPath(name), fullPage: true });
    }
  });
}

test("right to left: arrows are mirrored, drawings and their letters are not", async ({ page, arabic }) => {
  await page.goto(`${arabic.url}/ar`);
  await hydrated(page);
  const scaleOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).scale);
  expect(await scaleOf(".btn .ico--line")).toBe("-1 1");
  expect(await scaleOf(".slider-nav .ico")).toBe("-1 1");
  expect(await scaleOf(".hd-catalog .ico")).toBe("none");
  const label = page.locator(".hero-dwg text").first();
  await expect(label).toHaveCSS("direction", "ltr");
  const [title, drawing] = await Promise.all([
    page.locator("h1 > span").boundingBox(),
    page.locator(".hero-dwg .ring-name").boundingBox(),
  ]);
  expect(drawing?.x, "the drawing is beside the title").toBeLessThan(title?.x ?? 0);
});

test("right to left: panels slide in from the left and stay there", async ({ page, arabic }) => {
  await page.goto(`${arabic.url}/ar/support`);
  await hydrated(page);
  await page.locator(".hd-cart").click();
  const panel = page.locator("#overlay-cart");
  await expect(panel).toHaveCSS("animation-name", "panel-in");
  await expect.poll(async () => (await panel.boundingBox())?.x).toBe(0);
  // The first frame of its animation.
  const start = await panel.evaluate((element) => {
    element.style.animation = "none";
    element.getBoundingClientRect();
    element.style.animation = "panel-in 1s paused";
    return element.getBoundingClientRect().right;
  });
  expect(start).toBe(0);
});

test("right to left: a text in another language has its own direction, and is aligned with the page", async ({
  page,
  arabic,
}) => {
  await page.goto(`${arabic.url}/ar`);
  await hydrated(page);
  const title = page.locator("h1");
  await expect(title).toHaveAttribute("lang", "de-DE");
  await expect(title).toHaveCSS("text-align", "right");
  const [first, last] = await title.locator("span").evaluate((element) => {
    const line = element.lastChild as Text;
    const leftOf = (index: number) => {
      const range = document.createRange();
      range.setStart(line, index);
      range.setEnd(line, index + 1);
      return range.getBoundingClientRect().left;
    };
    return [leftOf(0), leftOf(line.length - 1)] as const;
  });
  expect(last, "the full stop ends the line").toBeGreaterThan(first);
});
