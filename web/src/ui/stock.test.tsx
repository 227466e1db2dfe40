import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type PageContext, PageProvider } from "../router/page-context";
import { lowStockLimit, Stock } from "./stock";

function stockText(quantity: number, language: string): string {
  const page = { language } as PageContext;
  return renderToStaticMarkup(
    <PageProvider value={page}>
      <Stock quantity={quantity} />
    </PageProvider>,
  ).replaceAll(/<[^>]*>/g, "");
}

test.each([
  ["de-DE", "Auf Bestellung", "1 Stk., knapp", "2 Stk., knapp", "50 Stk. ab Lager"],
  ["en-US", "On order", "1 pc, low", "2 pcs, low", "50 pcs in stock"],
  ["fr-FR", "Sur commande", "1 pce, stock bas", "2 pcs, stock bas", "50 pcs en stock"],
  ["it-IT", "Su ordinazione", "1 pz, scorta bassa", "2 pz, scorta bassa", "50 pz a magazzino"],
])("%s: stock is in the singular for one piece", (language, ...texts) => {
  expect([0, 1, 2, lowStockLimit].map((quantity) => stockText(quantity, language))).toEqual(texts);
});
