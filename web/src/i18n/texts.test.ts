import { expect, test } from "vitest";
import { languages } from "./languages";
import { siteTexts } from "./site-texts";
import { textsIn } from "./texts";

test("a language without texts uses the English ones", () => {
  expect(textsIn(siteTexts, "ar-SA")).toBe(siteTexts["en-US"]);
  expect(textsIn(siteTexts, "fr-FR")).toBe(siteTexts["fr-FR"]);
});

test("the texts of the specification exist in four languages, verbatim in English", () => {
  expect(Object.values(siteTexts["en-US"])).toEqual([
    "Go to catalog",
    "Go to category",
    "View product",
    "Add to cart",
    "Thank you!",
    "We will contact you shortly.",
    "Contact us",
  ]);
  expect(languages.map(({ code }) => code)).toEqual(["de-DE", "en-US", "fr-FR", "it-IT"]);
  const words = languages.flatMap(({ code }) => Object.values(siteTexts[code]));
  expect(words).not.toContain("");
  expect(new Set(words).size).toBe(words.length);
});
