import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { Accordion, type Question } from "./accordion";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

afterEach(() => vi.restoreAllMocks());

test("questions with equal titles are all shown, also after the language has changed", () => {
  const errors = vi.spyOn(console, "error");
  const box = document.createElement("div");
  const root = createRoot(box);
  const show = (entries: readonly Question[]) => act(() => root.render(<Accordion entries={entries} />));
  const shown = () => [...box.querySelectorAll("details")].map(({ textContent }) => textContent);
  show([
    { title: "Lieferung", description: "ab Lager" },
    { title: "Lieferung", description: "auf Bestellung" },
    { title: "Zahlung", description: "30 Tage" },
  ]);
  show([
    { title: "Livraison", description: "sur stock" },
    { title: "Livraison", description: "sur commande" },
    { title: "Livraison", description: "à la demande" },
  ]);
  expect(shown()).toEqual(["Livraisonsur stock", "Livraisonsur commande", "Livraisonà la demande"]);
  show([
    { title: "Livraison", description: "sur commande" },
    { title: "Paiement", description: "30 jours" },
  ]);
  expect(shown()).toEqual(["Livraisonsur commande", "Paiement30 jours"]);
  expect(errors).not.toHaveBeenCalled();
});
