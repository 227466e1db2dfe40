import { expect, test } from "vitest";
import { matchRoute } from "./table";

test.each([
  ["/", "", "home", {}, {}],
  ["/catalog/", "", "catalog", {}, {}],
  ["/catalog/flanges", "?page=2&utm=x", "category", { slug: "flanges" }, { page: "2" }],
  ["/catalog/flanges", "?page=1", "category", { slug: "flanges" }, {}],
  ["/catalog/flanges", "?page=0;drop", "category", { slug: "flanges" }, {}],
  ["/product/a%20b", "", "product", { slug: "a b" }, {}],
  ["/product/%E0", "", "not-found", {}, {}],
  ["/catalog/a/b", "", "not-found", {}, {}],
  ["/nope", "", "not-found", {}, {}],
])("%s%s is %s", (path, query, route, params, search) => {
  expect(matchRoute(path, query)).toMatchObject({ route, params, search });
});
