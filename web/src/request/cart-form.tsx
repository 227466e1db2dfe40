import { limits } from "../constants";
import { formsBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import { type CartItem, maxLines } from "../domain/cart-item";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { Fields } from "./fields";
import { type FormContent, formContent } from "./form-content";
import { useRequestForm } from "./use-request-form";
import { Waiting } from "./waiting";

const useCartFormTexts = defineTexts({
  "de-DE": {
    note: "Kein Preis, keine Zahlung. Sie erhalten innerhalb von 24 Stunden (an Arbeitstagen) ein Angebot.",
    send: "Anfrage absenden",
    sendFirst: (number: number) => `Die ersten ${number} Positionen absenden`,
  },
  "en-US": {
    note: "No prices, no payment. You receive a quote within 24 hours (on working days).",
    send: "Send request",
    sendFirst: (number: number) => `Send the first ${number} items`,
  },
  "fr-FR": {
    note: "Ni prix ni paiement. Vous recevez une offre sous 24 heures (jours ouvrés).",
    send: "Envoyer la demande",
    sendFirst: (number: number) => `Envoyer les ${number} premières positions`,
  },
  "it-IT": {
    note: "Nessun prezzo, nessun pagamento. Riceve un’offerta entro 24 ore (nei giorni lavorativi).",
    send: "Invia la richiesta",
    sendFirst: (number: number) => `Invia le prime ${number} posizioni`,
  },
});

/**
 * CartForm sends the cart's lines with name, phone, consent, files and an e-mail
 * address for the confirmation. It sends at most maxLines lines; the others remain
 * in the cart.
 */
export function CartForm({ lines }: { lines: readonly CartItem[] }) {
  const texts = useCartFormTexts();
  const content = useCartContent();
  const state = useRequestForm({ form: content, kind: "cart", source: "cart", lines: lines.slice(0, maxLines) });
  const send = lines.length > maxLines ? texts.sendFirst(maxLines) : texts.send;
  if (state.waiting) return <Waiting kind="cart" />;
  return (
    <form ref={state.form} className="form" noValidate onSubmit={state.submit}>
      <p className="t-small mut">{texts.note}</p>
      <Fields content={{ ...content, send }} state={state} withEmail withFiles />
    </form>
  );
}

/** useCartContent returns the texts of the cart's form, which is the menu's form. */
export function useCartContent(): FormContent {
  const { language } = usePage();
  const block = useContent(formsBlock(language));
  return formContent(limits.defaultForm, block.data ?? [], language);
}
