import { type FormEvent, useId, useState } from "react";
import { addCodes, beginCodes, type CodeSetup, removeCodes, renewRecovery } from "../api/account";
import { ApiError } from "../api/client";
import { Window } from "../parts/dialog";
import { Icon } from "../parts/icon";
import { typed } from "../sign-in/form";
import { useTexts } from "../texts/language";
import type { PartProps } from "./passkeys";

/** Codes of an authenticator app, and the recovery codes that stand in for it. */
export function Codes({ account, run }: PartProps) {
  const texts = useTexts();
  const [setup, setSetup] = useState<CodeSetup | null>(null);
  const [recovery, setRecovery] = useState<string[] | null>(null);
  const begin = () => void run(async () => setSetup(await beginCodes()));
  return (
    <section className="main part">
      <header className="rowx">
        <div className="stack stack--0">
          <h2 className="h2">{texts.account.codes}</h2>
          <p className="mut">{account.codes ? texts.account.codesOn(account.recovery) : texts.account.codesOff}</p>
        </div>
        <div className="rowx end">
          {account.codes && (
            <>
              <button
                className="b"
                type="button"
                onClick={() => void run(async () => setRecovery(await renewRecovery()))}
              >
                {texts.account.renewRecovery}
              </button>
              <button className="b b--d" type="button" onClick={() => void run(removeCodes)}>
                {texts.account.removeCodes}
              </button>
            </>
          )}
          <button className="b" type="button" onClick={begin}>
            {account.codes ? texts.account.replaceCodes : texts.account.setUpCodes}
          </button>
        </div>
      </header>
      {setup && (
        <SetUp
          setup={setup}
          close={() => setSetup(null)}
          run={run}
          done={(codes) => {
            setSetup(null);
            setRecovery(codes);
          }}
        />
      )}
      {recovery && <Recovery codes={recovery} close={() => setRecovery(null)} />}
    </section>
  );
}

interface SetUpProps extends Pick<PartProps, "run"> {
  setup: CodeSetup;
  close: () => void;
  done: (recovery: string[]) => void;
}

function SetUp({ setup, close, run, done }: SetUpProps) {
  const texts = useTexts();
  const id = useId();
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = typed(event, "code").replaceAll(" ", "");
    void run(async () => {
      try {
        done(await addCodes(setup.state, code));
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "INVALID") throw error;
        setWrong(true);
      }
    });
  };
  return (
    <Window open onClose={close} title={texts.account.codes}>
      <form className="stack" onSubmit={submit}>
        <p className="u4">{texts.account.scan}</p>
        <img className="qr" src={setup.qr} alt={texts.account.scanAlt} width={200} height={200} />
        <p className="mut">
          {texts.account.typeSecret}{" "}
          <span className="m secret">{setup.secret.replaceAll(/(.{4})/g, "$1 ").trim()}</span>
        </p>
        <div className={wrong ? "f f--err" : "f"}>
          <label htmlFor={id}>{texts.account.firstCode}</label>
          <input
            id={id}
            className="in in--m"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            aria-describedby={wrong ? `${id}-error` : undefined}
            aria-invalid={wrong ? true : undefined}
          />
          <div role="alert">
            {wrong && (
              <p className="err" id={`${id}-error`}>
                <Icon name="warn" small />
                {texts.account.firstCodeWrong}
              </p>
            )}
          </div>
        </div>
        <div className="rowx">
          <button className="b b--p" type="submit">
            {texts.account.turnOn}
          </button>
        </div>
      </form>
    </Window>
  );
}

/** Shown once: only an answer closes it. */
function Recovery({ codes, close }: { codes: string[]; close: () => void }) {
  const texts = useTexts();
  const [copied, setCopied] = useState(false);
  return (
    <Window
      open
      firm
      onClose={close}
      title={texts.account.recoveryTitle}
      footer={
        <>
          <button
            className="b"
            type="button"
            onClick={() => void navigator.clipboard.writeText(codes.join("\n")).then(() => setCopied(true))}
          >
            <Icon name="copy" />
            {copied ? texts.account.copied : texts.account.copy}
          </button>
          <button className="b b--p" type="button" onClick={close}>
            {texts.account.done}
          </button>
        </>
      }
    >
      <div className="stack">
        <p className="u4">{texts.account.recoveryText}</p>
        <ul className="recovery m" aria-label={texts.account.recoveryTitle}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Window>
  );
}
