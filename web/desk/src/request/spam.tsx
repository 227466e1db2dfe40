import type { Detail } from "../api/schemas";
import { Icon } from "../parts/icon";
import { useTexts } from "../texts/language";

/** Why a request is spam, and what is held back. */
export function SpamBody({ request }: { request: Detail }) {
  const texts = useTexts();
  const words = texts.request;
  const held = request.deliveries.filter(({ state }) => state === "held");
  return (
    <>
      <section className="sec2" aria-labelledby="spam-why">
        <h2 className="h3" id="spam-why">
          {words.spamWhy}
        </h2>
        <ul className="why">
          <li>
            <span className="st st--spam" />
            <b className="u">{words.spamReasons[request.spamReason] ?? request.spamReason}</b>
          </li>
        </ul>
      </section>
      <section className="sec2" aria-labelledby="spam-held">
        <h2 className="h3" id="spam-held">
          {words.spamHeld}
        </h2>
        {held.length > 0 && (
          <ul className="why">
            {held.map(({ event, target }) => (
              <li key={`${event} ${target}`}>
                <Icon name="mail" />
                <div>
                  <b className="u">{target}</b> <span className="m mut">{event}</span>
                </div>
                <span className="mut">{words.spamOnRelease}</span>
              </li>
            ))}
          </ul>
        )}
        <p className="mut">{words.spamHeldText}</p>
      </section>
    </>
  );
}
