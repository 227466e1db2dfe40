import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { stateQuery } from "../api/settings";
import { formatNumber } from "../../../src/i18n/formats";
import { Icon } from "../parts/icon";
import { Failed, Loading } from "../parts/messages";
import { useLanguage } from "../texts/language";
import { useSetupTexts } from "../texts/setup";
import type { StepProps } from "./setup";

export function DoneStep({ draft, go }: StepProps) {
  const words = useSetupTexts();
  const texts = words.done;
  const language = useLanguage();
  const { data, isError, error, errorUpdatedAt, refetch } = useQuery({ ...stateQuery, staleTime: 0 });
  if (isError) return <Failed title={texts.title} error={error} at={errorUpdatedAt} retry={() => void refetch()} />;
  if (!data) return <Loading text="…" />;
  const mail = !data.mailServer ? texts.mailNo : draft.arrived ? texts.mailYes : texts.mailSome;
  const rows: [string, string, string][] = [
    [
      data.reachable ? "sk" : "sk sk--no",
      texts.reach,
      data.reachable ? texts.reachYes(data.address) : data.status ? texts.reachNo(data.status) : texts.reachUnknown,
    ],
    [data.mailServer ? (draft.arrived ? "sk" : "sk sk--low") : "sk sk--no", texts.mail, mail],
    ["sk sk--no", texts.legal, texts.legalText],
    [data.backup ? "sk" : "sk sk--no", texts.backup, data.backup ? texts.backupYes : texts.backupNo],
  ];
  return (
    <div className="stack">
      <section className="donebox">
        <h1>{texts.title}</h1>
        <p>{texts.text(formatNumber(data.articles, language), data.languages.length, data.recipients?.[0] ?? "")}</p>
        <Link className="b" to="/">
          {texts.overview}
          <Icon name="arrow" />
        </Link>
      </section>
      <section className="box">
        <header>
          <h2 className="h3">{texts.open}</h2>
        </header>
        <table className="t t--in su-t">
          <tbody>
            {rows.map(([sign, name, text]) => (
              <tr key={name}>
                <th scope="row">
                  <span className={sign}>{name}</span>
                </th>
                <td className="wrap">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div>
        <button className="b b--q" type="button" onClick={() => go(4)}>
          <Icon name="left" />
          {words.back}
        </button>
      </div>
    </div>
  );
}
