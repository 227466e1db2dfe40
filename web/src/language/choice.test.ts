import { beforeEach, expect, test } from "vitest";
import { addressIn, savedLanguage, saveLanguage } from "./choice";

beforeEach(() => localStorage.clear());

test.each([
  ["/fr", "/", {}, "/fr"],
  ["/it", "/catalog/flanges", { page: "2" }, "/it/catalog/flanges?page=2"],
  ["/en", "", {}, "/en"],
  ["", "/", {}, "/"],
])("under %s, %s with %o is %s", (prefix, path, search, address) => {
  expect(addressIn(prefix, { path, search })).toBe(address);
});

test("the older spelling of the key is read once and removed", () => {
  localStorage.setItem("selectedLanguage", "fr-FR");
  expect(savedLanguage()).toBe("fr-FR");
  expect(localStorage.getItem("selectedLanguage")).toBeNull();
  expect(localStorage.getItem("selected-language")).toBe("fr-FR");
});

test("a saved choice is in the cookie and in local storage", () => {
  saveLanguage("it-IT");
  expect(savedLanguage()).toBe("it-IT");
  expect(document.cookie).toContain("selected-language=it-IT");
});
