import type { Delivery } from "../api/schemas";
import { shortTime } from "../model/dates";
import { useNow } from "../parts/clock";
import type { Texts } from "../texts/de";
import { type Language, useLanguage, useTexts } from "../texts/language";

const squares = { waiting: "sk sk--low", done: "sk", dead: "sk sk--bad", held: "sk sk--no" };

/** Mails and webhooks of a request. `resend`: sends those again that were given up. */
export function Deliveries({ deliveries, resend }: { deliveries: Delivery[]; resend: (() => void) | null }) {
  const texts = useTexts();
  const language = useLanguage();
  const now = useNow();
  if (deliveries.length === 0) return <p className="thread-0 mut">{texts.request.delivery.none}</p>;
  const dead = deliveries.some(({ state }) => state === "dead");
  return (
    <>
      <ul className="dlv">
        {deliveries.map((delivery, index) => (
          // One target has one delivery per event; an event may come again.
          <li key={`${delivery.event} ${delivery.target} ${index}`}>
            <span className={squares[delivery.state]}>{delivery.target}</span>
            <span className="m mut end">{delivery.event}</span>
            <span className="dlv-s mut">{stateText(delivery, texts, now, language)}</span>
            {delivery.error && <span className="dlv-s m alert">{delivery.error}</span>}
          </li>
        ))}
      </ul>
      {dead && resend && (
        <div className="thread-0">
          <button className="b b--s" type="button" onClick={resend}>
            {texts.actions.resend}
          </button>
        </div>
      )}
    </>
  );
}

function stateText({ state, due, settled, attempts }: Delivery, texts: Texts, now: number, language: Language): string {
  const words = texts.request.delivery;
  switch (state) {
    case "waiting":
      return due === null ? words.waitingNow : words.waiting(shortTime(due, now, language));
    case "done":
      return words.done(settled === null ? "" : shortTime(settled, now, language));
    case "dead":
      return words.dead(attempts);
    case "held":
      return words.held;
  }
}
