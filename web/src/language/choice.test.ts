import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cookies } from "../constants";
import { changeLanguage, chooseLanguage, followLanguage, savedLanguage, saveLanguage } from "./choice";

beforeEach(() => {
  localStorage.clear();
  document.cookie = `${cookies.language.name}=; Path=/; Max-Age=0`;
});
afterEach(() => vi.restoreAllMocks());

test.each([
  ["the saved one", ["fr-FR"], ["de-DE", "fr-FR"], "fr-FR"],
  ["the next preference if the first is not available", ["es-ES", "fr-FR"], ["de-DE", "fr-FR"], "fr-FR"],
  ["the first available one", ["es-ES"], ["it-IT", "de-DE"], "it-IT"],
  ["the first available one without a preference", [null], ["en-US", "de-DE"], "en-US"],
  ["German where nothing is available", ["fr-FR"], [], "de-DE"],
])("the language is %s", (_, preferences, available, language) => {
  expect(chooseLanguage(preferences, available)).toBe(language);
});

test("a change to an available language saves it, dispatches the event and returns true", () => {
  const received: string[] = [];
  const stop = followLanguage((code) => {
    received.push(code, savedLanguage() ?? "");
    return Promise.resolve();
  });
  expect(changeLanguage("fr-FR", ["de-DE", "fr-FR"])).toBe(true);
  expect(received).toEqual(["fr-FR", "fr-FR"]);
  stop();
});

test("a change to any other language has no effect and returns false", () => {
  const listener = vi.fn();
  window.addEventListener("languageChanged", listener);
  expect(changeLanguage("es-ES", ["de-DE", "fr-FR"])).toBe(false);
  expect(listener).not.toHaveBeenCalled();
  expect(savedLanguage()).toBeNull();
  expect(document.cookie).not.toContain("es-ES");
  window.removeEventListener("languageChanged", listener);
});

test("Language change fails: the error is logged and no notice shows", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const failure = new Error("no code");
  const stop = followLanguage(() => Promise.reject(failure));
  expect(changeLanguage("fr-FR", ["fr-FR"])).toBe(true);
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith("Language change failed:", failure));
  stop();
});

test("the older spelling of the key is read once and removed", () => {
  localStorage.setItem("selectedLanguage", "fr-FR");
  expect(savedLanguage()).toBe("fr-FR");
  expect(localStorage.getItem("selectedLanguage")).toBeNull();
  expect(localStorage.getItem("selected-language")).toBe("fr-FR");
});

test("the newer key takes precedence over the older one", () => {
  localStorage.setItem("selectedLanguage", "fr-FR");
  localStorage.setItem("selected-language", "it-IT");
  expect(savedLanguage()).toBe("it-IT");
  expect(localStorage.getItem("selectedLanguage")).toBeNull();
});

test("a saved choice is in the cookie and in local storage", () => {
  saveLanguage("it-IT");
  expect(savedLanguage()).toBe("it-IT");
  expect(document.cookie).toContain("selected-language=it-IT");
});
