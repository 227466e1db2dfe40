import { beforeEach, expect, test } from "vitest";
import "./server";
import type { ListingItem } from "../content/listing";
import type { SearchArticle, SearchReply, SearchTerm } from "../content/search";
import { languages } from "../i18n/languages";
import type { PageContext } from "../router/page-context";

declare const ferrule: Record<"plan" | "page", (input: string) => string>;

const prefixes = { "de-DE": "/de", "en-US": "/en", "fr-FR": "/fr", "it-IT": "/it" } as const;

/** Renders the page of results into the document. */
function render(q: string, reply: Partial<SearchReply> | undefined, language: keyof typeof prefixes = "de-DE"): void {
  const page: PageContext = {
    route: "search",
    path: "/search",
    params: {},
    search: q === "" ? {} : { q },
    language,
    prefix: prefixes[language],
    languages: languages.map((each) => ({ ...each, available: true })),
    plain: [],
  };
  const { queries } = JSON.parse(ferrule.plan(JSON.stringify(page))) as { queries: string[] };
  const data = Object.fromEntries(
    queries.flatMap((query) => (query.startsWith("/search") ? [[query, reply && { ...empty, ...reply }]] : [])),
  );
  document.body.innerHTML = ferrule.page(JSON.stringify({ ...page, data }));
}

const empty: SearchReply = {
  terms: [],
  focus: "articles",
  total: 0,
  products: 0,
  page: 1,
  pages: 1,
  articles: [],
  families: [],
  categories: [],
  documents: [],
  columns: [
    { slug: "dn", name: "Nennweite DN", unit: "" },
    { slug: "pn", name: "Nenndruck PN", unit: "bar" },
    { slug: "material", name: "Werkstoff", unit: "" },
  ],
  wrongNumber: "",
  quantity: null,
  marks: [],
};

function term(text: string, changes: Partial<SearchTerm> = {}): SearchTerm {
  return { text, kind: "size", label: text, used: true, corrected: "", without: "rest", ...changes };
}

const product = (id: number, name: string) => ({
  id,
  slug: `product-${id}`,
  sku: `P-${id}`,
  product_type: "variation",
  translations: [{ languages_code: "de-DE", name }],
});

function article(sku: string, title: string, changes: Partial<SearchArticle> = {}): SearchArticle {
  return {
    product: product(1, "Flansch"),
    variation: { id: sku.length, sku, translations: [{ languages_code: "de-DE", title }] },
    values: {
      dn: { texts: ["80"], unit: "", range: false },
      pn: { texts: ["40"], unit: "bar", range: false },
      material: { texts: ["1.4404", "1.4571", "Stahl"], unit: "", range: false },
    },
    stock: 320,
    group: "",
    ...changes,
  } as SearchArticle;
}

const all = (selector: string) => [...document.querySelectorAll(selector)];
const texts = (selector: string) => all(selector).map((element) => element.textContent);

beforeEach(() => {
  document.body.innerHTML = "";
});

test("an article has its name with the matches, number, values, stock and a quantity", () => {
  render("dn80", { articles: [article("FR-1", "DN 80 PN 40")], total: 1, marks: ["dn80"] });
  const row = document.querySelector("main tbody tr");
  expect(row?.querySelector("h3 a")?.getAttribute("href")).toBe("/de/product/product-1?variant=FR-1");
  expect(row?.querySelector("h3")?.innerHTML).toContain("<mark>DN&nbsp;80</mark> PN&nbsp;40");
  expect(texts("main thead th")).toEqual([
    "Bild",
    "Bezeichnung",
    "DN",
    "PNbar",
    "Werkstoff",
    "Bestand, Stk.",
    "Menge, Anfragen",
  ]);
  expect(all("main tbody td").map(({ textContent }) => textContent)).toEqual([
    "",
    "Flansch DN\u00a080 PN\u00a040FR-1",
    "80",
    "40",
    "1.4404 +2",
    "320 ab Lager",
    "",
  ]);
  expect(row?.querySelector("input")?.getAttribute("aria-label")).toBe("Menge: Flansch DN\u00a080 PN\u00a040, FR-1");
});

test("a group heading precedes articles of the next higher pressure and similar ones", () => {
  const articles = [
    article("FR-1", "PN 40"),
    article("FR-22", "PN 63", { group: "higher" }),
    article("FR-333", "PN 100", { group: "higher" }),
    article("FR-4444", "PN 16", { group: "near" }),
  ];
  render("pn40", { articles, total: 1 });
  expect(all("main tbody tr").map((row) => row.querySelector(".sub")?.textContent ?? row.textContent?.trim())).toEqual([
    "FR-1",
    "Nächster höherer Druck",
    "FR-22",
    "FR-333",
    "Ähnlich, aber nicht in allen Angaben passend",
    "FR-4444",
  ]);
});

test("the terms are chips: a link removes each, an unused one is struck through, a corrected one says what was typed", () => {
  render("flnasch dn80 dringend", {
    articles: [article("FR-1", "DN 80")],
    terms: [
      term("flnasch", { kind: "kind", label: "Flansch", corrected: "flansch", without: "dn80 dringend" }),
      term("dn80", { label: "DN 80" }),
      term("dringend", { kind: "word", used: false }),
    ],
  });
  expect(texts("main .find-chip")).toEqual([
    "ArtFlanschstatt „flnasch“ entfernen",
    "DN 80 entfernen",
    "dringendnicht verwendet",
  ]);
  const [first] = all("main a.find-chip");
  expect(first?.getAttribute("href")).toBe("/de/search?q=dn80%20dringend");
  expect(texts("main s")).toEqual(["dringend"]);
});

test("a wrong number shows the nearest ones, and what differs", () => {
  render("FR-GV-21S-71", {
    articles: [article("FR-GV-12S-71", "12S"), article("FR-GV-20S-71", "20S")],
    terms: [term("FR-GV-21S-71", { kind: "number" })],
    wrongNumber: "FR-GV-21S-71",
    total: 2,
  });
  const [first, second] = texts("main .find-dym p");
  expect(first).toBe("Meinten Sie FR-GV-12S-71?");
  expect(second).toBe("Die Nummer FR-GV-21S-71 ist nicht im Katalog. Zwei Ziffern sind wohl vertauscht.");
  expect(texts("main .find-dym u")).toEqual(["12"]);
  expect(document.querySelector("main .find-dym a")?.getAttribute("href")).toBe("/de/search?q=FR-GV-12S-71");
  expect(texts("main h2")).toEqual(["Nächste Nummern 2", "Nicht dabei?"]);
  expect(all("main .find-chip")).toEqual([]);
});

test.each([
  ["de-DE", "Nichts gefunden für „xq“"],
  ["en-US", "Nothing found for “xq”"],
  ["fr-FR", "Aucun résultat pour «\u00a0xq\u00a0»"],
  ["it-IT", "Nessun risultato per “xq”"],
] as const)("a search without results offers other ways: %s", (language, heading) => {
  render("xq", {}, language);
  expect(texts("main h2")).toEqual([heading]);
  expect(all("main .find-ways input")).toHaveLength(1);
  expect(all("main .find-ways a")).toHaveLength(1);
  expect(all("main table")).toHaveLength(0);
});

test("a search for a kind lists families with their sizes, and single articles that can be added", () => {
  const family = (id: number, name: string, changes: Partial<ListingItem> = {}) =>
    ({
      product: product(id, name),
      articles: 30,
      of: 30,
      stock: 8120,
      variation: null,
      values: { dn: { texts: ["10", "300"], unit: "", range: true } },
      ...changes,
    }) as ListingItem;
  const single = family(4, "Messgerät", { articles: 1, of: 1 });
  render("flansch", {
    focus: "families",
    families: [
      family(2, "Flansch"),
      family(3, "Blindflansch", { articles: 2 }),
      { ...single, product: { ...single.product, product_type: "simple" } },
    ],
    products: 3,
    articles: [article("FR-1", "DN 10")],
  });
  expect(texts("main h2")).toEqual(["Produkte 3"]);
  expect(texts("main .act a > :first-child")).toEqual(["30 Größen", "2 von 30 Größen"]);
  expect(texts("main tbody .c-own")).toEqual(["10–300", "", "10–300", "", "10–300", ""]);
  expect(all("main .act input")).toHaveLength(1);
  expect(all("main .find-side")).toHaveLength(0);
});

test("products, categories and documents are beside the articles", () => {
  const family = { product: product(2, "Flansch"), articles: 1, of: 45, stock: 1, variation: null, values: {} };
  render("dn80", {
    articles: [article("FR-1", "DN 80")],
    products: 1,
    families: [{ ...family, values: { dn: { texts: ["80"], unit: "", range: false } } } as unknown as ListingItem],
    categories: [{ slug: "flanges", title: "Flansche", products: 9, articles: 1288 }],
    documents: [{ id: "f1", title: "Maßblatt", type: "application/pdf", filesize: 120_000, product: "flange" }],
  });
  expect(texts("main .find-side h2")).toEqual(["Produkte 1", "Kategorien 1", "Dokumente 1"]);
  expect(all("main .find-side a").map((link) => [link.getAttribute("href"), link.textContent])).toEqual([
    ["/de/product/product-2", "Flansch1 von 45 Größen, DN\u00a080"],
    ["/de/catalog/flanges", "Flansche1\u00a0288"],
    ["/assets/f1", "PDFMaßblattPDF, 120\u00a0kB"],
  ]);
});

test("without words the page shows examples", () => {
  render("", undefined);
  expect(texts("main h1")).toEqual(["Suche"]);
  expect(all("main .find-ex a").length).toBeGreaterThan(0);
});
