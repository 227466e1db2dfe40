import type { Detail } from "../api/schemas";
import { longTime } from "../model/dates";
import { useNow } from "../parts/clock";
import { Icon } from "../parts/icon";
import { useLanguage, useTexts } from "../texts/language";
import { History } from "./history";
import { Offers } from "./offers";

/** What stays of a request whose person is forgotten; what is gone stays visible as gone. */
export function ForgottenBody({ request }: { request: Detail }) {
  const texts = useTexts();
  const language = useLanguage();
  const now = useNow();
  const words = texts.request;
  const entry = request.history.findLast(({ kind }) => kind === "forgotten");
  const receivers = [
    ...new Set(request.deliveries.filter(({ state }) => state === "done").map(({ target }) => target)),
  ];
  return (
    <>
      <div className="note">
        <Icon name="info" />
        <div>
          <b className="u">{words.forgottenNote}</b>{" "}
          {entry && (
            <span className="mut">
              {words.forgottenAt(longTime(entry.at, now, language), entry.by?.name ?? words.event.system)}
            </span>
          )}
        </div>
      </div>
      <div className="req">
        <div>
          <section className="sec2">
            <h2 className="h3">{words.stayed}</h2>
            <p className="mut">{words.stayedText}</p>
            {request.lines.length > 0 && <KeptLines request={request} />}
          </section>
          {request.offers.length > 0 && <Offers request={request} />}
          <section className="sec2">
            <h2 className="h3">{words.goneTitle}</h2>
            <div className="rowx">
              {words.goneList.map((name) => (
                <span key={name} className="gone-x">
                  {name}
                </span>
              ))}
            </div>
          </section>
          {receivers.length > 0 && (
            <section className="sec2">
              <h2 className="h3">{words.others}</h2>
              <p className="mut">{words.othersText}</p>
              <ul className="why">
                {receivers.map((target) => (
                  <li key={target}>
                    <Icon name="mail" />
                    <b className="u">{target}</b>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <aside aria-label={words.history} id="history">
          <h2 className="cap h3">{words.history}</h2>
          <History request={request} />
        </aside>
      </div>
    </>
  );
}

function KeptLines({ request }: { request: Detail }) {
  const words = useTexts().request;
  const language = useLanguage();
  return (
    <table className="t t--in">
      <thead>
        <tr>
          <th>{words.pos}</th>
          <th>{words.article}</th>
          <th className="num">{words.quantity}</th>
        </tr>
      </thead>
      <tbody>
        {request.lines.map((line, index) => (
          <tr key={`${line.position} ${index}`}>
            <td className="m mut">{line.position || index + 1}</td>
            <td className="wrap">
              {line.known ? (
                <span className="name2">
                  <b>{line.name}</b>
                  <span className="m mut">{line.sku}</span>
                </span>
              ) : (
                <span className="gone-x">{words.freeTextGone}</span>
              )}
            </td>
            <td className="num m">{line.quantity.toLocaleString(language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
