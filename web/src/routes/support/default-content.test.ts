import { expect, test } from "vitest";
import { languages } from "../../i18n/languages";
import { defaultSupport } from "./default-content";

test("the default phone and questions exist in every language: delivery in 3 to 5 days, 24 months of warranty", () => {
  const titles = languages.map(({ code }) => {
    const { phone, questionsTitle, questions } = defaultSupport(code);
    expect(phone).toMatch(/^\+\d/);
    expect(questions.map(({ description }) => description)).toEqual([
      expect.stringMatching(/\b3\D+5\b/),
      expect.stringMatching(/\b24\b/),
    ]);
    return [questionsTitle, ...questions.map(({ title }) => title)].join();
  });
  expect(new Set(titles).size).toBe(languages.length);
});
