import { type FormEvent, useId, useState } from "react";
import { changePassword } from "../api/account";
import { useMe } from "../api/use-me";
import { Window } from "../parts/dialog";
import { Icon } from "../parts/icon";
import { typed } from "../sign-in/form";
import { useTexts } from "../texts/language";
import type { PartProps } from "./passkeys";

/** As the server has it. */
export const minPassword = 8;

export function Password({ account, run }: PartProps) {
  const me = useMe();
  const texts = useTexts();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [short, setShort] = useState(false);
  const close = () => {
    setOpen(false);
    setShort(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = typed(event, "password");
    const tooShort = password.length < minPassword;
    setShort(tooShort);
    if (!tooShort) void run(() => changePassword(password)).then((done) => done && close());
  };
  return (
    <section className="main part">
      <header className="rowx">
        <div className="stack stack--0">
          <h2 className="h2">{texts.account.password}</h2>
          <p className="mut">{account.password ? texts.account.hasPassword : texts.account.noPassword}</p>
        </div>
        <button className="b end" type="button" onClick={() => setOpen(true)}>
          {texts.account.setPassword}
        </button>
      </header>
      <Window open={open} onClose={close} title={texts.account.setPassword}>
        <form className="stack" onSubmit={submit} noValidate>
          <input
            className="vh"
            type="email"
            autoComplete="username"
            value={me.email}
            readOnly
            tabIndex={-1}
            aria-hidden
          />
          <div className={short ? "f f--err" : "f"}>
            <label htmlFor={id}>{texts.account.newPassword}</label>
            <input
              id={id}
              className="in"
              name="password"
              type="password"
              autoComplete="new-password"
              aria-describedby={`${id}-rule`}
              aria-invalid={short ? true : undefined}
            />
            <p className={short ? "err" : "mut"} id={`${id}-rule`} role={short ? "alert" : undefined}>
              {short && <Icon name="warn" small />}
              {short ? texts.account.passwordShort : texts.account.passwordRule}
            </p>
          </div>
          <div className="rowx">
            <button className="b b--p" type="submit">
              {texts.account.setPassword}
            </button>
          </div>
        </form>
      </Window>
    </section>
  );
}
