// Takes a screenshot of every implemented state, named as the design's own
// pictures, for comparison.
//
// Not implemented: category-filter-390 (filter sheet), product-gallery-section-1440
// (no article has a sectional drawing).
// Not pages of the site: states-1440, states-dark-1440, motion-*.
// Long pages are one screenshot instead of parts -1, -2, -3.

import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, hydrated, stopClock, test } from "../fixtures";
import { declineCookies, openCart, opened, openSearch, results } from "../states";

test.beforeEach(async ({ context, baseURL }) => declineCookies(context, baseURL));

const folder = fileURLToPath(new URL("../../docs/screens/", import.meta.url));

interface Shot {
  name: string;
  path: string;
  width: number;
  scheme?: "light" | "dark";
  /** Brings the page into the state. */
  state?: (page: Page) => Promise<void>;
  /** Whether to capture the whole page; the default without `state`. */
  whole?: boolean;
  /** Whether motion is on, for what is drawn only while the pointer moves. */
  motion?: boolean;
  /** Whether it is the first load of a session, with a stopped clock. */
  first?: boolean;
}

const heights: Record<number, number> = { 390: 844, 768: 1024, 1024: 768, 1440: 900, 1920: 1080 };

const product = "/product/straight-union-s";
const category = "/catalog/tube-fittings";

/** Returns the shots of a page in the widths and schemes of the design, and at 768 px. */
function allSizes(name: string, path: string, light = name): Shot[] {
  return [1440, 768, 390].flatMap((width): Shot[] => [
    { name: `${light}-${width}`, path, width },
    { name: `${name}-dark-${width}`, path, width, scheme: "dark" },
  ]);
}

const menu = async (page: Page) => {
  await page.locator(".hd-catalog").click();
  await opened(page, "catalogue");
};

const gridView = async (page: Page) => {
  await page.locator(".toolbar .seg a:last-child").click();
  await expect(page.locator(".pgrid")).toBeVisible();
};

const filledCart = async (page: Page) => {
  const buttons = page.locator("main .add:visible");
  for (const index of [0, 1, 2]) await buttons.nth(index).click();
  await expect(page.locator(".hd-cart")).toContainText("(3)");
  await openCart(page);
};

const wrongCart = async (page: Page) => {
  await filledCart(page);
  const cart = page.locator("#overlay-cart");
  await cart.locator("[name='name']").fill("K");
  await cart.locator("[name='phone']").fill("052 000");
  await cart.locator("[type='submit']").click();
  await expect(cart.locator("[aria-invalid='true']").first()).toBeFocused();
};

const sentCart = async (page: Page) => {
  await filledCart(page);
  const cart = page.locator("#overlay-cart");
  await cart.locator("[name='name']").fill("Katrin Vogel");
  await cart.locator("[name='phone']").fill("+41 52 000 24 00");
  await cart.locator("[name='agree']").check();
  await cart.locator("[type='submit']").click();
  await expect(page.locator(".thanks")).toBeVisible();
};

const search = async (page: Page) => {
  await openSearch(page, "verschraubung");
  await expect(results(page).first()).toBeVisible();
};

const request = async (page: Page) => {
  if (await page.locator(".burger").isVisible()) {
    await page.locator(".burger").click();
    await opened(page, "mobile");
    await page.locator("#overlay-mobile .btn--primary").click();
  } else {
    await page.locator(".hd-submit").click();
  }
  await opened(page, "request");
};

const cookies = async (page: Page) => {
  await page
    .locator("footer .ft-legal")
    .getByRole("button", { name: /cookie/i })
    .click();
  await expect(page.locator(".ck")).toBeVisible();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
};

const policy = async (page: Page) => {
  await cookies(page);
  await page.locator(".ck-policy").click();
  await opened(page, "policy");
  await expect(page.locator("#overlay-policy .prose")).toHaveCount(2);
};

const secondView = async (page: Page) => {
  const thumb = page.locator(".thumbs button").nth(1);
  await thumb.click();
  await expect(thumb).toHaveAttribute("aria-current", "true");
};

const cursorAt = (x: number, y: number) => async (page: Page) => {
  await page.mouse.move(x - 60, y - 40);
  await page.mouse.move(x, y, { steps: 20 });
  // The grid is drawn until it rests, which takes more than thirty frames.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let frames = 0;
        const next = () => (++frames === 30 ? resolve() : requestAnimationFrame(next));
        requestAnimationFrame(next);
      }),
  );
};

const shots: Shot[] = [
  ...allSizes("home", "", "home-light"),
  { name: "home-hero-crossgrid-1440", path: "", width: 1440, motion: true, state: cursorAt(900, 700) },
  { name: "home-hero-1024", path: "", width: 1024, whole: false },
  { name: "home-hero-1920", path: "", width: 1920, whole: false },
  { name: "home-en-1440", path: "/en", width: 1440 },
  { name: "home-fr-1440", path: "/fr", width: 1440 },
  { name: "home-it-1440", path: "/it", width: 1440 },
  { name: "home-it-390", path: "/it", width: 390 },

  ...allSizes("catalog", "/catalog"),
  ...allSizes("category", category).map((shot) =>
    shot.name === "category-1440" ? { ...shot, name: "category-list-1440" } : shot,
  ),
  { name: "category-grid-1440", path: category, width: 1440, state: gridView, whole: true },
  { name: "category-grid-dark-1440", path: category, width: 1440, scheme: "dark", state: gridView, whole: true },
  { name: "category-grid-390", path: category, width: 390, state: gridView, whole: true },
  { name: "category-grid-dark-390", path: category, width: 390, scheme: "dark", state: gridView, whole: true },

  ...allSizes("product", product, "product-light"),
  { name: "product-gallery-parts-1440", path: product, width: 1440, state: secondView },

  { name: "menu-catalog-1440", path: "", width: 1440, state: menu },
  { name: "menu-catalog-dark-1440", path: "", width: 1440, scheme: "dark", state: menu },
  { name: "menu-catalog-1024", path: "", width: 1024, state: menu },
  {
    name: "menu-mobile-390",
    path: "",
    width: 390,
    state: async (page) => {
      await page.locator(".burger").click();
      await opened(page, "mobile");
    },
  },
  {
    name: "language-1440",
    path: "",
    width: 1440,
    state: async (page) => {
      await page.locator("header .lang-w > :first-child").click();
      await expect(page.locator("header .lang-a").first()).toBeVisible();
    },
  },

  { name: "search-overlay-1440", path: "", width: 1440, state: search },
  { name: "search-overlay-dark-1440", path: "", width: 1440, scheme: "dark", state: search },
  { name: "search-overlay-390", path: "", width: 390, state: search },
  ...allSizes("search", "/search?q=1.4571%20Verschraubung%2012%20mm"),

  { name: "cart-1440", path: "", width: 1440, state: filledCart },
  { name: "cart-dark-1440", path: "", width: 1440, scheme: "dark", state: filledCart },
  { name: "cart-390", path: "", width: 390, state: filledCart },
  { name: "cart-dark-390", path: "", width: 390, scheme: "dark", state: filledCart },
  { name: "cart-it-1440", path: "/it", width: 1440, state: filledCart },
  { name: "cart-error-1440", path: "", width: 1440, state: wrongCart },
  { name: "cart-error-390", path: "", width: 390, state: wrongCart },
  { name: "cart-empty-1440", path: "", width: 1440, state: openCart },
  { name: "cart-thanks-1440", path: "", width: 1440, state: sentCart },
  { name: "cart-thanks-390", path: "", width: 390, state: sentCart },

  { name: "request-1440", path: "", width: 1440, state: request },
  { name: "request-390", path: "", width: 390, state: request },
  { name: "request-en-1440", path: "/en", width: 1440, state: request },

  { name: "cookie-1440", path: "", width: 1440, state: cookies },
  { name: "cookie-390", path: "", width: 390, state: cookies },
  { name: "cookie-policy-1440", path: "", width: 1440, state: policy },
  { name: "cookie-policy-390", path: "", width: 390, state: policy },

  { name: "preloader-1440", path: "", width: 1440, whole: false, first: true },
  { name: "preloader-390", path: "", width: 390, whole: false, first: true },

  ...allSizes("about", "/about"),
  ...allSizes("support", "/support"),
  { name: "support-en-390", path: "/en/support", width: 390 },
  ...allSizes("contacts", "/contacts"),
  { name: "contacts-fr-390", path: "/fr/contacts", width: 390 },

  { name: "404-1440", path: "/no-such-page", width: 1440, motion: true, state: cursorAt(720, 500) },
  { name: "404-390", path: "/no-such-page", width: 390, whole: false },
  { name: "404-en-1440", path: "/en/no-such-page", width: 1440, whole: false },
];

for (const phone of [false, true]) {
  for (const first of [false, true]) {
    test.describe(`${phone ? "phone" : "desktop"}${first ? ", first load" : ""}`, () => {
      // A phone's scrollbar takes up no space.
      test.use({ isMobile: phone, hasTouch: phone, preloader: first });
      for (const shot of shots.filter(({ width, first: own = false }) => width < 768 === phone && own === first)) {
        test(shot.name, ({ page, pageErrors }) => take(shot, page, pageErrors));
      }
    });
  }
}

async function take(shot: Shot, page: Page, pageErrors: string[]): Promise<void> {
  const { name, path, width, scheme = "light", state, whole = !state, motion = false, first = false } = shot;
  await page.setViewportSize({ width, height: heights[width] ?? 900 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: motion || first ? "no-preference" : "reduce" });
  if (first) await stopClock(page);
  await page.goto(/^\/(en|fr|it)\b/.test(path) ? path : `/de${path}`);
  await hydrated(page);
  await page.evaluate(() => document.fonts.ready);
  await state?.(page);
  if (whole) await loadPictures(page);
  // The clicked element must not appear hovered.
  if (!motion) await page.mouse.move(0, 0);
  await page.screenshot({
    path: `${folder}${name}.png`,
    fullPage: whole,
    animations: motion ? "allow" : "disabled",
    caret: "hide",
  });
  // The browser logs a document with status 404 itself.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((text) => !text.includes("status of 404")));
}

/** Loads the lazy pictures of the whole page. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images].filter((picture) => picture.checkVisibility());
    for (const picture of pictures) picture.loading = "eager";
    await Promise.all(pictures.map((picture) => picture.decode()));
  });
}
