import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { languages } from "../i18n/languages";
import { offeredLanguages, useLanguageList } from "./language-list";

const known = [
  ...languages.map((language) => ({ ...language, available: language.code !== "it-IT" })),
  {
    code: "ar-SA",
    prefix: "/ar",
    html: "ar",
    title: "العربية",
    flag: "",
    direction: "rtl" as const,
    available: true,
  },
];

function answer(body: string, status = 200): void {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
}

beforeEach(() => useLanguageList.setState({ records: null, state: "ready" }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("until the list is fetched, the available languages of the page are offered", () => {
  expect(offeredLanguages(known, null).map(({ code }) => code)).toEqual(["de-DE", "en-US", "fr-FR", "ar-SA"]);
});

test("the list decides order, titles and flags, and unavailable languages are not offered", async () => {
  answer(
    JSON.stringify({
      data: [
        { code: "fr-FR", title: "Français (CH)", flag: "ch" },
        { code: "it-IT", title: "Italiano", flag: "it" },
        { code: "de-DE", title: null, flag: null },
        { code: "xx-XX", title: "?", flag: "" },
      ],
    }),
  );
  await useLanguageList.getState().load();
  const offered = offeredLanguages(known, useLanguageList.getState().records);
  expect(offered.map(({ code, title, flag, prefix }) => [code, title, flag, prefix])).toEqual([
    ["fr-FR", "Français (CH)", "ch", "/fr"],
    ["de-DE", "Deutsch", "de", "/de"],
  ]);
});

test.each([
  ["empty list", '{"data":[]}'],
  ["empty body", ""],
  ["no list", '{"data":{"code":"de-DE"}}'],
  ["no languages", '{"data":[{"name":"German"}]}'],
  ["nothing in the list", '{"data":[null]}'],
])("Empty languages reply (%s): it is logged, and the list of the page is kept", async (_, body) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  answer(body);
  await useLanguageList.getState().load();
  expect(log).toHaveBeenCalledExactlyOnceWith("Empty response from API");
  expect(useLanguageList.getState()).toMatchObject({ records: null, state: "ready" });
});

test("Language init fails because the list cannot be fetched: the error is only logged, and the page's list is kept", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  answer('{"errors":[{"message":"down"}]}', 500);
  await useLanguageList.getState().load();
  expect(log).toHaveBeenCalledExactlyOnceWith("Languages could not be loaded:", expect.any(Error));
  expect(useLanguageList.getState()).toMatchObject({ records: null, state: "failed" });
});
