import { beforeEach, expect, test } from "vitest";
import { productBlock } from "../content/blocks";
import { ContentCache } from "../content/cache";
import { languages } from "../i18n/languages";
import { applyDocumentHead } from "../router/apply-document-head";
import { documentHead } from "../router/document-head";
import type { PageContext } from "../router/page-context";
import type { PageMetadata, RouteModule } from "../router/route-module";
import { route as product } from "../routes/product";
import { headMarkup, structuredMarkup } from "./head-markup";

const base = "https://ferrule.example";

function pageOf(changes: Partial<PageContext>): PageContext {
  return {
    route: "category",
    path: "/catalog/flanges",
    params: { slug: "flanges" },
    search: {},
    language: "de-DE",
    prefix: "/de",
    languages: languages.map((language) => ({ ...language, available: language.code !== "it-IT" })),
    base,
    plain: [],
    ...changes,
  };
}

function moduleOf(head: PageMetadata): RouteModule {
  return { queries: () => [], metadata: () => head, Component: () => null };
}

const flanges: PageMetadata = { title: "Flansche", description: "Alle", languages: ["de-DE", "en-US", "it-IT"] };

function shown(changes: Partial<PageContext>, head = flanges) {
  const page = pageOf(changes);
  const { links, robots, title, description } = documentHead(moduleOf(head), page, new ContentCache());
  return {
    title,
    description,
    robots,
    canonical: links.find(({ rel }) => rel === "canonical")?.href,
    hreflang: links.flatMap(({ hreflang, href }) => (hreflang ? [`${hreflang} ${href}`] : [])),
  };
}

test("a page has one canonical address, and hreflang links for the available languages of its record", () => {
  expect(shown({})).toEqual({
    title: "Flansche | Ferrule",
    description: "Alle",
    robots: "",
    canonical: `${base}/de/catalog/flanges`,
    hreflang: [
      `de-DE ${base}/de/catalog/flanges`,
      `en-US ${base}/en/catalog/flanges`,
      `x-default ${base}/catalog/flanges`,
    ],
  });
});

test("the canonical address keeps no query parameter but the page number", () => {
  const { canonical, hreflang, robots } = shown({ search: { page: "3" } });
  expect(robots).toBe("");
  expect(canonical).toBe(`${base}/de/catalog/flanges?page=3`);
  expect(hreflang[1]).toBe(`en-US ${base}/en/catalog/flanges?page=3`);
});

test.each([
  ["a filter", { search: { material: "1.4404-316l", page: "2" } }, `${base}/de/catalog/flanges?page=2`],
  ["another order", { search: { sort: "name" } }, `${base}/de/catalog/flanges`],
  ["another view", { search: { view: "grid" } }, `${base}/de/catalog/flanges`],
  ["a search", { route: "search", path: "/search", search: { q: "dn" } }, `${base}/de/search`],
  ["no page", { route: "not-found", path: "" }, undefined],
] as const)("search engines leave out %s", (_, changes, canonical) => {
  expect(shown(changes)).toMatchObject({ robots: "noindex", canonical, hreflang: [] });
});

test("the canonical address of a variation is that of its product", () => {
  expect(shown({ route: "product", path: "/product/union", search: { variant: "FR-1" } })).toMatchObject({
    robots: "",
    canonical: `${base}/de/product/union`,
  });
});

test("a page shown in a fallback language has that language's page as its canonical address", () => {
  expect(shown({ language: "fr-FR", prefix: "/fr" }).canonical).toBe(`${base}/de/catalog/flanges`);
});

test("without a base address the head contains no absolute address", () => {
  const page = pageOf({ base: undefined });
  const module = moduleOf(flanges);
  const head = documentHead(module, page, new ContentCache());
  const markup = headMarkup(page, head, flanges, new ContentCache().reply);
  expect(shown({ base: undefined })).toMatchObject({ canonical: undefined, hreflang: [] });
  expect(markup).not.toMatch(/og:url|og:image|canonical/);
});

test("a long description is cut at a word boundary", () => {
  const { description } = shown({}, { title: "", description: `${"Rohr ".repeat(60)}Ende` });
  expect(description).toMatch(/^(Rohr ){30,39}Rohr…$/);
});

const hostile = `"><script>alert(1)</script><!--\u2028'&`;

test("content is escaped in the head", () => {
  const page = pageOf({ route: "product", path: "/product/x", params: { slug: "x" } });
  const record = {
    id: 1,
    slug: hostile,
    sku: hostile,
    stock: 3,
    translations: [{ languages_code: "de-DE", name: hostile, title: hostile, description: hostile }],
    translations_languages: ["de-DE"],
    attributes: [
      {
        attribute: { id: 1, slug: hostile, unit: hostile, translations: [] },
        values: [{ attribute_values_id: { id: 1, value: hostile, translations: [] } }],
      },
    ],
  };
  const cache = new ContentCache((query) => (query === productBlock("x", "de-DE") ? [record] : undefined));
  const read = cache.reply;
  const head: PageMetadata = { ...product.metadata(page, read), title: hostile, description: hostile };
  document.head.innerHTML =
    headMarkup(page, documentHead(moduleOf(head), page, cache), head, read) + structuredMarkup(page, head, read);
  expect([...document.head.children].map(({ tagName }) => tagName).filter((name) => name === "SCRIPT")).toHaveLength(1);
  expect(document.head.querySelector("meta[property='og:title']")?.getAttribute("content")).toBe(hostile);
  const script = document.head.querySelector("script")?.textContent ?? "";
  expect(script).not.toMatch(/[<>&\u2028]/);
  const graph = JSON.parse(script) as { "@graph": { sku: string }[] };
  expect(graph["@graph"][0]?.sku).toBe(hostile);
  expect(document.body.textContent).toBe("");
});

beforeEach(() => {
  document.head.innerHTML = "";
});

test("after a navigation the head equals the one that the server would write", () => {
  const cache = new ContentCache();
  const go = (page: PageContext, head: PageMetadata) =>
    applyDocumentHead(page, documentHead(moduleOf(head), page, cache));
  const state = () => ({
    lang: document.documentElement.lang,
    title: document.title,
    robots: document.head.querySelector("meta[name=robots]")?.getAttribute("content"),
    description: document.head.querySelector("meta[name=description]")?.getAttribute("content"),
    links: [...document.head.querySelectorAll("link")].map((link) => `${link.hreflang || link.rel} ${link.href}`),
  });
  go(pageOf({ search: { sort: "name" } }), flanges);
  expect(state()).toMatchObject({ title: "Flansche | Ferrule", robots: "noindex", description: "Alle" });
  go(pageOf({ language: "en-US", prefix: "/en", path: "/about", route: "about" }), {
    title: "About",
    description: "",
    languages: ["en-US"],
  });
  expect(state()).toEqual({
    lang: "en",
    title: "About | Ferrule",
    robots: undefined,
    description: undefined,
    links: [
      `canonical ${base}/en/about`,
      `en-US ${base}/en/about`,
      `x-default ${base}/about`,
      `alternate ${base}/feeds/products.en.xml`,
    ],
  });
});
