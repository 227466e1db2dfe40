import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type PageContext, PageProvider, type Retention } from "../../router/page-context";
import { StoredData } from "./stored-data";

function textOf(language: string, retention: Retention): string {
  const page: PageContext = {
    route: "privacy",
    path: "/privacy",
    params: {},
    search: {},
    language,
    prefix: "/en",
    languages: [],
    plain: [],
    retention,
  };
  const markup = renderToStaticMarkup(
    <PageProvider value={page}>
      <StoredData />
    </PageProvider>,
  );
  return markup.replaceAll(/<[^>]+>/g, "\n").replaceAll("\u00a0", " ");
}

test("durations are in hours, and in days from two days on", () => {
  const text = textOf("en-US", { consentHours: 48, cartHours: 1, requestDays: 1 });
  expect(text).toContain("your decision on cookies: 2 days\n");
  expect(text).toContain("after the last change: 1 hour\n");
  expect(text).toContain("files of a request: 1 day\n");
});

test("requests that are never erased automatically are kept until the supplier erases them", () => {
  const retention = { consentHours: 36, cartHours: 36, requestDays: 0 };
  expect(textOf("de-DE", retention)).toContain("Dateien einer Anfrage: bis wir sie löschen\n");
  expect(textOf("fr-FR", retention)).toContain("fichiers d’une demande : jusqu’à leur effacement par nos soins\n");
});
