import { act } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "../constants";
import * as blocks from "./blocks";
import { ContentCache, ContentProvider, maxEntries } from "./cache";
import type { Query } from "./query";
import * as shellBlocks from "./shell-blocks";
import { loadMissing, useContent } from "./use-content";

type Seen = ReturnType<typeof useContent<unknown>>;

let root: Root;
let requested: string[];
let answer: () => Response;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  root = createRoot(document.createElement("div"));
  requested = [];
  answer = () => new Response("{}", { status: 400 });
  vi.stubGlobal("fetch", async (address: string) => {
    requested.push(decodeURIComponent(address));
    return answer();
  });
});

afterEach(async () => {
  await act(async () => root.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const loaded = (data: unknown) => () => new Response(JSON.stringify({ data }));

/** A cache with the replies of a document. */
const given = (replies: Record<string, unknown>) => new ContentCache((query) => replies[query]);

/** Renders a block and returns every state that its component receives from then on. */
async function show(query: Query<unknown>, cache = new ContentCache()): Promise<Seen[]> {
  const seen: Seen[] = [];
  function Block() {
    seen.push(useContent(query));
    return null;
  }
  await act(async () =>
    root.render(
      <ContentProvider value={cache}>
        <Block key={query} />
      </ContentProvider>,
    ),
  );
  await act(async () => vi.waitFor(() => expect(seen.at(-1)?.loading).toBe(false)));
  return seen;
}

const client = { title: "", image: null, status: "published" };
const clients = Array.from({ length: limits.placeholderClients }, (_, index) => ({
  ...client,
  id: index + 1,
  sort: index + 1,
}));

const cases: [name: string, query: Query<unknown>, empty: unknown][] = [
  ["home", blocks.homeBlock("de-DE"), { id: 1, translations: [] }],
  ["about", blocks.aboutBlock("de-DE"), []],
  ["categories", blocks.categoriesBlock("de-DE"), []],
  ["clients", blocks.clientsBlock("de-DE"), clients],
  ["contacts", blocks.contactsBlock("de-DE"), []],
  ["support", blocks.supportBlock("de-DE"), []],
  ["catalogue page", blocks.catalogBlock("de-DE"), []],
  ["forms", blocks.formsBlock("de-DE"), []],
  ["header", shellBlocks.headerBlock("de-DE"), []],
  ["footer", shellBlocks.footerBlock("de-DE"), []],
  ["products", blocks.newestProductsBlock("de-DE"), []],
];

test.each(cases)("Block load fails: %s", async (_, query, empty) => {
  const seen = await show(query);
  expect(seen[0]).toMatchObject({ data: undefined, loading: true, error: "" });
  const collection = /items\/(\w+)/.exec(query)?.[1];
  expect(seen.at(-1)).toMatchObject({ data: empty, loading: false, error: `Failed to load ${collection}` });
  // "Load again" replaces it by the reply.
  answer = loaded("there");
  await act(async () => seen.at(-1)?.reload());
  await vi.waitFor(() => expect(seen.at(-1)).toMatchObject({ data: "there", loading: false, error: "" }));
  expect(requested).toHaveLength(2);
});

test("About load fails: the result is an empty list, with the content system's message as its error text", async () => {
  answer = () => new Response(JSON.stringify({ errors: [{ message: "no such field" }] }), { status: 400 });
  const seen = await show(blocks.aboutBlock("de-DE"));
  expect(seen.at(-1)).toMatchObject({ data: [], error: "no such field" });
});

test("a block that failed on the server is empty with its error text, and rendering it does not fetch it again", async () => {
  const query = blocks.clientsBlock("de-DE");
  const failed = given({ [query]: { $error: "content could not be read" } });
  const seen = await show(query, failed);
  expect(seen).toEqual([{ ...seen[0], data: clients, loading: false, error: "content could not be read" }]);
  expect(requested).toEqual([]);
});

test.each([
  ["failed on the server", { $error: "content could not be read" }, "content could not be read"],
  ["was not loaded", undefined, "loading"],
])("a block that %s hydrates as the server rendered it, although it is loaded meanwhile", async (_, reply, shown) => {
  const query = blocks.aboutBlock("de-DE");
  const cache = given({ [query]: reply });
  const rendered: string[] = [];
  function Block() {
    const { data, loading, error } = useContent(query);
    const text = loading ? "loading" : error || JSON.stringify(data);
    rendered.push(text);
    return <p>{text}</p>;
  }
  const block = (
    <ContentProvider value={cache}>
      <Block />
    </ContentProvider>
  );
  const element = document.createElement("div");
  element.innerHTML = renderToString(block);
  expect(element.textContent).toBe(shown);
  answer = loaded("loaded meanwhile");
  await loadMissing(cache, [query]);
  rendered.length = 0;
  const mismatches: unknown[] = [];
  const hydrated = await act(async () =>
    hydrateRoot(element, block, { onRecoverableError: (error) => mismatches.push(error) }),
  );
  expect(mismatches).toEqual([]);
  expect(rendered[0]).toBe(shown);
  expect(element.textContent).toBe('"loaded meanwhile"');
  await act(async () => hydrated.unmount());
});

test("the next navigation fetches a failed block again, and no loaded one", async () => {
  const [form, about] = [blocks.formsBlock("de-DE"), blocks.aboutBlock("de-DE")];
  const cache = given({ [form]: [], [about]: { $error: "content could not be read" } });
  answer = loaded([]);
  await loadMissing(cache, [form, about]);
  expect(requested).toEqual([expect.stringContaining("/items/about")]);
  await loadMissing(cache, [form, about]);
  await show(form, cache);
  expect(requested).toHaveLength(1);
});

test("forms are fetched again after a change of language", async () => {
  const cache = given({ [blocks.formsBlock("de-DE")]: [] });
  answer = loaded([]);
  await loadMissing(cache, [blocks.formsBlock("fr-FR")]);
  expect(requested).toEqual([expect.stringMatching(/\/items\/forms.*language=fr-FR/)]);
});

test("the least recently used entries are evicted, and never one that a block shows", async () => {
  const cache = new ContentCache();
  const page = blocks.aboutBlock("de-DE");
  const product = (number: number) => `/items/products/${number}`;
  answer = loaded("there");
  await show(page, cache);
  for (let number = 0; number < maxEntries; number++) {
    await act(async () => cache.load(product(number)));
    cache.reply(product(0));
  }
  expect(cache.reply(page)).toBe("there");
  expect(cache.reply(product(0))).toBe("there");
  expect(cache.reply(product(1))).toBeUndefined();
  expect(cache.reply(product(maxEntries - 1))).toBe("there");
  // An evicted entry is fetched again.
  const before = requested.length;
  await act(async () => cache.load(product(1)));
  expect(requested).toHaveLength(before + 1);
});
