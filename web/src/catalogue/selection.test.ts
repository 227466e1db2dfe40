import { describe, expect, it } from "vitest";
import type { Facet } from "../content/listing";
import {
  filtersOf,
  keysOf,
  listAddress,
  pageNumbers,
  rangeOf,
  sizesFirst,
  withKey,
  withoutFilter,
  withoutFilters,
  withPage,
  withParameter,
  withRange,
} from "./selection";

const value = (key: string) => ({ key, name: key, number: Number(key), count: 1, chosen: false });
const facet = (slug: string, ...keys: string[]): Facet => ({
  slug,
  name: slug,
  unit: "",
  kind: "values",
  values: keys.map(value),
  from: null,
  to: null,
});
const tube = facet("tube-od", "6", "12", "16");
const pressure = facet("pn", "100", "400", "630");

describe("a list's selection and its address", () => {
  it.each([
    [{}, "/catalog/x"],
    [{ "tube-od": "12_16", material: "1.4571" }, "/catalog/x?material=1.4571&tube-od=12_16"],
    [{ thread: "g-3/8", q: "a b", sort: "" }, "/catalog/x?q=a%20b&thread=g-3%2F8"],
  ])("writes %o as %s", (selection, address) => {
    expect(listAddress("/catalog/x", selection)).toBe(address);
  });

  it("adds and removes a value in the facet's order, and returns to the first page", () => {
    const one = withKey({ page: "3", sort: "name" }, tube, "16", true);
    expect(one).toEqual({ sort: "name", "tube-od": "16" });
    const two = withKey(one, tube, "6", true);
    expect(two).toEqual({ sort: "name", "tube-od": "6_16" });
    expect(keysOf(two, tube)).toEqual(["6", "16"]);
    expect(withKey(withKey(two, tube, "6", false), tube, "16", false)).toEqual({ sort: "name" });
  });

  it("orders facets of numbers before those of names", () => {
    const of = (slug: string, kind: Facet["kind"]): Facet => ({ ...facet(slug), kind });
    const given = [of("material", "values"), of("tube-od", "numbers"), of("pn", "numbers"), of("stock", "values")];
    expect(sizesFirst(given).map(({ slug }) => slug)).toEqual(["tube-od", "pn", "material", "stock"]);
  });

  it("chooses the values of a range, which a further choice lists", () => {
    expect(keysOf({ "tube-od": "6..12" }, tube)).toEqual(["6", "12"]);
    expect(keysOf({ pn: "400.." }, pressure)).toEqual(["400", "630"]);
    expect(withKey({ "tube-od": "..12" }, tube, "16", true)).toEqual({ "tube-od": "6_12_16" });
    expect(withKey({ "tube-od": "6..12" }, tube, "6", false)).toEqual({ "tube-od": "12" });
  });

  it.each([
    ["250..630", { from: 250, to: 630 }],
    ["400..", { from: 400, to: null }],
    ["..0.5", { from: null, to: 0.5 }],
    ["400_630", { from: null, to: null }],
    ["", { from: null, to: null }],
  ])("reads the range %s", (text, range) => {
    expect(rangeOf({ pn: text }, "pn")).toEqual(range);
  });

  it("writes a range, and omits it when both ends are open", () => {
    expect(withRange({ page: "2" }, "pn", { from: 400, to: null })).toEqual({ pn: "400.." });
    expect(withRange({}, "pn", { from: null, to: 0.5 })).toEqual({ pn: "..0.5" });
    expect(withRange({ pn: "400.." }, "pn", { from: null, to: null })).toEqual({});
  });

  it("lists each active filter once, in the facets' order, and removes a filter", () => {
    const selection = { pn: "400..", "tube-od": "12_16", stock: "1", sort: "name" };
    const set = filtersOf(selection, [tube, pressure]);
    expect(set.map(({ facet: { slug }, key }) => `${slug} ${key}`)).toEqual(["tube-od 12", "tube-od 16", "pn "]);
    expect(set.map((filter) => withoutFilter(selection, filter))).toEqual([
      { pn: "400..", "tube-od": "16", stock: "1", sort: "name" },
      { pn: "400..", "tube-od": "12", stock: "1", sort: "name" },
      { "tube-od": "12_16", stock: "1", sort: "name" },
    ]);
  });

  it("removes all filters, and keeps sorting and view", () => {
    const shown = { sort: "name", view: "grid" };
    expect(withoutFilters({ ...shown, page: "2", pn: "400..", stock: "1" })).toEqual(shown);
  });

  it("omits the page parameter for the first page", () => {
    expect(withPage({ page: "2" }, 1)).toEqual({});
    expect(withPage({ sort: "name" }, 3)).toEqual({ sort: "name", page: "3" });
    expect(withParameter({ page: "3" }, "view", "grid")).toEqual({ view: "grid" });
  });

  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 42, [1, 2, 3, 0, 42]],
    [2, 42, [1, 2, 3, 0, 42]],
    [4, 42, [1, 2, 3, 4, 5, 0, 42]],
    [20, 42, [1, 0, 19, 20, 21, 0, 42]],
    [42, 42, [1, 0, 41, 42]],
    [50, 42, [1, 0, 42]],
  ])("the pager of page %i of %i shows %j", (page, pages, numbers) => {
    expect(pageNumbers(page, pages)).toEqual(numbers);
  });
});
