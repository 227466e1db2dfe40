import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { editContent, freshData, importContent, removeData, type Server, startServer } from "./server";

/** Runs a test against a server whose content was changed before its start; the page is closed before it stops. */
async function withContent(page: Page, statements: string, use: (server: Server) => Promise<void>): Promise<void> {
  const data = freshData();
  editContent(data, statements);
  const server = await startServer(data);
  await use(server);
  await page.goto("about:blank");
  await server.stop();
  removeData(data);
}

test("without header data: four entries and the default labels, in each language", async ({ page }) => {
  const expected = [
    ["/de", ["Katalog", "Support", "kontakt", "Kontakt"], "WARENKORB (0)", "ANFRAGE SENDEN"],
    ["/en", ["Catalog", "Support", "contacts", "Contacts"], "CART (0)", "SUBMIT A REQUEST"],
    ["/fr", ["Catalogue", "Assistance", "contact", "Contact"], "PANIER (0)", "ENVOYER UNE DEMANDE"],
    ["/it", ["Catalogo", "Assistenza", "contatti", "Contatti"], "CARRELLO (0)", "INVIA UNA RICHIESTA"],
  ] as const;
  await withContent(page, "DELETE FROM header_translations; DELETE FROM header;", async (server) => {
    for (const [prefix, entries, cart, submit] of expected) {
      await page.goto(server.url + prefix);
      await hydrated(page);
      await expect(page.locator(".hd-nav a")).toHaveText([...entries]);
      await expect(page.locator(".hd-cart")).toHaveText(cart);
      await expect(page.locator(".hd-submit")).toHaveText(submit);
    }
    await page.locator(".hd-nav a").first().click();
    await expect(page.locator("#overlay-catalogue")).toBeVisible();
  });
});

test("header data sets the labels, an external link leaves the site, a flagged entry opens the catalogue's menu", async ({
  page,
}) => {
  const changes = `
    UPDATE header_translations SET cart = 'BASKET', submit_text = 'ASK US' WHERE languages_code = 'en-US';
    UPDATE link SET slug = 'parts', is_catalog = true WHERE slug = 'catalog';
    UPDATE link_translations SET external_link = 'https://shop.example/' WHERE languages_code = 'en-US'
      AND link_id = (SELECT id FROM link WHERE slug = 'support');
  `;
  await withContent(page, changes, async (server) => {
    await page.goto(`${server.url}/en/about`);
    await hydrated(page);
    await expect(page.locator(".hd-cart")).toHaveText("BASKET (0)");
    await expect(page.locator(".hd-submit")).toHaveText("ASK US");
    await expect(page.locator(".hd-nav a[href='https://shop.example/']")).toHaveText("Support");
    await page.locator(".hd-nav a[href='/en/parts']").click();
    await expect(page.locator("#overlay-catalogue")).toBeVisible();
    await expect(page).toHaveURL(/\/en\/about$/);
  });
});

test("the cart's button shows the count, and is red above 0", async ({ page }) => {
  await page.goto("/en/product/straight-union-s");
  await hydrated(page);
  const color = () => page.locator(".hd-cart").evaluate((element) => getComputedStyle(element).color);
  const plain = await color();
  await page.locator(".buy").getByRole("button", { name: "Add to cart" }).click();
  await expect(page.locator(".hd-cart")).toContainText("(1)");
  const alert = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--alert)";
    const value = getComputedStyle(probe).color;
    probe.remove();
    return value;
  });
  await expect.poll(color).toBe(alert);
  expect(alert).not.toBe(plain);
});

test("categories without a name or slug use the fallbacks, and without a picture the placeholder", async ({ page }) => {
  const changes = `
    DELETE FROM categories_translations WHERE categories_id IN
      (1, (SELECT id FROM categories WHERE parent = 1 AND status = 'published' ORDER BY sort LIMIT 1));
    UPDATE categories SET slug = NULL, thumbnail = NULL WHERE id = 1;
    UPDATE categories SET slug = NULL WHERE id =
      (SELECT id FROM categories WHERE parent = 1 AND status = 'published' ORDER BY sort LIMIT 1);
  `;
  await withContent(page, changes, async (server) => {
    await page.goto(`${server.url}/en/about`);
    await hydrated(page);
    await page.locator(".hd-catalog").click();
    const menu = page.locator("#overlay-catalogue");
    const card = menu.locator(".cat-card[href='/en/catalog/category-1']");
    await expect(card).toContainText("Category 1");
    await expect(card.locator(".stage svg")).toBeVisible();
    await expect(menu.locator(".fm-list a[href='/en/catalog/category-1']")).toHaveText("Category 1");
    const child = menu.locator(".fm-list a[href^='/en/catalog/subcategory-']");
    await expect(child).toHaveCount(1);
    await expect(child).toHaveText(/^Subcategory \d+$/);
  });
});

const words = "Technische Dokumentation, Werkstoffe und Zulassungen";

/** Statements that give the header entries and labels of a length in letters, in every language. */
function longHeader(entries: number, length: number, text = words): string {
  const label = (n: number) => `${n} ${text}`.slice(0, length).trim();
  const added = Array.from({ length: entries - 4 }, (_, i) => i + 101);
  return [
    ...added.map((id) => `INSERT INTO link (id, title, slug, is_catalog) VALUES (${id}, '${label(id)}', 'imprint', 0)`),
    ...added.map((id) => `INSERT INTO menu_links (menu_id, collection, item, sort) VALUES (1, 'link', '${id}', ${id})`),
    `UPDATE link_translations SET link_text = substr(link_id || ' ${text}', 1, ${length})`,
    `UPDATE header_translations SET cart = '${label(1)}', submit_text = '${label(2)}', language_text = '${label(3)}'`,
    `UPDATE header SET title = '${label(4)}', logo = NULL`,
  ].join(";");
}

/** The widths of the design, and those beside its breakpoints, in px. */
const widths = [320, 390, 767, 768, 1023, 1024, 1279, 1280, 1365, 1366, 1440, 1919, 1920];

for (const [entries, length, letters, text] of [
  [6, 12, "letters", words],
  [8, 12, "letters", words],
  [8, 28, "letters", words],
  [8, 8, "capitals", words.toUpperCase()],
] as const) {
  test(`${entries} entries and labels of ${length} ${letters} fit every width, and every entry can be reached`, async ({
    page,
  }) => {
    await withContent(page, longHeader(entries, length, text), async (server) => {
      await page.goto(`${server.url}/de/about`);
      await hydrated(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const found = await page.evaluate(() => {
          const right = document.documentElement.clientWidth;
          const inside = (element: Element) => {
            const box = element.getBoundingClientRect();
            const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
            return box.left >= 0 && box.right <= right && element.contains(hit);
          };
          const controls = [...document.querySelectorAll(".hd-cart, .hd-submit, .lang-w summary, .hd-search, .burger")];
          return {
            wide: Math.max(0, document.documentElement.scrollWidth - right),
            outside: controls
              .filter((control) => control.checkVisibility() && !inside(control))
              .map((c) => c.className),
            entries: [...document.querySelectorAll(".hd-nav a")].filter(inside).length,
            // That of the menu without scripts stays until the other one's code is loaded.
            burger: [...document.querySelectorAll(".burger")].some(inside),
          };
        });
        expect(found, `${width} px`).toMatchObject({ wide: 0, outside: [] });
        expect(found.burger || found.entries === entries, `${width} px: ${found.entries} entries`).toBe(true);
      }
    });
  });
}

test("what does not fit is behind the burger, and the keyboard reaches it in the header", async ({ page }) => {
  await withContent(page, longHeader(8, 28), async (server) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}/de/about`);
    await hydrated(page);
    await page.locator(".hd-nav a").first().focus();
    for (let entry = 1; entry < 8; entry++) await page.keyboard.press("Tab");
    const last = page.locator(".hd-nav a").last();
    await expect(last).toBeFocused();
    expect(
      await last.evaluate((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    ).toBe(true);
    await page.locator("button.burger").click();
    await expect(page.locator("#overlay-mobile nav a[href$='/imprint']")).toHaveCount(4);
    await page.locator("#overlay-mobile nav a[href$='/imprint']").last().click();
    await expect(page).toHaveURL(/\/de\/imprint$/);
    await expect(page.locator("#overlay-mobile")).toHaveCount(0);
  });
});

test("the entries of the mobile menu are in view and as wide as the window at most", async ({ page }) => {
  await withContent(page, longHeader(8, 28), async (server) => {
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${server.url}/de/about`);
      await hydrated(page);
      await page.locator("button.burger").click();
      const menu = page.locator("#overlay-mobile");
      await expect(menu).toHaveAttribute("data-phase", "open");
      expect(
        await menu.evaluate((sheet) =>
          [...sheet.querySelectorAll("a, a > *")]
            .filter(
              (inner) => inner.scrollWidth > inner.clientWidth || inner.getBoundingClientRect().right > innerWidth,
            )
            .map((inner) => inner.outerHTML.slice(0, 100)),
        ),
        `${width} px`,
      ).toEqual([]);
    }
  });
});

test("the demo's header has no burger from 1024 px, in each language", async ({ page }) => {
  for (const prefix of ["/de", "/en", "/fr", "/it"]) {
    await page.goto(`${prefix}/about`);
    for (const width of [1024, 1280, 1366, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator("button.burger"), `${prefix} ${width}`).toBeHidden();
      const tops = await page
        .locator(".hd-nav a")
        .evaluateAll((links) => links.map((a) => a.getBoundingClientRect().top));
      expect(tops, `${prefix} ${width}`).toEqual([0, 0, 0, 0]);
    }
  }
});

test("the language switcher is labelled LANGUAGE, its list Select Language, in each language", async ({ page }) => {
  const expected = [
    ["/de", "SPRACHE Deutsch DE", "Sprache wählen"],
    ["/en", "LANGUAGE English EN", "Select Language"],
    ["/fr", "LANGUE Français FR", "Choisir la langue"],
    ["/it", "LINGUA Italiano IT", "Scegli la lingua"],
  ] as const;
  await withContent(page, "UPDATE header_translations SET language_text = NULL;", async (server) => {
    for (const [prefix, label, title] of expected) {
      await page.goto(`${server.url}${prefix}/about`);
      await hydrated(page);
      await expect(page.locator(".lang-w summary")).toHaveText(label);
      await page.locator(".lang-w summary").click();
      await expect(page.locator(".dd-h")).toHaveText(title);
      await expect(page.locator(".dd").getByRole("navigation", { name: title })).toBeVisible();
    }
  });
});

test("header data labels the language switcher", async ({ page }) => {
  await withContent(page, "UPDATE header_translations SET language_text = 'Tongue';", async (server) => {
    await page.goto(`${server.url}/en/about`);
    await expect(page.locator(".lang-w summary")).toHaveText("Tongue English EN");
    await expect(page.locator(".dd-h")).toHaveText("Select Language");
  });
});

test("with a modifier key, the catalogue's entry and the logo of the home page open a tab", async ({
  page,
  context,
}) => {
  await page.goto("/en");
  await hydrated(page);
  for (const [selector, address] of [
    [".hd-catalog", "/en/catalog"],
    [".hd .logo", "/en"],
  ] as const) {
    const opened = context.waitForEvent("page");
    await page.locator(selector).click({ modifiers: ["ControlOrMeta"] });
    const tab = await opened;
    await tab.waitForURL(`**${address}`);
    await tab.close();
    await expect(page).toHaveURL(/\/en$/);
    await expect(page.locator("#overlay-catalogue")).toHaveCount(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator("button.burger").click();
  const opened = context.waitForEvent("page");
  await page
    .locator("#overlay-mobile")
    .getByRole("link", { name: "Catalog" })
    .click({ modifiers: ["ControlOrMeta"] });
  await (await opened).waitForURL("**/en/catalog");
  await expect(page.locator("#overlay-catalogue")).toHaveCount(0);
});

test("the burger's labels are Russian on a site in Russian", async ({ page }) => {
  const data = freshData();
  importContent(data, {
    languages: [{ code: "ru-RU", name: "Russian", title: "Русский", direction: "ltr", sort: 5 }],
  });
  const server = await startServer(data);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/ru/about`);
  await hydrated(page);
  await page.getByRole("button", { name: "Открыть меню" }).click();
  await expect(page.locator("#overlay-mobile")).toHaveAttribute("data-phase", "open");
  await page.getByRole("button", { name: "Закрыть меню" }).click();
  await expect(page.locator("#overlay-mobile")).toHaveCount(0);
  await page.goto("about:blank");
  await server.stop();
  removeData(data);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the catalogue's entry is a link", async ({ page }) => {
    await page.goto("/en");
    await page.locator(".hd-catalog").click();
    await expect(page).toHaveURL(/\/en\/catalog$/);
  });

  test("the cart's and the request's buttons lead to their pages", async ({ page }) => {
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/it/about");
      await page.locator(".hd-cart").click();
      await expect(page).toHaveURL(/\/it\/cart\??$/);
    }
    await page.goto("/it/about");
    await page.locator(".hd-submit").click();
    await expect(page).toHaveURL(/\/it\/contacts\??$/);
    await expect(page.locator("main form [type=submit]")).toBeVisible();
  });

  for (const width of [320, 390, 768, 1023]) {
    test(`at ${width} px the menu leads to every page, the request form and the languages`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const open = async () => {
        await page.goto("/fr/about");
        await page.locator(".hd .burger:visible").click();
      };
      await open();
      const menu = page.locator("details.hd-ns nav");
      await expect(menu.getByRole("link")).toHaveText([
        "Catalogue",
        "À propos",
        "Support",
        "Contact",
        "Envoyer une demande",
        "Deutsch",
        "English",
        "Français",
        "Italiano",
      ]);
      await expect(menu.locator("[aria-current=true]")).toHaveText("Français");
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      for (const [name, address] of [
        ["Catalogue", "/fr/catalog"],
        ["Envoyer une demande", "/fr/contacts"],
        ["Italiano", "/it/about"],
      ] as const) {
        await open();
        await menu.getByRole("link", { name }).click();
        await expect(page).toHaveURL(new RegExp(`${address}$`));
      }
      await expect(page.getByRole("banner").getByRole("link", { name: "Ricerca" })).toBeVisible();
    });
  }

  test("what does not fit is in the menu at every width", async ({ page }) => {
    await withContent(page, longHeader(8, 28), async (server) => {
      for (const width of [320, 1024, 1366, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${server.url}/de/about`);
        await page.locator(".hd .burger:visible").click();
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        await page.locator("details.hd-ns a[href='/de/imprint']").last().click();
        await expect(page).toHaveURL(/\/de\/imprint$/);
      }
    });
  });
});
