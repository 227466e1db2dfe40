import { expect, test } from "vitest";
import { addressIn, languages, splitPrefix } from "./languages";

const known = [...languages, { code: "ar-SA", prefix: "/ar" }, { code: "pt-PT", prefix: "/pt-pt" }];

test.each([
  ["/fr", "/fr", "/", "fr-FR"],
  ["/fr/catalog", "/fr", "/catalog", "fr-FR"],
  ["/ar/catalog", "/ar", "/catalog", "ar-SA"],
  ["/pt-pt", "/pt-pt", "/", "pt-PT"],
  ["/pt", "", "/pt", undefined],
  ["/friends", "", "/friends", undefined],
  ["/", "", "/", undefined],
])("%s has the prefix %j, the path %s and the language %s", (address, prefix, path, language) => {
  expect(splitPrefix(address, known)).toEqual({ prefix, path, language });
});

test.each([
  ["/fr", "/", {}, "/fr"],
  ["/it", "/catalog/flanges", { page: "2" }, "/it/catalog/flanges?page=2"],
  ["/en", "", {}, "/en"],
  ["", "/", {}, "/"],
])("under %s, %s with %o is %s", (prefix, path, search, address) => {
  expect(addressIn(prefix, { path, search })).toBe(address);
});
