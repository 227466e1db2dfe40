import { expect, test } from "vitest";
import { matchRoute } from "./match-route";

test.each([
  ["/", "", "home", {}, {}],
  ["/catalog/", "", "catalog", {}, {}],
  ["/catalog/flanges", "?page=2&utm=x", "category", { slug: "flanges" }, { page: "2" }],
  ["/catalog/flanges", "?page=1", "category", { slug: "flanges" }, {}],
  ["/catalog/flanges", "?page=0;drop", "category", { slug: "flanges" }, {}],
  ["/catalog/x", "?dn=25&page=2&dn=50&page=3&Bad=1", "category", { slug: "x" }, { dn: "25_50", page: "2" }],
  ["/product/a%20b", "", "product", { slug: "a b" }, {}],
  ["/product/%E0", "", "not-found", {}, {}],
  ["/catalog/a/b", "", "not-found", {}, {}],
  ["/nope", "", "not-found", {}, {}],
])("%s%s is %s", (path, query, route, params, search) => {
  expect(matchRoute(path, query)).toMatchObject({ route, params, search });
});
