import { formsBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import type { CartItem } from "../lib/cart-item";
import { limits } from "../lib/constants";
import { usePage } from "../lib/page-context";
import { defineTexts } from "../lib/texts";
import { Fields } from "./fields";
import { type FormContent, formContent } from "./form-content";
import { chooseForm } from "./form-id";
import { useRequestForm } from "./use-request-form";
import { Waiting } from "./waiting";

const useCartFormTexts = defineTexts({
  "de-DE": {
    note: "Kein Preis, keine Zahlung. Sie erhalten innerhalb von 24 Stunden ein Angebot.",
    send: "Anfrage absenden",
  },
  "en-US": { note: "No prices, no payment. You receive a quote within 24 hours.", send: "Send request" },
  "fr-FR": { note: "Ni prix ni paiement. Vous recevez une offre sous 24 heures.", send: "Envoyer la demande" },
  "it-IT": { note: "Nessun prezzo, nessun pagamento. Riceve un’offerta entro 24 ore.", send: "Invia la richiesta" },
});

/** The cart's form: name, phone and consent, an e-mail address for the confirmation and files, sent with the lines. */
export function CartForm({ lines }: { lines: readonly CartItem[] }) {
  const texts = useCartFormTexts();
  const content = useCartContent();
  const state = useRequestForm({ form: content, kind: "cart", source: "cart", lines });
  if (state.waiting) return <Waiting kind="cart" />;
  return (
    <form ref={state.form} className="form" noValidate onSubmit={state.submit}>
      <p className="t-small mut">{texts.note}</p>
      <Fields content={{ ...content, send: texts.send }} state={state} withEmail withFiles />
    </form>
  );
}

/** The words of the cart's form; it is the menu's. */
export function useCartContent(): FormContent {
  const { language } = usePage();
  const block = useContent(formsBlock(language));
  return formContent(chooseForm(limits.defaultForm, block.data ?? []), language);
}
