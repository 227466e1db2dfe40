import { limits } from "../constants";
import { formsBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import type { CartItem } from "../domain/cart-item";
import { useAnswerTime } from "../i18n/answer-time";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { Fields } from "./fields";
import { type FormContent, formContent } from "./form-content";
import { useRequestForm } from "./use-request-form";
import { Waiting } from "./waiting";

const useCartFormTexts = defineTexts({
  "de-DE": {
    note: (time: string) => `Kein Preis, keine Zahlung. Sie erhalten innerhalb von ${time} ein Angebot.`,
    send: "Anfrage absenden",
  },
  "en-US": {
    note: (time: string) => `No prices, no payment. You receive a quote within ${time}.`,
    send: "Send request",
  },
  "fr-FR": {
    note: (time: string) => `Ni prix ni paiement. Vous recevez une offre sous ${time}.`,
    send: "Envoyer la demande",
  },
  "it-IT": {
    note: (time: string) => `Nessun prezzo, nessun pagamento. Riceve un’offerta entro ${time}.`,
    send: "Invia la richiesta",
  },
});

/**
 * CartForm sends the cart's lines with name, phone, consent, files and an e-mail
 * address for the confirmation.
 */
export function CartForm({ lines }: { lines: readonly CartItem[] }) {
  const texts = useCartFormTexts();
  const answerTime = useAnswerTime();
  const content = useCartContent();
  const state = useRequestForm({ form: content, kind: "cart", source: "cart", lines });
  if (state.waiting) return <Waiting kind="cart" />;
  return (
    <form ref={state.form} className="form" noValidate onSubmit={state.submit}>
      <p className="t-small mut">{texts.note(answerTime)}</p>
      <Fields content={{ ...content, send: texts.send }} state={state} withEmail withFiles />
    </form>
  );
}

/** useCartContent returns the texts of the cart's form, which is the menu's form. */
export function useCartContent(): FormContent {
  const { language } = usePage();
  const block = useContent(formsBlock(language));
  return formContent(limits.defaultForm, block.data ?? [], language);
}
