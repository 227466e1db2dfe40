import { listRequests } from "../server";
import { expect, test, type Visitor } from "./fixtures";

const root = "document.documentElement";
const open = (overlay: string) => `(document.querySelector("#overlay-${overlay}")?.dataset.phase ?? "closed")`;
const text = (selector: string) => `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? "")`;
const focused = (selector: string) => `document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`;

for (const language of ["de", "en", "fr", "it"]) {
  test(`home hydrates in its language: ${language}`, async ({ visitor }) => {
    await visitor.goto(`/${language}`);
    await visitor.expects(`${root}.lang`, language);
    await visitor.expects("document.querySelectorAll('h1').length", 1);
    expect(await visitor.evaluate<string>("document.title")).toMatch(/Ferrule/);
  });
}

test("the catalogue menu opens, Escape closes it and restores the focus", async ({ visitor }) => {
  await visitor.goto("/de");
  await visitor.click(".hd-catalog");
  await visitor.expects(open("catalogue"), "open");
  await visitor.expects("document.querySelector('main').inert", true);
  await visitor.press("Escape");
  await visitor.expects(open("catalogue"), "closed");
  await visitor.expects("document.querySelector('main').inert", false);
  await visitor.expects(focused(".hd-catalog"), true);
});

test("a category of the catalogue menu leads to its page and closes the menu", async ({ visitor }) => {
  await visitor.goto("/de");
  await visitor.click(".hd-catalog");
  await visitor.expects(open("catalogue"), "open");
  await visitor.click("#overlay-catalogue a[href='/de/catalog']");
  await visitor.expects("location.pathname", "/de/catalog");
  await visitor.expects(open("catalogue"), "closed");
});

test("the mobile menu opens in red at 390 px and restores the theme", async ({ visitor }) => {
  await visitor.resize(390, 844);
  await visitor.goto("/fr");
  const theme = await visitor.evaluate<string>(`${root}.dataset.theme`);
  await visitor.click(".hd-ns > summary"); // the plain menu, until this one is loaded
  await visitor.expects("document.querySelector('.hd-ns').open", true);
  await visitor.click(".hd-ns > summary");
  await visitor.expects("document.querySelector('.hd-ns')", null);
  await visitor.click("button.burger");
  await visitor.expects(open("mobile"), "open");
  await visitor.expects(`${root}.dataset.theme`, "red");
  await visitor.expects(`${root}.scrollWidth <= innerWidth`, true);
  await visitor.press("Escape");
  await visitor.expects(open("mobile"), "closed");
  await visitor.expects(`${root}.dataset.theme`, theme);
});

test("the header changes the language", async ({ visitor }) => {
  await visitor.goto("/de/about");
  const german = await visitor.evaluate<string>("document.title");
  await visitor.click("header .lang-w > :first-child");
  await visitor.click("header .lang-a[hreflang='fr-FR']");
  await visitor.expects(`${root}.lang`, "fr");
  await visitor.expects("location.pathname", "/fr/about");
  await visitor.expects(`document.title !== ${JSON.stringify(german)}`, true);
  await visitor.expects("localStorage['selected-language']", "fr-FR");
});

test("an article is added to the cart and sent as a request that is stored", async ({
  visitor,
  server,
  engineName,
}) => {
  const name = `Flow in ${engineName}`;
  await visitor.goto("/en/product/straight-union-s");
  await visitor.click(".buy .btn--primary");
  await visitor.expects(`/\\(1\\)/.test(${text(".hd-cart")})`, true);
  await visitor.click(".hd-cart");
  await visitor.expects(open("cart"), "open");
  await visitor.click("#overlay-cart [type='submit']"); // opens the form
  await visitor.expects(focused("#overlay-cart input[name='name']"), true);
  await visitor.type(name);
  await visitor.click("#overlay-cart input[name='phone']");
  await visitor.type("+41 52 000 24 00");
  await visitor.click("#overlay-cart input[name='agree']");
  await visitor.click("#overlay-cart [type='submit']");
  await visitor.expects(`${text(".thanks .mono")} !== ""`, true);
  const reference = await visitor.evaluate<string>(text(".thanks .mono"));
  expect(listRequests(server.data).find((request) => request.name === name)?.reference).toBe(reference);
  await visitor.expects(`/\\(0\\)/.test(${text(".hd-cart")})`, true);
});

test("the request form opens with the focus inside, traps it and restores it", async ({ visitor }) => {
  await visitor.goto("/it/contacts");
  await visitor.click(".hd-submit");
  await visitor.expects(open("request"), "open");
  await visitor.expects("document.activeElement.closest('#overlay-request') !== null", true);
  await visitor.click("#overlay-request [type='submit']");
  await visitor.expects("document.querySelector('#overlay-request [name=name]').ariaInvalid", "true");
  await visitor.press("Escape");
  await visitor.expects(open("request"), "closed");
  await visitor.expects(focused(".hd-submit"), true);
});

test("a product shows its name, and each size its own part number", async ({ visitor }) => {
  await visitor.goto("/de/product/straight-union-s");
  await visitor.expects(`${text(".buy h1")} !== ""`, true);
  const sku = await visitor.evaluate<string>(text(".buy .sku-line"));
  await visitor.click(".buy .cells a:not([aria-current])");
  await visitor.expects(`${text(".buy .sku-line")} !== ${JSON.stringify(sku)}`, true);
});

test("an unknown address shows the red error page, which links to the home page", async ({ visitor, pageErrors }) => {
  // The browser logs the document's status itself.
  pageErrors.expected = /404/;
  await visitor.goto("/de/no-such-page");
  await visitor.expects(`${root}.dataset.theme`, "red");
  await visitor.expects("fetch(location.href).then(({ status }) => status)", 404);
  await visitor.click("main a");
  await visitor.expects("location.pathname.replace(/\\/$/, '')", "/de");
  await visitor.expects(`${root}.dataset.theme !== "red"`, true);
});

test("the colour mode survives a reload", async ({ visitor }) => {
  await visitor.goto("/de/imprint");
  for (const [position, mode] of [
    [3, "dark"],
    [2, "light"],
  ] as const) {
    await visitor.click(`footer .mode button:nth-of-type(${position})`);
    await visitor.expects(`${root}.dataset.theme`, mode);
    await visitor.goto("/de/imprint");
    await visitor.expects(`${root}.dataset.theme`, mode);
    await visitor.expects("localStorage['color-mode']", mode);
  }
});

/** Is an expression that is true when the page's last request has ended; an aborted one would log an error. */
const settled = `performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/api/languages"))`;

/** Opens a list, scrolls to 900 px and marks a link in the middle of the window, which a click need not scroll to. */
async function scrollList(visitor: Visitor): Promise<void> {
  await visitor.goto("/de/catalog/tube-fittings");
  await visitor.expects(settled, true);
  await visitor.evaluate("scrollTo({ top: 900, behavior: 'instant' })");
  await visitor.expects("Math.round(scrollY)", 900);
  await visitor.evaluate(
    `[...document.querySelectorAll("main a[href^='/de/product/']")]
      .find((link) => { const { top, bottom } = link.getBoundingClientRect(); return top > 200 && bottom < innerHeight - 200; })
      .toggleAttribute("data-flow")`,
  );
}

test("back and forward restore page and scroll position", async ({ visitor }) => {
  await scrollList(visitor);
  await visitor.click("[data-flow]");
  await visitor.expects("location.pathname.startsWith('/de/product/')", true);
  await visitor.expects("Math.round(scrollY)", 0);
  await visitor.back();
  await visitor.expects("location.pathname", "/de/catalog/tube-fittings");
  await visitor.expects("Math.round(scrollY)", 900);
  await visitor.forward();
  await visitor.expects("location.pathname.startsWith('/de/product/')", true);
  await visitor.expects("Math.round(scrollY)", 0);
});

test("a document from the back/forward cache has its scroll position, not that of its focused element", async ({
  visitor,
}) => {
  await scrollList(visitor);
  // Not a page of the site: the browser navigates itself, and the link keeps the focus.
  await visitor.evaluate("document.querySelector('[data-flow]').href = '/robots.txt'");
  await visitor.click("[data-flow]");
  await visitor.expects("location.pathname", "/robots.txt");
  await visitor.back();
  await visitor.expects("location.pathname", "/de/catalog/tube-fittings");
  await visitor.expects("Math.round(scrollY)", 900);
});

test("an address with a fragment scrolls its section below the header", async ({ visitor }) => {
  const below = `(() => {
    const { top } = document.querySelector("#quality").getBoundingClientRect();
    return top >= document.querySelector("header").getBoundingClientRect().bottom - 1 && top < innerHeight / 2;
  })()`;
  await visitor.goto("/de#quality");
  await visitor.expects(below, true);
  await visitor.expects(settled, true);
  await visitor.goto("/de/about");
  await visitor.expects(settled, true);
  await visitor.evaluate("location.assign('/de#quality')");
  await visitor.expects(below, true);
});
