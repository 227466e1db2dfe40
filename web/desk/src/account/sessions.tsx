import { useQuery } from "@tanstack/react-query";
import { endSession, sessionsQuery } from "../api/account";
import { signOutEverywhere } from "../api/queries";
import { leave } from "../frame/leave";
import { agentOf } from "../model/agent";
import { longTime } from "../model/dates";
import { useNow } from "../parts/clock";
import { errorText } from "../parts/messages";
import { notify } from "../parts/undo";
import { useLanguage, useTexts } from "../texts/language";

/** The sessions of a person, with a way to end each. */
export function Sessions() {
  const texts = useTexts();
  const language = useLanguage();
  const { data = [] } = useQuery(sessionsQuery);
  const now = useNow();
  const device = (agent: string) => {
    const { browser, system } = agentOf(agent);
    return browser && system ? texts.account.on(browser, system) : browser || system || texts.account.unknownDevice;
  };
  const tell = (error: unknown) => notify(`${texts.errors.notDone} ${errorText(error, texts)}`, { alert: true });
  return (
    <section className="main part">
      <header className="rowx">
        <h2 className="h2">{texts.account.sessions}</h2>
        <button className="b b--d end" type="button" onClick={() => void leave(signOutEverywhere).catch(tell)}>
          {texts.person.signOutEverywhere}
        </button>
      </header>
      <table className="t t--acc">
        <thead>
          <tr>
            <th>{texts.account.device}</th>
            <th className="only-l">{texts.account.address}</th>
            <th className="only-l">{texts.account.since}</th>
            <th>{texts.account.seen}</th>
            <th>
              <span className="vh">{texts.account.endSession}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ id, agent, address, created, seen, current }) => (
            <tr key={id}>
              <td className="name" title={agent}>
                {device(agent)}
              </td>
              <td className="m only-l">{address}</td>
              <td className="mut only-l">{longTime(created, now, language)}</td>
              <td className="mut">{longTime(seen, now, language)}</td>
              <td className="num">
                {current ? (
                  <span className="tag">{texts.account.thisOne}</span>
                ) : (
                  <button
                    className="b b--s"
                    type="button"
                    aria-label={texts.account.endSessionOf(device(agent))}
                    onClick={() => void endSession(id).catch(tell)}
                  >
                    {texts.account.endSession}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
