import { expect, test } from "vitest";
import { languages } from "../i18n/languages";
import type { PageContext } from "./page-context";
import { resolvePage } from "./resolve-page";

const known = languages.map((language) => ({ ...language, available: true }));

function first(pathname: string, page: Partial<PageContext>) {
  return {
    pathname,
    search: "",
    page: {
      route: "home",
      path: "/",
      params: {},
      search: {},
      language: "de-DE",
      prefix: "",
      languages: known,
      plain: ["header.logo"],
      ...page,
    } as PageContext,
  };
}

const at = (pathname: string, language?: string, search = "") => ({ pathname, search, language });

test("the prefix takes precedence over the chosen language", () => {
  const page = resolvePage(first("/de", { prefix: "/de" }), at("/fr/about", "it-IT"));
  expect(page).toMatchObject({ route: "about", path: "/about", prefix: "/fr", language: "fr-FR" });
  expect(page.plain).toEqual(["header.logo"]);
});

test("without a prefix the chosen language applies, otherwise that of the first page", () => {
  const start = first("/", { language: "en-US" });
  expect(resolvePage(start, at("/about", "it-IT")).language).toBe("it-IT");
  expect(resolvePage(start, at("/about")).language).toBe("en-US");
});

test("the route that the server resolved for the first page applies in every language and for every query", () => {
  const start = first("/de/catalog/nothing", { route: "not-found", path: "", prefix: "/de" });
  expect(resolvePage(start, at("/de/catalog/nothing")).route).toBe("not-found");
  expect(resolvePage(start, at("/fr/catalog/nothing", undefined, "?x=1"))).toMatchObject({
    route: "not-found",
    language: "fr-FR",
    prefix: "/fr",
  });
  expect(resolvePage(start, at("/de")).route).toBe("home");
});

test("parameters that the server removed from the first address remain removed", () => {
  const start = {
    ...first("/de/catalog/flanges", { route: "category", path: "/catalog/flanges" }),
    search: "?pn=16&x=1",
  };
  start.page = { ...start.page, search: { pn: "16" } };
  expect(resolvePage(start, at("/de/catalog/flanges", undefined, "?pn=16&x=1")).search).toEqual({ pn: "16" });
  expect(resolvePage(start, at("/de/catalog/flanges", undefined, "?pn=40")).search).toEqual({ pn: "40" });
});

test("a page that failed to load resolves to the error screen in the requested language", () => {
  const page = resolvePage(first("/de", { prefix: "/de" }), { ...at("/fr/about"), failure: new Error("no code") });
  expect(page).toMatchObject({ route: "error", language: "fr-FR", prefix: "/fr" });
});
