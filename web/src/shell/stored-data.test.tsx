import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type PageContext, PageProvider, type Retention } from "../router/page-context";
import { StoredData, StoredOnDevice } from "./stored-data";

const defaults: Retention = { consentHours: 36, cartHours: 36, requestDays: 0, addressDays: 30, unsentFileHours: 24 };

function textOf(language: string, retention: Retention, content = <StoredData />): string {
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
  const markup = renderToStaticMarkup(<PageProvider value={page}>{content}</PageProvider>);
  return markup.replaceAll(/<[^>]+>/g, "\n").replaceAll("\u00a0", " ");
}

test("durations are in hours, and in days from two days on", () => {
  const text = textOf("en-US", {
    ...defaults,
    consentHours: 48,
    cartHours: 1,
    requestDays: 1,
    addressDays: 7,
    unsentFileHours: 36,
  });
  expect(text).toContain("your decision on cookies: 2 days\n");
  expect(text).toContain("after the last change: 1 hour\n");
  expect(text).toContain("files of a request: 1 day\n");
  expect(text).toContain("a request was sent: 7 days\n");
  expect(text).toContain("did not send: 36 hours\n");
});

test("requests that are never erased automatically are kept until the supplier erases them", () => {
  expect(textOf("de-DE", defaults)).toContain("Dateien einer Anfrage: bis wir sie löschen\n");
  expect(textOf("fr-FR", defaults)).toContain("fichiers d’une demande : jusqu’à leur effacement par nos soins\n");
});

test("the cookie policy has the configured durations on the device, and nothing of the server", () => {
  const text = textOf("it-IT", { ...defaults, consentHours: 72, cartHours: 12 }, <StoredOnDevice />);
  expect(text).toContain("la Sua decisione sui cookie: 3 giorni\n");
  expect(text).toContain("dopo l’ultima modifica: 12 ore\n");
  expect(text).not.toContain("Sul nostro server");
});
