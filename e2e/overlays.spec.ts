import type { Page } from "@playwright/test";
import { timings } from "../web/src/constants";
import { expect, delayRequests, hydrated, saveData, stopClock, test, twoFrames } from "./fixtures";
import { address, type Case, cases, open, start } from "./overlays";

const boxes = (page: Page) =>
  page.evaluate(() =>
    ["header.hd", "main", ".hd-cart"].map((selector) => {
      const { x, y, width, height } = (document.querySelector(selector) as Element).getBoundingClientRect();
      return { selector, x, y, width, height };
    }),
  );

/** The overlays of the smoke test: one menu and one panel. */
const smoke = ["catalogue menu", "cart"];

for (const each of cases) {
  const { overlay, opener, menu } = each;
  const tag = smoke.includes(each.name) ? "@smoke" : [];

  test(`${each.name}: opening locks the page and traps the focus, and every way of closing restores both`, {
    tag,
  }, async ({ page }) => {
    await start(each, page);

    await test.step("opening locks the page, makes it inert and moves the focus; Escape restores all", async () => {
      await page.evaluate(() => window.scrollTo(0, 200));
      const before = await boxes(page);
      await open(each, page);
      await expect(page.locator("main")).toHaveAttribute("inert");
      if (menu) await expect(page.locator("header.hd")).not.toHaveAttribute("inert");
      else await expect(page.locator("header.hd")).toHaveAttribute("inert");
      await expect(page.locator("html")).toHaveCSS("overflow-y", "hidden");
      expect(await boxes(page)).toEqual(before);
      expect(await overlay(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);

      await page.keyboard.press("Escape");
      await expect(overlay(page)).toHaveCount(0);
      await expect(page.locator("main")).not.toHaveAttribute("inert");
      await expect(page.locator("html")).not.toHaveCSS("overflow-y", "hidden");
      await expect(opener(page)).toBeFocused();
      expect(await boxes(page)).toEqual(before);
      expect(await page.evaluate(() => window.scrollY)).toBe(200);
    });

    await test.step("Tab stays inside, in both directions", async () => {
      await open(each, page);
      for (const key of ["Shift+Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) {
        await page.keyboard.press(key);
        const where = await page.evaluate(() => {
          const focused = document.activeElement;
          if (!focused || focused === document.body) return "the browser";
          if (focused.closest("[id^=overlay-]")) return "overlay";
          return focused.hasAttribute("aria-controls") ? "its trigger" : focused.outerHTML.slice(0, 80);
        });
        expect(menu ? ["overlay", "its trigger"] : ["overlay", "the browser"]).toContain(where);
      }
      await page.keyboard.press("Escape");
      await expect(overlay(page)).toHaveCount(0);
    });

    await test.step("its own button closes it, as does a click beside a panel", async () => {
      await open(each, page);
      expect(await namesInDialog(page)).toContain("button Close");
      await overlay(page).locator(".panel-x").press("Enter");
      await expect(overlay(page)).toHaveCount(0);
      await expect(opener(page)).toBeFocused();
      await open(each, page);
      if (menu) {
        // As a screen reader's double tap presses it, without the focus.
        const box = await overlay(page).locator(".panel-x").boundingBox();
        await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
      } else await page.mouse.click(20, 450);
      await expect(overlay(page)).toHaveCount(0);
    });

    await test.step("going to another page of the history closes it", async () => {
      await page.locator(".crumbs a, nav[aria-label] a[href='/en/catalog']").last().click();
      await expect(page).not.toHaveURL(new RegExp(`${address}$`));
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`${address}$`));
      await open(each, page);
      await page.goForward();
      await expect(page).not.toHaveURL(new RegExp(`${address}$`));
      await expect(page.locator("main")).toBeVisible();
      await expect(overlay(page)).toHaveCount(0);
    });
  });

  test(`${each.name}: before the first paint the page is inert for Tab, and active again for a key after Escape`, async ({
    page,
  }) => {
    await start(each, page);
    // Its code and content are loaded.
    await open(each, page);
    await page.keyboard.press("Escape");
    await expect(overlay(page)).toHaveCount(0);
    // No frame is painted from here on.
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 0;
    });
    const inert = () => page.evaluate(() => document.querySelector("main")?.inert);
    await opener(page).evaluate((element: HTMLElement) => {
      element.focus();
      element.click();
    });
    await expect(overlay(page)).toHaveCount(1);
    expect(await inert()).toBe(false);
    await page.keyboard.press("Shift+Tab");
    expect(await inert()).toBe(true);
    const outside = await page.evaluate((isMenu) => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest(`[id^=overlay-]${isMenu ? ", [aria-controls]" : ""}`);
    }, menu);
    expect(outside).toBe(false);
    // A menu closes after its animation.
    await expect(overlay(page)).toHaveAttribute("data-phase", "open");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift");
    expect(await inert()).toBe(false);
    await expect(opener(page)).toBeFocused();
  });
}

test("the cart's button closes an open menu first", async ({ page }) => {
  const [menu] = cases as [Case];
  await start(menu, page);
  await open(menu, page);
  await page.locator(".hd-cart").click();
  await expect(page.locator("#overlay-cart")).toBeVisible();
  await expect(menu.overlay(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.locator(".hd-cart")).toBeFocused();
});

test("the mobile menu closes for the request form, the full menu and a wide window", async ({ page }) => {
  const mobile = cases[1] as Case;
  await start(mobile, page);

  await test.step("the request form replaces it and restores the focus to the burger", async () => {
    await open(mobile, page);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "red");
    await mobile.overlay(page).locator(".mm-foot button").click();
    await expect(page.locator("#overlay-request")).toBeVisible();
    await expect(mobile.overlay(page)).toHaveCount(0);
    await expect(page.locator("html")).not.toHaveAttribute("data-theme", "red");
    await page.keyboard.press("Escape");
    await expect(page.locator("#overlay-request")).toHaveCount(0);
    await expect(mobile.opener(page)).toBeFocused();
  });

  await test.step("the catalogue's entry replaces it by the full menu; the burger closes that", async () => {
    await open(mobile, page);
    await mobile.overlay(page).getByRole("link", { name: "Catalog" }).click();
    const catalogue = page.locator("#overlay-catalogue");
    await expect(catalogue).toHaveAttribute("data-phase", "open");
    await expect(mobile.overlay(page)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await mobile.opener(page).click();
    await expect(catalogue).toHaveCount(0);
    await expect(mobile.overlay(page)).toHaveCount(0);
    await expect(mobile.opener(page)).toBeFocused();
  });

  await test.step("widening the window past 1024 px closes it immediately", async () => {
    await open(mobile, page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(mobile.overlay(page)).toHaveCount(0);
    await expect(page.locator("html")).not.toHaveAttribute("data-theme", "red");
  });
});

test("the header and the mobile menu are red from their first frame, and the page under them keeps its colours", async ({
  page,
}) => {
  const mobile = cases[1] as Case;
  await start(mobile, page);
  const colours = () =>
    page.evaluate(() =>
      Object.fromEntries(
        ["body", "header", ".mm"].map((part) => {
          const element = document.querySelector(part);
          return [part, element && getComputedStyle(element).backgroundColor];
        }),
      ),
    );
  const { body } = await colours();
  // The animation of the menu stays in its first frame.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".mm { animation-play-state: paused !important }");
    document.adoptedStyleSheets.push(sheet);
  });
  await page.locator("button.burger").click();
  await expect(mobile.overlay(page)).toHaveCount(1);
  const red = "rgb(216, 11, 23)";
  await expect(page.locator("html")).toHaveAttribute("data-theme", "red");
  expect(await colours()).toEqual({ body, header: red, ".mm": red });
  expect(await mobile.overlay(page).evaluate((element) => getComputedStyle(element).opacity)).toBe("1");
  expect(
    await page
      .locator("header")
      .evaluate((header) =>
        header
          .getAnimations({ subtree: true })
          .filter((each) => /color/.test(String(Reflect.get(each, "transitionProperty")))),
      ),
  ).toEqual([]);
});

test("with a dialog over a panel the page stays locked until both are closed", async ({ page }) => {
  const policy = cases[4] as Case;
  await start(policy, page);
  await open(cases[3] as Case, page);
  await page.locator(".ck-policy").evaluate((button: HTMLElement) => button.click());
  await expect(policy.overlay(page)).toHaveAttribute("data-phase", "open");
  await policy.overlay(page).locator(".panel-x").click();
  await expect(policy.overlay(page)).toHaveCount(0);
  await expect(page.locator("#overlay-request")).toBeVisible();
  await expect(page.locator("html")).toHaveCSS("overflow-y", "hidden");
  await page.keyboard.press("Escape");
  await expect(page.locator("html")).not.toHaveCSS("overflow-y", "hidden");
});

test("Escape from a dialog over the cart restores the focus to the cart's opener", async ({ page }) => {
  await page.goto("/en/about");
  await hydrated(page);
  const opener = page.locator(".hd-cart");
  await opener.focus();
  await page.keyboard.press("Enter");
  await page.locator("#overlay-cart").getByRole("link", { name: "Paste" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#overlay-modal")).toHaveAttribute("data-phase", "open");
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("a link inside an overlay closes it 50 ms later, also where it leads to the same page", async ({ page }) => {
  const [menu] = cases as [Case];
  await stopClock(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/en/catalog");
  await hydrated(page);
  await open(menu, page);
  await menu.overlay(page).locator("a[href='/en/catalog']").first().click();
  await page.clock.runFor(timings.linkClose - 1);
  await expect(menu.overlay(page)).toHaveAttribute("data-phase", "open");
  await page.clock.runFor(1);
  await expect(menu.overlay(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/en\/catalog$/);
});

test("after a link inside an overlay the focus is on the next page, and on the opener where the page stays", async ({
  page,
}) => {
  for (const name of ["cart", "request form", "catalogue menu"]) {
    const each = cases.find((other) => other.name === name) as Case;
    await start(each, page);
    await open(each, page);
    const follow = (href: string) =>
      each.overlay(page).evaluate((overlay, to) => {
        const link = Object.assign(document.createElement("a"), { href: to, textContent: "Link" });
        overlay.append(link);
        link.focus();
        link.click();
      }, href);
    await follow("/en/support");
    await expect(page).toHaveURL(/\/en\/support$/);
    await expect(each.overlay(page)).toHaveCount(0);
    await expect(page.locator("#main"), name).toBeFocused();
    if (name === "catalogue menu") continue;
    await each.opener(page).click();
    await expect(each.overlay(page)).toHaveAttribute("data-phase", "open");
    await follow("/en/support");
    await expect(each.overlay(page)).toHaveCount(0);
    await expect(each.opener(page), name).toBeFocused();
  }
});

test("the burger turns in 260 ms and its label states its action, in each language", async ({ page }) => {
  for (const [prefix, show, hide] of [
    ["/de", "Menü öffnen", "Menü schließen"],
    ["/en", "Open menu", "Close menu"],
    ["/fr", "Ouvrir le menu", "Fermer le menu"],
    ["/it", "Apri il menu", "Chiudi il menu"],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(prefix);
    await hydrated(page);
    const end = await page.locator("button.burger i").evaluate((bars) => {
      const { transitionDelay, transitionDuration } = getComputedStyle(bars, "::before");
      const delays = transitionDelay.split(", ").map(Number.parseFloat);
      return Math.max(...transitionDuration.split(", ").map((time, i) => Number.parseFloat(time) + (delays[i] ?? 0)));
    });
    expect(end).toBeCloseTo(timings.burger / 1000, 5);
    await page.getByRole("button", { name: show }).click();
    // Closing is ignored while the menu is opening.
    await expect(page.locator("#overlay-mobile")).toHaveAttribute("data-phase", "open");
    await page.getByRole("button", { name: hide }).click();
    await expect(page.locator("#overlay-mobile")).toHaveCount(0);
  }
});

test("the request form is number 12 from the header, and sends what it shows", async ({ page }) => {
  await start(cases[3] as Case, page);
  await open(cases[3] as Case, page);
  const panel = page.locator("#overlay-request");
  await panel.getByLabel("Name", { exact: true }).fill("K");
  await panel.getByLabel("Phone").fill("1");
  await panel.getByRole("checkbox").check();
  const sent = page.waitForRequest("**/api/form-messages");
  await panel.getByRole("button", { name: /send/i }).click();
  expect((await sent).postDataJSON()).toMatchObject({ formId: 12, source: "open-menu", meta: { formType: "menu" } });
  await expect(panel.locator(".thanks")).toBeVisible();
});

test.describe("on touch devices", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  for (const each of cases.filter(({ name }) => name === "mobile menu" || name === "cart")) {
    test(`Back closes the ${each.name} and stays on the page`, async ({ page }) => {
      await page.goto("/en/about");
      await hydrated(page);
      await page.goto(address);
      await hydrated(page);
      await each.opener(page).tap();
      await expect(each.overlay(page)).toHaveAttribute("data-phase", "open");
      await page.goBack();
      await expect(each.overlay(page)).toHaveCount(0);
      await expect(page).toHaveURL(new RegExp(`${address}$`));
      // Closing with its button removes the overlay's history entry.
      await each.opener(page).tap();
      await expect(each.overlay(page)).toHaveAttribute("data-phase", "open");
      await each.opener(page).evaluate(() => undefined);
      await page.keyboard.press("Escape");
      await expect(each.overlay(page)).toHaveCount(0);
      await expect.poll(() => page.evaluate(() => (window.history.state as { overlay?: boolean }).overlay)).toBeFalsy();
      await page.goBack();
      await expect(page).toHaveURL(/\/en\/about$/);
    });
  }

  test("Back leaves a page immediately that was reloaded with an open overlay", async ({ page }) => {
    for (const name of ["cart", "mobile menu"]) {
      const each = cases.find((other) => other.name === name);
      if (!each) throw new Error(`no ${name}`);
      await page.goto("/en/about");
      await hydrated(page);
      await page.goto(address);
      await hydrated(page);
      await each.opener(page).tap();
      await expect(each.overlay(page)).toHaveAttribute("data-phase", "open");
      await page.reload();
      await hydrated(page);
      if (name === "cart") {
        await expect(each.overlay(page)).toHaveAttribute("data-phase", "open");
        await page.goBack();
      }
      await expect(each.overlay(page)).toHaveCount(0);
      await expect.poll(() => page.evaluate(() => (window.history.state as { overlay?: boolean }).overlay)).toBeFalsy();
      await page.goBack();
      await expect(page).toHaveURL(/\/en\/about$/);
    }
  });

  test("a link in the mobile menu replaces the overlay's history entry", async ({ page }) => {
    await page.goto(address);
    await hydrated(page);
    await page.locator("button.burger").tap();
    await page.locator("#overlay-mobile a[href='/en/support']").tap();
    await expect(page).toHaveURL(/\/en\/support$/);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
  });
});

for (const menu of [
  { name: "catalogue menu", width: 1440, trigger: ".hd-catalog", overlay: "#overlay-catalogue" },
  { name: "mobile menu", width: 390, trigger: "button.burger", overlay: "#overlay-mobile" },
]) {
  test(`${menu.name}: opened while the next page is loading, it does not cover that page`, async ({ page }) => {
    await page.setViewportSize({ width: menu.width, height: 900 });
    await page.goto("/en");
    await hydrated(page);
    await page.locator(menu.trigger).click();
    await expect(page.locator(menu.overlay)).toHaveAttribute("data-phase", "open");
    await page.keyboard.press("Escape");
    await expect(page.locator(menu.overlay)).toBeHidden();
    const release = await delayRequests(page, "**/api/content/items/about?**");
    await watchOpening(page, menu.overlay);
    await page.evaluate(({ overlay, trigger }) => {
      // Its animation never ends by itself: the menu is still opening when the page changes.
      const slow = new CSSStyleSheet();
      slow.replaceSync(`${overlay} { animation-duration: 3600s !important }`);
      document.adoptedStyleSheets.push(slow);
      document.querySelector<HTMLAnchorElement>("footer a[href='/en/about']")?.click();
      document.querySelector<HTMLElement>(trigger)?.click();
    }, menu);
    await expect(page).toHaveURL(/\/en\/about$/);
    release();
    await expect(page.locator("html")).toHaveAttribute("data-opened", "");
    await expect(page.locator(menu.overlay)).toBeHidden();
    await expect(page.locator("html")).not.toHaveAttribute("data-overlay");
  });
}

test("a menu that was requested before the page changed does not open over the next one", async ({ page }) => {
  await saveData(page); // links in view would prefetch the menu's content
  const release = await delayRequests(page, "**/static/overlays-*.js");
  await page.goto("/en/support");
  await hydrated(page); // until then the footer's link loads a document, which requests nothing for the menu
  await page.locator(".hd-catalog").click();
  await page.locator("footer a[href='/en/about']").click();
  await expect(page).toHaveURL(/\/en\/about$/);
  await watchOpening(page, "#overlay-catalogue");
  // Its content is requested after its script is loaded, and then it would open.
  const content = page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith("/counts"));
  release();
  await (await content).finished();
  await twoFrames(page);
  await expect(page.locator("html")).not.toHaveAttribute("data-opened");
  await page.locator(".hd-catalog").click();
  await expect(page.locator("html")).toHaveAttribute("data-opened", "");
});

/** Returns the role and name of every node below the dialog in the browser's accessibility tree. */
async function namesInDialog(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const names: string[] = [];
  const walk = (id: string) => {
    const node = byId.get(id);
    if (!node) return;
    if (!node.ignored) names.push(`${node.role?.value} ${node.name?.value ?? ""}`);
    for (const child of node.childIds ?? []) walk(child);
  };
  for (const node of nodes) if (node.role?.value === "dialog") walk(node.nodeId);
  return names;
}

/** Sets `data-opened` on `<html>` when an overlay is added to the page. */
async function watchOpening(page: Page, overlay: string): Promise<void> {
  await page.evaluate((selector) => {
    new MutationObserver(() => {
      if (document.querySelector(selector)) document.documentElement.dataset.opened = "";
    }).observe(document.body, { childList: true, subtree: true });
  }, overlay);
}
