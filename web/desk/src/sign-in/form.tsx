import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { ApiError } from "../api/client";
import { signIn } from "../api/queries";
import type { Me } from "../api/schemas";
import { Icon } from "../parts/icon";
import { errorText } from "../parts/messages";
import { useSettings, useTexts } from "../texts/language";

type Credentials = Parameters<typeof signIn>[0];

interface Props {
  done: (me: Me) => void;
  /** A one-time token, which signs in at once. */
  token?: string | null;
}

/** E-mail and password; also over a page whose session has ended. */
export function SignInForm({ done, token = null }: Props) {
  const texts = useTexts();
  const id = useId();
  const known = useSettings(({ email }) => email);
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState(false);
  const { seconds, wait } = useWait();
  const mutation = useMutation({
    mutationFn: (credentials: Credentials) => signIn(credentials),
    onSuccess: done,
    onError: (error) => {
      if (error instanceof ApiError && error.code === "TOO_MANY") wait(error.retryAfter || 60);
      password.current?.focus();
      password.current?.select();
    },
  });
  const { mutate, error, isPending, variables } = mutation;

  const used = useRef<string | null>(null);
  useEffect(() => {
    // A token works once, and React runs effects twice while developing.
    if (token === null || used.current === token) return;
    used.current = token;
    mutate({ token });
  }, [token, mutate]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = data.get(name);
      return typeof value === "string" ? value : "";
    };
    const credentials = { email: text("email").trim(), password: text("password") };
    const incomplete = credentials.email === "" || credentials.password === "";
    setMissing(incomplete);
    if (!incomplete && seconds === 0) mutate(credentials);
  };

  const text =
    seconds > 0
      ? texts.signIn.wait(seconds)
      : missing
        ? texts.signIn.missing
        : error && !isPending
          ? signInError(error, variables, texts)
          : "";
  const errorId = `${id}-error`;
  const described = text ? { "aria-describedby": errorId, "aria-invalid": true } : {};
  return (
    <form onSubmit={submit} noValidate>
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
      </div>
      {/* The sentence counts down, so that only its appearance is announced. */}
      <div role={seconds > 0 ? undefined : "alert"}>
        {text && (
          <p className="err" id={errorId}>
            <Icon name="warn" small />
            {text}
          </p>
        )}
      </div>
      <button className="b b--p" type="submit" disabled={isPending || seconds > 0}>
        {isPending ? texts.signIn.busy : texts.signIn.submit}
        <Icon name="arrow" />
      </button>
    </form>
  );
}

function signInError(error: unknown, credentials: Credentials | undefined, texts: ReturnType<typeof useTexts>): string {
  if (error instanceof ApiError && error.code === "CREDENTIALS")
    return credentials && "token" in credentials ? texts.signIn.link : texts.signIn.wrong;
  return errorText(error, texts);
}

/** Counts the seconds down until the server accepts the next attempt. */
function useWait(): { seconds: number; wait: (seconds: number) => void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const waiting = seconds > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [waiting]);
  return {
    seconds,
    wait: (next) => {
      setNow(Date.now());
      setUntil(Date.now() + next * 1000);
    },
  };
}
