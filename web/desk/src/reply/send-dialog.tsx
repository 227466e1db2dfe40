import { useRef } from "react";
import type { LetterKind, Offer } from "../api/reply-schemas";
import { formatAmount, minorUnits } from "../model/decimal";
import { Window } from "../parts/dialog";
import { Icon } from "../parts/icon";
import { errorText } from "../parts/messages";
import { useLanguage, useTexts } from "../texts/language";
import type { Sending } from "./use-send";

interface Props {
  kind: LetterKind;
  offer: Offer;
  /** By the server. */
  total: string;
  to: string;
  onClose: () => void;
  send: () => void;
}

/** Asks once whether to send. */
export function SendDialog({ kind, offer, total, to, onClose, send }: Props) {
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.reply.ask;
  const button = useRef<HTMLButtonElement>(null);
  const amount = `${offer.currency} ${formatAmount(total, language, minorUnits(offer.currency))}`;
  return (
    <Window
      open
      onClose={onClose}
      initialFocus={button}
      title={kind === "offer" ? words.offer(offer.number, amount) : words[kind]}
      footer={
        <>
          <button className="b" type="button" onClick={onClose}>
            {words.back}
          </button>
          <button ref={button} className="b b--p" type="button" onClick={send}>
            {texts.reply.send[kind]}
            <kbd>↵</kbd>
          </button>
        </>
      }
    >
      <p className="u4">
        {words.to(to)} {words.stops}
      </p>
    </Window>
  );
}

/** What became of sending: it waits for the server, or failed. */
export function SendingNote({ sending, stop, retry }: { sending: Sending; stop: () => void; retry: () => void }) {
  const texts = useTexts();
  const words = texts.reply;
  if (sending.state === "waiting") {
    return (
      <div className="note note--warn" role="status">
        <Icon name="cloud" />
        <div>
          <b className="u">{sending.session ? words.waitingSession : words.waiting}</b>
        </div>
        <div className="acts">
          <button className="b b--s" type="button" onClick={stop}>
            {words.stopWaiting}
          </button>
        </div>
      </div>
    );
  }
  if (sending.state !== "failed") return null;
  return (
    <div className="note note--err" role="alert">
      <Icon name="warn" />
      <div>
        <b className="u alert">{words.sendFailed}</b> <span className="mut">{errorText(sending.error, texts)}</span>
      </div>
      <div className="acts">
        <button className="b b--s" type="button" onClick={retry}>
          {words.again}
        </button>
      </div>
    </div>
  );
}
