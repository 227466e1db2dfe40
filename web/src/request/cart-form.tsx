import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { limits } from "../constants";
import { formsBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import type { CartItem } from "../domain/cart-item";
import { useAnswerTime } from "../i18n/answer-time";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Attachments } from "./attachments";
import { EmailField, FormConsent, KeptEntries, NameAndPhone, Problems, SendButton } from "./fields";
import { type FormContent, formContent } from "./form-content";
import { HoneypotField } from "./plain-post";
import { MessageField } from "./text-field";
import { useFormTexts } from "./texts";
import { type RequestFormState, useRequestForm } from "./use-request-form";
import { Waiting } from "./waiting";
import "./cart-form.css";
import "../ui/fields.css";

const useCartFormTexts = defineTexts({
  "de-DE": {
    note: (time: string) => `Name und Telefon genügen. Angebot innerhalb von ${time}.`,
    open: "Anfrage senden",
    send: "Anfrage absenden",
    more: "E-Mail, Bemerkung",
  },
  "en-US": {
    note: (time: string) => `Name and phone are enough. Quote within ${time}.`,
    open: "Send request",
    send: "Send request",
    more: "E-mail, remark",
  },
  "fr-FR": {
    note: (time: string) => `Nom et téléphone suffisent. Offre sous ${time}.`,
    open: "Envoyer la demande",
    send: "Envoyer la demande",
    more: "E-mail, remarque",
  },
  "it-IT": {
    note: (time: string) => `Bastano nome e telefono. Offerta entro ${time}.`,
    open: "Invia la richiesta",
    send: "Invia la richiesta",
    more: "E-mail, nota",
  },
});

/**
 * CartForm sends the cart's lines with name, phone, consent, files, and on demand
 * an e-mail address for the confirmation and a remark. It is closed at first, for
 * the lines to have the room: the first press of its button opens it, the next
 * sends. Entries of the visitor and an error open it, too.
 */
export function CartForm({ lines }: { lines: readonly CartItem[] }) {
  const content = useCartContent();
  const state = useRequestForm({ form: content, kind: "cart", source: "cart", lines });
  const texts = useCartFormTexts();
  const answerTime = useAnswerTime();
  const [opened, setOpened] = useState(false);
  // Once open, it stays open: also when the entries are removed.
  if (!opened && (state.kept || state.failure !== "")) setOpened(true);
  if (state.waiting) return <Waiting kind="cart" />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (opened) return void state.submit(event);
    event.preventDefault();
    flushSync(() => setOpened(true));
    state.form.current?.querySelector<HTMLElement>("[name=name]")?.focus();
  };
  return (
    <form ref={state.form} className="form cart-form" noValidate onSubmit={submit}>
      {opened && <CartFields content={content} state={state} />}
      <SendButton state={state} expanded={opened ? undefined : false}>
        {opened ? texts.send : texts.open}
      </SendButton>
      {opened ? <KeptEntries state={state} /> : <p className="t-small mut">{texts.note(answerTime)}</p>}
    </form>
  );
}

function CartFields({ content, state }: { content: FormContent; state: RequestFormState }) {
  const texts = useCartFormTexts();
  const { message } = useFormTexts();
  const [asked, setAsked] = useState(false);
  const more = asked || state.values.email !== "" || state.values.message !== "";
  const showMore = () => {
    flushSync(() => setAsked(true));
    state.form.current?.querySelector<HTMLElement>("[name=email]")?.focus();
  };
  return (
    <>
      <div className="steps">
        <NameAndPhone content={content} state={state} />
      </div>
      <HoneypotField />
      <FormConsent content={content} state={state} />
      {more && (
        <div className="steps">
          <EmailField content={content} state={state} />
          <MessageField label={message} state={state} />
        </div>
      )}
      <div className="cart-form-more">
        {!more && (
          <button type="button" className="lnk" aria-expanded={false} onClick={showMore}>
            <Icon path="M4 20l1-5L16 4l4 4L9 19z" />
            {texts.more}
          </button>
        )}
        <Attachments kind={state.kind} error={state.fileError} />
      </div>
      <Problems content={content} state={state} />
    </>
  );
}

/** useCartContent returns the texts of the cart's form, which is the menu's form. */
export function useCartContent(): FormContent {
  const { language } = usePage();
  const block = useContent(formsBlock(language));
  return formContent(limits.defaultForm, block.data ?? [], language);
}
