import type { Page } from "@playwright/test";
import { sessionKeys } from "../web/src/lazy-constants";
import { expect, hydrated, test } from "./fixtures";

const outCurve = "cubic-bezier(0.16, 1, 0.3, 1)";

/** Presses a button on an idle, hydrated page and returns the animations that start in the frame in which the cart has the article. */
async function animationsOf(page: Page, selector: string) {
  await hydrated(page);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  return page.evaluate(async (button) => {
    // The first press loads the code that changes the cart.
    await new Promise<void>((counted) => {
      const cart = document.querySelector(".hd-cart");
      if (!cart) throw new Error("no cart button in the header");
      new MutationObserver(() => counted()).observe(cart, { subtree: true, childList: true, characterData: true });
      document.querySelector<HTMLElement>(button)?.click();
    });
    await new Promise(requestAnimationFrame);
    return document.getAnimations().map((animation) => {
      const { duration, delay, easing } = animation.effect?.getTiming() ?? {};
      const frames = animation.effect instanceof KeyframeEffect ? animation.effect.getKeyframes() : [];
      return {
        name: animation instanceof CSSAnimation ? animation.animationName : "",
        changes: animation instanceof CSSTransition ? animation.transitionProperty : "",
        duration,
        delay,
        // CSS eases between keyframes.
        easing: animation instanceof CSSAnimation ? frames[0]?.easing : easing,
        from: frames[0]?.transform,
        to: frames.at(-1)?.transform,
      };
    });
  }, selector);
}

const languages = [
  { prefix: "/de", cart: "Warenkorb", status: /^Gerade .* ist im Warenkorb\. 1 Artikel\.$/ },
  { prefix: "/en", cart: "Cart", status: /^Straight .* is in the cart\. 1 item\.$/ },
  { prefix: "/fr", cart: "Panier", status: /^Union .* est dans le panier\. 1 article\.$/ },
  { prefix: "/it", cart: "Carrello", status: /^.+ è nel carrello\. 1 articolo\.$/ },
];

for (const { prefix, cart, status } of languages) {
  test(`${prefix}: adding an article updates the count on the cart's button, turns it red and is announced in the page's language`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/product/straight-union-s`);
    const button = page.getByRole("banner").getByRole("button", { name: `${cart} (0)`, exact: true });
    await expect(button).toHaveText(`${cart} (0)`);
    const alert = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.className = "hd-cart is-filled";
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    await expect(button).not.toHaveCSS("color", alert);
    await page.locator(".buy .btn--primary").first().click();
    const filled = page.getByRole("banner").getByRole("button", { name: `${cart} (1)`, exact: true });
    await expect(filled).toHaveText(`${cart} (1)`);
    await expect(filled).toHaveCSS("color", alert);
    await expect(page.getByRole("banner").getByRole("status")).toHaveText(status);
  });
}

test("adding an article animates the check, the count and the added line, and nothing else", async ({ page }) => {
  await page.addInitScript((key) => sessionStorage.setItem(key, "1"), sessionKeys.heroSeen); // its animation runs once
  await page.goto("/en");
  const motions = await animationsOf(page, "main button.add");
  const named = Object.fromEntries(motions.filter(({ name }) => name).map((motion) => [motion.name, motion]));
  expect(Object.keys(named).toSorted()).toEqual(["check-draw", "count-in", "count-out", "line-leave", "line-seat"]);
  expect(named["check-draw"]).toMatchObject({ duration: 260, delay: 0, easing: outCurve });
  expect(named["count-in"]).toMatchObject({ duration: 300, delay: 0, easing: outCurve, from: "translateY(24px)" });
  expect(named["count-out"]).toMatchObject({ duration: 300, delay: 0, easing: outCurve, to: "translateY(-24px)" });
  expect(named["line-seat"]).toMatchObject({ duration: 480, delay: 0, easing: outCurve, from: "scaleX(0)" });
  expect(named["line-leave"]).toMatchObject({ duration: 300, delay: 900, to: "scaleX(0)" });
  const colours = motions.filter(({ changes }) => changes.endsWith("color"));
  expect(colours.length).toBeGreaterThan(0);
  for (const colour of colours) expect(colour).toMatchObject({ duration: 140, easing: "linear" });
});

test("the button states that the article is in the cart, and can be pressed again", { tag: "@smoke" }, async ({
  page,
}) => {
  await page.clock.install({ time: "2025-11-03T08:00:00Z" });
  await page.goto("/en");
  await page.clock.pauseAt("2025-11-03T10:00:00Z");
  const add = page.locator("main button.add").first();
  const status = page.getByRole("banner").getByRole("status");
  await add.click();
  await expect(add).toHaveText("In cart");
  await expect(add).toHaveAccessibleName(/^In cart: ./);
  const announcement = await status.locator("span").elementHandle();
  await add.click();
  // The count of lines stays; the second addition is announced again all the same.
  await expect(page.locator(".hd-cart")).toHaveText("Cart (1)");
  await expect.poll(() => announcement?.evaluate((node) => node.isConnected)).toBe(false);
  await expect(status).toHaveText(/is in the cart\. 1 item\.$/);
  await page.clock.runFor(3000);
  await expect(add).toHaveText("Add");
});

// On phones a product's button is part of a bar that is always in view.
for (const { place, path, selector, width } of [
  { place: "a product's page", path: "/en/product/straight-union-s", selector: ".buy .btn--primary", width: 768 },
  { place: "a list", path: "/en", selector: "main button.add", width: 390 },
]) {
  test(`on a small window the confirmation stays until it was in view: ${place}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.clock.install({ time: "2025-11-03T08:00:00Z" });
    await page.goto(path);
    const add = page.locator(selector).first();
    await expect(add).toBeVisible();
    const label = await add.textContent();
    await page.clock.pauseAt("2025-11-03T10:00:00Z");
    await add.click();
    await expect(add).toHaveText("In cart");
    await expect(page.locator(".hd-cart")).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await expect(add).not.toBeInViewport();
    await framesPassed(page);
    await page.clock.runFor(60_000);
    await expect(add).toHaveText("In cart");
    await add.evaluate((button) => button.scrollIntoView({ block: "center", behavior: "instant" }));
    await expect(add).toBeInViewport();
    await framesPassed(page);
    await page.clock.runFor(2900);
    await expect(add).toHaveText("In cart");
    await page.clock.runFor(200);
    await expect(add).toHaveText(label ?? "");
  });
}

/** Waits until observers of intersections have reported: they do so after a frame, which a stopped clock does not delay. */
async function framesPassed(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((reported) => {
        new IntersectionObserver(() => reported()).observe(document.body);
      }),
  );
}

test("the confirmation ends when another article is added", async ({ page }) => {
  await page.clock.install({ time: "2025-11-03T08:00:00Z" });
  await page.goto("/en");
  await page.clock.pauseAt("2025-11-03T10:00:00Z");
  const [first, second] = [page.locator("main button.add").nth(0), page.locator("main button.add").nth(1)];
  await first.click();
  await expect(first).toHaveText("In cart");
  await second.click();
  await expect(second).toHaveText("In cart");
  await expect(first).toHaveText("Add");
});

test("a second article animates the count from one to two", async ({ page }) => {
  await page.goto("/en");
  await page.locator("main button.add").nth(0).click();
  await page.locator("main button.add").nth(1).click();
  await expect(page.locator(".hd-cart")).toHaveText("Cart (2)");
  await expect(page.locator(".hd-cart .count")).toHaveAttribute("data-before", "1");
  await expect(page.getByRole("banner").getByRole("status")).toHaveText(/2 items\.$/);
});

test("a stored cart is shown without animation and without an announcement", async ({ page }) => {
  await page.goto("/en");
  await page.locator("main button.add").first().click();
  await expect(page.locator(".hd-cart")).toHaveText("Cart (1)");
  await page.reload();
  await expect(page.locator(".hd-cart")).toHaveText("Cart (1)");
  await expect(page.getByRole("banner").getByRole("status")).toBeEmpty();
  await expect(page.locator(".hd-line")).toHaveCount(0);
  await expect(page.locator(".hd-cart .count")).not.toHaveAttribute("data-before");
});

test("with reduced motion the final state of an addition is shown immediately", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/en");
  const motions = await animationsOf(page, "main button.add");
  expect(motions.filter(({ name }) => name)).toEqual([]);
  for (const { duration } of motions) expect(duration).toBe(1);
  await expect(page.locator(".hd-cart")).toHaveText("Cart (1)");
  await expect(page.locator(".hd-line")).toHaveCSS("transform", "matrix(0, 0, 0, 1, 0, 0)");
  await expect(page.getByRole("banner").getByRole("status")).toHaveText(/is in the cart/);
});
