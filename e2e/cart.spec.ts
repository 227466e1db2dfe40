import { installAxe, violations } from "./axe";
import { line, lines, openWith, panel, quantity, stored } from "./filled-cart";
import { expect, hydrated, test } from "./fixtures";
import { fill, openForm } from "./forms";
import { declineCookies, openCart } from "./states";

test.beforeEach(({ context, baseURL }) => declineCookies(context, baseURL));

test("the cart counts lines and pieces in the page's language", async ({ page }) => {
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

test("a quantity can be typed, pasted, stepped and set with keys", { tag: "@smoke" }, async ({ page }) => {
  await openWith(page, [line(5)], "/de/about");
  await openCart(page);
  const field = quantity(lines(page));
  const box = await field.boundingBox();
  for (const [typed, value] of [
    ["12", "12"],
    ["1.000", "1000"],
    ["1’000", "1000"],
    ["2,0", "2"],
    ["999.999", "999999"],
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

test("numbers are parsed by the rules of English on an English page", async ({ page }) => {
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

test("a removed line can be restored at its position until the next change", { tag: "@smoke" }, async ({ page }) => {
  await openWith(page, [line(1), line(2), line(3)]);
  await openCart(page);
  await panel(page).getByRole("button", { name: "Remove item: Part 2" }).click();
  const undo = panel(page).getByRole("button", { name: "Undo" });
  await expect(undo).toBeFocused();
  await expect(panel(page).locator("p.vh[role=status]").first()).toHaveText("Part 2 removed.");
  await expect(panel(page).locator(".cart-list > .citem, .cart-list > .cundo")).toContainText([
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

test("a step below one removes the line, and Undo restores it with its quantity", async ({ page }) => {
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

test("emptying the cart clears its storage and can be undone", async ({ page }) => {
  await openWith(page, [line(1), line(2)]);
  await openCart(page);
  await panel(page).getByRole("button", { name: "Empty" }).click();
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

test("a line's note opens on demand, is stored and is sent with the request", async ({ page }) => {
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
  await openForm(panel(page));
  await fill(panel(page), "Anna Berg");
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

test("a note is stored when typing pauses, when its field closes, and when the page is left", async ({ page }) => {
  await page.clock.install();
  await openWith(page, [line(1), line(2)]);
  await page.locator(".hd-cart").click();
  const open = (part: string) =>
    panel(page)
      .getByRole("button", { name: `Note on ${part}` })
      .click();
  await open("Part 1");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.type("3.1");
  expect(await stored(page)).not.toContain("note");
  await page.clock.runFor(300);
  expect(await stored(page)).toContain('"note":"3.1"');
  await page.keyboard.type(" B");
  await open("Part 2");
  expect(await stored(page)).toContain('"note":"3.1 B"');
  await page.keyboard.type("blue");
  await page.clock.resume();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  expect(await stored(page)).toContain('"note":"blue"');
  await page.locator(".hd-cart").click();
  await page.clock.pauseAt(Date.now() + 120_000);
  await panel(page).getByRole("textbox", { name: "Note on Part 2" }).press("End");
  await page.keyboard.type("ish");
  await page.reload();
  expect(await stored(page)).toContain('"note":"blueish"');
});

test("an emptied note closes when it loses focus", async ({ page }) => {
  await openWith(page, [line(1, { meta: { note: "3.1" } })]);
  await openCart(page);
  const field = panel(page).getByRole("textbox", { name: "Note on Part 1" });
  await field.fill("");
  await expect(field).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(field).toHaveCount(0);
  expect(await stored(page)).not.toContain("note");
});

test("a free-text line shows its text and that it is not in the catalogue", async ({ page }) => {
  const free = { uid: "free:1", sku: "<b>Ball valve</b> as in 2019", type: "", quantity: 4, meta: { free: true } };
  await openWith(page, [line(1), free]);
  await openCart(page);
  await expect(lines(page).nth(1)).toContainText("<b>Ball valve</b> as in 2019");
  await expect(lines(page).nth(1)).toContainText("Not in the catalog");
  await expect(lines(page).nth(0)).not.toContainText("Not in the catalog");
  // A picture would suggest that the typed text is that part.
  await expect(lines(page).nth(0).locator("img")).toHaveAttribute("src", "/fitting.png");
  await expect(lines(page).nth(1).locator("img")).toHaveCount(0);
});

test("the page of an empty cart shows the same drawing and hint as the panel", async ({ page }) => {
  await page.goto("/en/cart");
  await hydrated(page);
  const main = page.locator("main");
  await expect(main.getByRole("heading", { name: "The cart is empty." })).toBeVisible();
  await expect(main.locator(".cart-dwg img:visible")).toHaveCount(1);
  await expect(main.getByRole("link", { name: "Go to catalog" })).toBeVisible();
});

test("a link to the list's window opens it on the cart's page if it is pressed before its code is loaded", async ({
  page,
}) => {
  await page.goto("/en/catalog");
  const link = page.locator("main").getByRole("link", { name: "Paste bill of materials" });
  await expect(link).toHaveAttribute("href", "/en/cart#list");
  await page.goto("/en/cart#list");
  await hydrated(page);
  await expect(page.getByRole("dialog", { name: "Bill of materials" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("lines are named in the visitor's language; a name in another language is marked with it", async ({ page }) => {
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

test("the cart can be used with the keyboard alone", async ({ page }) => {
  await openWith(page, [line(1), line(2)]);
  await page.locator(".hd-cart").focus();
  await page.keyboard.press("Enter");
  await expect(panel(page)).toHaveAttribute("data-phase", "open");
  const order = [
    panel(page).getByRole("link", { name: "Paste list" }),
    panel(page).getByRole("link", { name: "Share" }),
    panel(page).getByRole("button", { name: "Empty" }),
    panel(page).getByRole("button", { name: "Note on Part 1" }),
    panel(page).getByRole("button", { name: "Remove item: Part 1" }),
    lines(page).nth(0).getByRole("button", { name: "Decrease" }),
    quantity(lines(page).nth(0)),
    lines(page).nth(0).getByRole("button", { name: "Increase" }),
    panel(page).getByRole("button", { name: "Note on Part 2" }),
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

test.describe("with reduced motion", () => {
  test.use({ reducedMotion: "reduce" });

  test("axe reports no violations in any state of the cart", async ({ page }) => {
    await installAxe(page);
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
      const overflows = await panel(page).evaluate((element) =>
        [element, ...element.querySelectorAll(".panel-b, .qty input, .cart-foot")]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(
            ({ outerHTML, scrollWidth, clientWidth }) => `${outerHTML.slice(0, 80)}: ${scrollWidth - clientWidth} px`,
          ),
      );
      expect(overflows, `${width} px`).toEqual([]);
      await openForm(panel(page));
      expect(await violations(page), `form open, ${width} px`).toEqual([]);
      await lines(page).nth(1).getByRole("button", { name: "Remove item" }).click();
      expect(await violations(page), `a line removed, ${width} px`).toEqual([]);
      await panel(page).getByRole("button", { name: "Empty" }).click();
      expect(await violations(page), `emptied, ${width} px`).toEqual([]);
      await page.keyboard.press("Escape");
    }
  });
});
