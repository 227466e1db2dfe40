import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { languages } from "../i18n/languages";
import { type PageContext, PageProvider } from "../router/page-context";
import { useBomTexts } from "./texts";

/** Shows how many of the positions are ready. */
function Sum({ ready }: { ready: number }) {
  const texts = useBomTexts();
  return `${texts.ready(ready, ready)}: ${texts.composed(ready, 0)}`;
}

function sumIn(language: string, ready: number): string {
  const page: PageContext = {
    route: "cart",
    path: "/cart",
    params: {},
    search: {},
    language,
    prefix: "",
    languages: languages.map((each) => ({ ...each, available: true })),
    plain: [],
  };
  return renderToStaticMarkup(
    <PageProvider value={page}>
      <Sum ready={ready} />
    </PageProvider>,
  );
}

test("the counts of a list are singular and plural in each language", () => {
  expect(languages.map(({ code }) => [sumIn(code, 1), sumIn(code, 2)])).toEqual([
    ["1 von 1 Position ist bereit: 1 sicher.", "2 von 2 Positionen sind bereit: 2 sicher."],
    ["1 of 1 item is ready: 1 recognized.", "2 of 2 items are ready: 2 recognized."],
    ["1 position prête sur 1: 1 reconnue.", "2 positions prêtes sur 2: 2 reconnues."],
    ["1 di 1 posizione è pronta: 1 riconosciuta.", "2 di 2 posizioni sono pronte: 2 riconosciute."],
  ]);
});
