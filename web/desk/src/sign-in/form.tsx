import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { passkeysWork, signInWithPasskey, waysInQuery } from "../api/account";
import { ApiError } from "../api/client";
import { signIn } from "../api/queries";
import type { Me } from "../api/schemas";
import { Icon } from "../parts/icon";
import { errorText } from "../parts/messages";
import { useSettings, useTexts } from "../texts/language";
import { useWait } from "./use-wait";

type Credentials = Parameters<typeof signIn>[0] | "passkey";

interface Props {
  done: (me: Me) => void;
  /** A one-time token, which signs in at once. */
  token?: string | null;
}

/** Passkey, or e-mail and password and then a code; also over a page whose session has ended. */
export function SignInForm({ done, token = null }: Props) {
  const texts = useTexts();
  const { seconds, wait } = useWait();
  const [waiting, setWaiting] = useState<{ email: string; password: string } | null>(null);
  const { mutate, error, isPending, variables, reset } = useMutation({
    mutationFn: (credentials: Credentials) => (credentials === "passkey" ? signInWithPasskey() : signIn(credentials)),
    onSuccess: done,
    onError: (error, credentials) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === "TOO_MANY") wait(error.retryAfter || 60);
      if (error.code === "CODE" && credentials !== "passkey" && "password" in credentials) setWaiting(credentials);
    },
  });

  const used = useRef<string | null>(null);
  useEffect(() => {
    // A token works once, and React runs effects twice while developing.
    if (token === null || used.current === token) return;
    used.current = token;
    mutate({ token });
  }, [token, mutate]);

  const failure =
    seconds > 0 ? texts.signIn.wait(seconds) : error && !isPending ? signInError(error, variables, texts) : "";
  const shared = { failure, counting: seconds > 0, busy: isPending || seconds > 0 };
  if (waiting)
    return (
      <CodeForm
        {...shared}
        submit={(code) => mutate({ ...waiting, code })}
        back={() => {
          reset();
          setWaiting(null);
        }}
      />
    );
  return <PasswordForm {...shared} submit={mutate} passkey={() => mutate("passkey")} />;
}

interface FormProps {
  failure: string;
  /** The sentence counts down, so that only its appearance is announced. */
  counting: boolean;
  busy: boolean;
}

function PasswordForm({
  failure,
  counting,
  busy,
  submit,
  passkey,
}: FormProps & { submit: (credentials: { email: string; password: string }) => void; passkey: () => void }) {
  const texts = useTexts();
  const id = useId();
  const known = useSettings(({ email }) => email);
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState(false);
  const { data } = useQuery(waysInQuery);
  const keys = data && passkeysWork(data.passkeys);
  useEffect(() => {
    if (!failure || counting) return;
    password.current?.focus();
    password.current?.select();
  }, [failure, counting]);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const credentials = { email: typed(event, "email").trim(), password: typed(event, "password") };
    const incomplete = credentials.email === "" || credentials.password === "";
    setMissing(incomplete);
    if (!incomplete && !busy) submit(credentials);
  };
  const text = missing && !counting ? texts.signIn.missing : failure;
  const described = text ? { "aria-describedby": `${id}-error`, "aria-invalid": true } : {};
  return (
    <form onSubmit={send} noValidate>
      {keys && (
        <>
          <button className="b b--p" type="button" disabled={busy} onClick={passkey}>
            {texts.signIn.passkey}
            <Icon name="key" />
          </button>
          <p className="or">{texts.signIn.or}</p>
        </>
      )}
      {data && !keys && data.passkeys.origin !== "" && data.passkeys.origin !== location.origin && (
        <p className="mut">{texts.signIn.elsewhere(data.passkeys.origin)}</p>
      )}
      {data?.passkeys.former && <p className="warn">{texts.signIn.former(data.passkeys.former)}</p>}
      <div className={text ? "f f--err" : "f"}>
        <label htmlFor={`${id}-email`}>{texts.signIn.email}</label>
        <input
          id={`${id}-email`}
          className="in in--l"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={known}
          {...described}
        />
      </div>
      <div className={text ? "f f--err" : "f"}>
        <label htmlFor={`${id}-password`}>{texts.signIn.password}</label>
        <input
          ref={password}
          id={`${id}-password`}
          className="in in--l"
          name="password"
          type="password"
          autoComplete="current-password"
          {...described}
        />
        <p className="mut">{texts.signIn.codeHint}</p>
      </div>
      <ErrorLine id={`${id}-error`} quiet={counting}>
        {text}
      </ErrorLine>
      <button className={keys ? "b" : "b b--p"} type="submit" disabled={busy}>
        {busy && !counting ? texts.signIn.busy : texts.signIn.submit}
        <Icon name="arrow" />
      </button>
    </form>
  );
}

/** The second step of somebody who has set up an authenticator app. */
function CodeForm({
  failure,
  counting,
  busy,
  submit,
  back,
}: FormProps & { submit: (code: string) => void; back: () => void }) {
  const texts = useTexts();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState(false);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (counting) return;
    field.current?.focus();
    field.current?.select();
  }, [failure, counting]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = typed(event, "code").trim();
    setMissing(code === "");
    if (code === "" || busy) return;
    setTried(true);
    submit(code);
  };
  // The error that led here says no more than that a code is needed.
  const text = missing ? texts.signIn.codeMissing : tried || counting ? failure : "";
  return (
    <form onSubmit={send} noValidate>
      <div className={text ? "f f--err" : "f"}>
        <label htmlFor={`${id}-code`}>{texts.signIn.code}</label>
        <input
          ref={field}
          id={`${id}-code`}
          className="in in--l in--m"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={text ? `${id}-error` : `${id}-help`}
          aria-invalid={text ? true : undefined}
        />
        <p className="mut" id={`${id}-help`}>
          {texts.signIn.codeHelp}
        </p>
      </div>
      <ErrorLine id={`${id}-error`} quiet={counting}>
        {text}
      </ErrorLine>
      <button className="b b--p" type="submit" disabled={busy}>
        {busy && !counting ? texts.signIn.busy : texts.signIn.finish}
        <Icon name="arrow" />
      </button>
      <button className="b b--q" type="button" onClick={back}>
        {texts.signIn.back}
      </button>
    </form>
  );
}

/** What is wrong, announced unless it counts down. */
function ErrorLine({ id, quiet, children }: { id: string; quiet: boolean; children: ReactNode }) {
  return (
    <div role={quiet ? undefined : "alert"}>
      {children && (
        <p className="err" id={id}>
          <Icon name="warn" small />
          {children}
        </p>
      )}
    </div>
  );
}

/** The token in the address (#token=...), which is removed at once: it shall not stay in the history. */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return token;
}

/** The text of a field of a submitted form. */
export function typed(event: FormEvent<HTMLFormElement>, name: string): string {
  const value = new FormData(event.currentTarget).get(name);
  return typeof value === "string" ? value : "";
}

function signInError(error: unknown, tried: Credentials | undefined, texts: ReturnType<typeof useTexts>): string {
  if (error instanceof DOMException) return texts.signIn.passkeyClosed;
  if (!(error instanceof ApiError)) return errorText(error, texts);
  if (error.code === "CODE") return texts.signIn.codeWrong;
  if (error.code !== "CREDENTIALS" || !tried) return errorText(error, texts);
  if (tried === "passkey") return texts.signIn.passkeyUnknown;
  return "token" in tried ? texts.signIn.link : texts.signIn.wrong;
}
