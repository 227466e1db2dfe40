import { type FormEvent, useId, useState } from "react";
import { addPasskey, type OwnAccount, passkeysWork, removePasskey } from "../api/account";
import { Window } from "../parts/dialog";
import { Icon } from "../parts/icon";
import { useNow } from "../parts/clock";
import { typed } from "../sign-in/form";
import { longTime } from "../model/dates";
import { agentOf } from "../model/agent";
import { useLanguage, useTexts } from "../texts/language";
import type { useFresh } from "./fresh";

export interface PartProps {
  account: OwnAccount;
  run: ReturnType<typeof useFresh>["run"];
}

export function Passkeys({ account, run }: PartProps) {
  const texts = useTexts();
  const language = useLanguage();
  const [adding, setAdding] = useState(false);
  const works = passkeysWork(account.passkeysHere);
  const now = useNow();
  return (
    <section className="main part">
      <header className="rowx">
        <div className="stack stack--0">
          <h2 className="h2">{texts.account.passkeys}</h2>
          <p className="mut">{texts.account.passkeysText}</p>
        </div>
        {works && (
          <button
            className={account.passkeys.length ? "b end" : "b b--p end"}
            type="button"
            onClick={() => setAdding(true)}
          >
            <Icon name="plus" />
            {texts.account.addPasskey}
          </button>
        )}
      </header>
      {!works && <p className="warn">{hindrance(account, texts)}</p>}
      {account.passkeysHere.former && <p className="warn">{texts.signIn.former(account.passkeysHere.former)}</p>}
      {account.passkeys.length === 0 ? (
        <p className="u4">{texts.account.noPasskeys}</p>
      ) : (
        <table className="t t--acc">
          <thead>
            <tr>
              <th>{texts.account.name}</th>
              <th>{texts.account.added}</th>
              <th>{texts.account.used}</th>
              <th>
                <span className="vh">{texts.account.remove}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {account.passkeys.map((key) => (
              <tr key={key.id}>
                <td className="name">
                  {key.name || texts.account.unnamed}
                  {!key.works && <small className="warn">{texts.account.otherSite(key.site)}</small>}
                </td>
                <td className="mut">{longTime(key.created, now, language)}</td>
                <td className="mut">{key.used ? longTime(key.used, now, language) : texts.account.never}</td>
                <td className="num">
                  <button
                    className="b b--s b--d"
                    type="button"
                    aria-label={texts.account.removePasskey(key.name || texts.account.unnamed)}
                    onClick={() => void run(() => removePasskey(key.id), texts.account.onlyWay)}
                  >
                    {texts.account.remove}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <AddPasskey open={adding} close={() => setAdding(false)} run={run} />
    </section>
  );
}

/** Why no passkey can be added here. */
function hindrance({ passkeysHere: { origin } }: OwnAccount, texts: ReturnType<typeof useTexts>): string {
  if (origin === "") return texts.account.noPasskeysHere;
  return origin === location.origin ? texts.account.noBrowser : texts.signIn.elsewhere(origin);
}

function AddPasskey({ open, close, run }: { open: boolean; close: () => void } & Pick<PartProps, "run">) {
  const texts = useTexts();
  const id = useId();
  const { browser, system } = agentOf(navigator.userAgent);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = typed(event, "name");
    void run(() => addPasskey(name)).then(close);
  };
  return (
    <Window open={open} onClose={close} title={texts.account.addPasskey}>
      <form className="stack" onSubmit={submit}>
        <div className="f">
          <label htmlFor={id}>{texts.account.name}</label>
          <input
            id={id}
            className="in"
            name="name"
            maxLength={80}
            defaultValue={browser && system ? texts.account.on(browser, system) : ""}
            placeholder={texts.account.namePlaceholder}
          />
        </div>
        <div className="rowx">
          <button className="b b--p" type="submit">
            <Icon name="key" />
            {texts.account.addPasskey}
          </button>
        </div>
      </form>
    </Window>
  );
}
