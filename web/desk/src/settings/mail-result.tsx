import type { MailTest } from "../api/settings";
import { useSetupTexts } from "../texts/setup";

const signs: Record<string, string> = { good: "sk", weak: "sk sk--low", missing: "sk sk--low", wrong: "sk sk--bad" };

/** What a test of mails found, with the words of the mail server. */
export function MailResult({ test, time }: { test: MailTest; time: string }) {
  const texts = useSetupTexts();
  return (
    <section className="box" aria-live="polite">
      <header>
        <h2 className="h3">{texts.checked(time)}</h2>
        <span className="mut end">{texts.seconds(test.took)}</span>
      </header>
      <table className="t t--in su-t">
        <tbody>
          <tr>
            <th scope="row">
              <span className={test.sent ? (test.server ? "sk" : "sk sk--no") : "sk sk--bad"}>
                {test.sent ? (test.server ? texts.accepted : texts.toFile) : texts.refused}
              </span>
            </th>
            <td className="wrap">
              {test.sent ? (
                <span className="mut">
                  {texts.to(test.to)} {test.server}
                </span>
              ) : (
                <span className="m" lang="en">
                  {test.error}
                </span>
              )}
            </td>
          </tr>
          {test.checks.map((check) => (
            <tr key={check.name}>
              <th scope="row">
                <span className={signs[check.state] ?? "sk sk--no"}>{check.name.toUpperCase()}</span>
              </th>
              <td className="wrap">
                {texts.check[check.reason] ?? check.reason}{" "}
                {check.record && (
                  <>
                    {check.state === "missing" && <span className="mut">{texts.add} </span>}
                    <span className="m">{check.record}</span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
