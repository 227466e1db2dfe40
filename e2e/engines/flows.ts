import { listRequests } from "../server";
import { expect, test, type Visitor } from "./fixtures";

const root = "document.documentElement";
const open = (overlay: string) => `(document.querySelector("#overlay-${overlay}")?.dataset.phase ?? "closed")`;
const text = (selector: string) => `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? "")`;
const focused = (selector: string) => `document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`;

for (const language of ["de", "en", "fr", "it"]) {
  test(`home hydrates in its language: ${language}`, async ({ visitor }) => {
    await visitor.goto(`/${language}`);
    await visitor.sees(`${root}.lang`, language);
    await visitor.sees("document.querySelectorAll('h1').length", 1);
    expect(await visitor.evaluate<string>("document.title")).toMatch(/Ferrule/);
  });
}

test("the catalogue menu opens, Escape closes it and the focus returns", async ({ visitor }) => {
  await visitor.goto("/de");
  await visitor.click(".hd-catalog");
  await visitor.sees(open("catalogue"), "open");
  await visitor.sees("document.querySelector('main').inert", true);
  await visitor.press("Escape");
  await visitor.sees(open("catalogue"), "closed");
  await visitor.sees("document.querySelector('main').inert", false);
  await visitor.sees(focused(".hd-catalog"), true);
});

test("a category of the catalogue menu leads to its page, and the menu is gone", async ({ visitor }) => {
  await visitor.goto("/de");
  await visitor.click(".hd-catalog");
  await visitor.sees(open("catalogue"), "open");
  await visitor.click("#overlay-catalogue a[href='/de/catalog']");
  await visitor.sees("location.pathname", "/de/catalog");
  await visitor.sees(open("catalogue"), "closed");
});

test("the mobile menu opens in red at 390 px and gives the theme back", async ({ visitor }) => {
  await visitor.resize(390, 844);
  await visitor.goto("/fr");
  const theme = await visitor.evaluate<string>(`${root}.dataset.theme`);
  await visitor.click(".burger");
  await visitor.sees(open("mobile"), "open");
  await visitor.sees(`${root}.dataset.theme`, "red");
  await visitor.sees(`${root}.scrollWidth <= innerWidth`, true);
  await visitor.press("Escape");
  await visitor.sees(open("mobile"), "closed");
  await visitor.sees(`${root}.dataset.theme`, theme);
});

test("another language is chosen in the header", async ({ visitor }) => {
  await visitor.goto("/de/about");
  const german = await visitor.evaluate<string>("document.title");
  await visitor.click("header .lang-w > :first-child");
  await visitor.click("header .lang-a[hreflang='fr-FR']");
  await visitor.sees(`${root}.lang`, "fr");
  await visitor.sees("location.pathname", "/fr/about");
  await visitor.sees(`document.title !== ${JSON.stringify(german)}`, true);
  await visitor.sees("localStorage['selected-language']", "fr-FR");
});

test("an article goes from its page to the cart and on as a stored request", async ({
  visitor,
  server,
  engineName,
}) => {
  const name = `Flow in ${engineName}`;
  await visitor.goto("/en/product/straight-union-s");
  await visitor.click(".buy .btn--primary");
  await visitor.sees(`/\\(1\\)/.test(${text(".hd-cart")})`, true);
  await visitor.click(".hd-cart");
  await visitor.sees(open("cart"), "open");
  await visitor.click("#overlay-cart input[name='name']");
  await visitor.type(name);
  await visitor.click("#overlay-cart input[name='phone']");
  await visitor.type("+41 52 000 24 00");
  await visitor.click("#overlay-cart input[name='agree']");
  await visitor.click("#overlay-cart [type='submit']");
  await visitor.sees(`${text(".thanks .mono")} !== ""`, true);
  const reference = await visitor.evaluate<string>(text(".thanks .mono"));
  expect(listRequests(server.data).find((request) => request.name === name)?.reference).toBe(reference);
  await visitor.sees(`/\\(0\\)/.test(${text(".hd-cart")})`, true);
});

test("the request form opens with the focus in it, keeps it and gives it back", async ({ visitor }) => {
  await visitor.goto("/it/contacts");
  await visitor.click(".hd-submit");
  await visitor.sees(open("request"), "open");
  await visitor.sees("document.activeElement.closest('#overlay-request') !== null", true);
  await visitor.click("#overlay-request [type='submit']");
  await visitor.sees("document.querySelector('#overlay-request [name=name]').ariaInvalid", "true");
  await visitor.press("Escape");
  await visitor.sees(open("request"), "closed");
  await visitor.sees(focused(".hd-submit"), true);
});

test("a product shows its name, and each size its own number", async ({ visitor }) => {
  await visitor.goto("/de/product/straight-union-s");
  await visitor.sees(`${text(".buy h1")} !== ""`, true);
  const sku = await visitor.evaluate<string>(text(".buy .sku-line"));
  await visitor.click(".buy .cells a:not([aria-current])");
  await visitor.sees(`${text(".buy .sku-line")} !== ${JSON.stringify(sku)}`, true);
});

test("an unknown address is the red error page, and leads home", async ({ visitor, complaints }) => {
  // The browser's own note on a document with this status.
  complaints.expected = /404/;
  await visitor.goto("/de/no-such-page");
  await visitor.sees(`${root}.dataset.theme`, "red");
  await visitor.sees("fetch(location.href).then(({ status }) => status)", 404);
  await visitor.click("main a");
  await visitor.sees("location.pathname.replace(/\\/$/, '')", "/de");
  await visitor.sees(`${root}.dataset.theme !== "red"`, true);
});

test("the colour mode is kept over a reload", async ({ visitor }) => {
  await visitor.goto("/de/imprint");
  for (const [position, mode] of [
    [3, "dark"],
    [2, "light"],
  ] as const) {
    await visitor.click(`footer .mode button:nth-of-type(${position})`);
    await visitor.sees(`${root}.dataset.theme`, mode);
    await visitor.goto("/de/imprint");
    await visitor.sees(`${root}.dataset.theme`, mode);
    await visitor.sees("localStorage['color-mode']", mode);
  }
});

/** A page that is left while it still asks for something would complain. */
const settled = `performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/api/languages"))`;

/** A list, read down to 900 px; a link in the middle of the window, so that a click on it does not scroll, is marked. */
async function readList(visitor: Visitor): Promise<void> {
  await visitor.goto("/de/catalog/tube-fittings");
  await visitor.sees(settled, true);
  await visitor.evaluate("scrollTo({ top: 900, behavior: 'instant' })");
  await visitor.sees("Math.round(scrollY)", 900);
  await visitor.evaluate(
    `[...document.querySelectorAll("main a[href^='/de/product/']")]
      .find((link) => { const { top, bottom } = link.getBoundingClientRect(); return top > 200 && bottom < innerHeight - 200; })
      .toggleAttribute("data-flow")`,
  );
}

test("back and forward restore page and scroll position", async ({ visitor }) => {
  await readList(visitor);
  await visitor.click("[data-flow]");
  await visitor.sees("location.pathname.startsWith('/de/product/')", true);
  await visitor.sees("Math.round(scrollY)", 0);
  await visitor.back();
  await visitor.sees("location.pathname", "/de/catalog/tube-fittings");
  await visitor.sees("Math.round(scrollY)", 900);
  await visitor.forward();
  await visitor.sees("location.pathname.startsWith('/de/product/')", true);
  await visitor.sees("Math.round(scrollY)", 0);
});

test("a document that the browser kept comes back where it was, not where its focus is", async ({ visitor }) => {
  await readList(visitor);
  // No page of the site: the browser goes there itself, and the link keeps the focus.
  await visitor.evaluate("document.querySelector('[data-flow]').href = '/robots.txt'");
  await visitor.click("[data-flow]");
  await visitor.sees("location.pathname", "/robots.txt");
  await visitor.back();
  await visitor.sees("location.pathname", "/de/catalog/tube-fittings");
  await visitor.sees("Math.round(scrollY)", 900);
});

test("an address with a fragment shows its section below the header", async ({ visitor }) => {
  const below = `(() => {
    const { top } = document.querySelector("#quality").getBoundingClientRect();
    return top >= document.querySelector("header").getBoundingClientRect().bottom - 1 && top < innerHeight / 2;
  })()`;
  await visitor.goto("/de#quality");
  await visitor.sees(below, true);
  await visitor.sees(settled, true);
  await visitor.goto("/de/about");
  await visitor.sees(settled, true);
  await visitor.evaluate("location.assign('/de#quality')");
  await visitor.sees(below, true);
});
