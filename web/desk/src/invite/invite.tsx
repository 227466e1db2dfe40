import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useEffect, useId, useState } from "react";
import {
  acceptWithPasskey,
  acceptWithPassword,
  declineInvitation,
  type Invitation,
  readInvitation,
} from "../api/accounts";
import { passkeysWork } from "../api/account";
import { ApiError } from "../api/client";
import { useConnection } from "../api/connection";
import { meQuery, queryClient } from "../api/queries";
import { accountError } from "../account/fresh";
import { minPassword } from "../account/password";
import { agentOf } from "../model/agent";
import { longTime } from "../model/dates";
import { useNow } from "../parts/clock";
import { Icon, LogoMark } from "../parts/icon";
import { Empty, Failed, Loading } from "../parts/messages";
import { takeToken, typed } from "../sign-in/form";
import { type Language, useAccountLanguage, useLanguage, useSettings, useTexts } from "../texts/language";

/** The page of an invitation's link. */
export function Invite() {
  const texts = useTexts();
  const language = useLanguage();
  const [token] = useState(takeToken);
  const [declined, setDeclined] = useState(false);
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => readInvitation(token ?? ""),
    staleTime: Infinity,
  });
  useEffect(() => {
    if (data) useAccountLanguage.setState({ language: data.language });
  }, [data]);
  useEffect(() => {
    document.title = `${texts.invite.steps[0]} | ${data?.site ?? location.host}`;
    document.documentElement.lang = language;
  }, [texts, language, data?.site]);
  const now = useNow();
  return (
    <div className="su">
      <aside>
        <p className="lg-logo">
          <LogoMark />
          {data?.site ?? location.hostname}
        </p>
        <ol>
          {texts.invite.steps.map((step, at) => (
            <li key={step} aria-current={at === 0 ? "step" : undefined}>
              <span className="m">{at + 1}</span>
              {step}
            </li>
          ))}
        </ol>
        {data && <p>{texts.invite.until(longTime(data.until, now, language))}</p>}
      </aside>
      <main id="main">
        {declined ? (
          <Ended title={texts.invite.declined} text={texts.invite.declinedText} />
        ) : data ? (
          <Form invitation={data} token={token ?? ""} declined={() => setDeclined(true)} />
        ) : error instanceof ApiError && error.code === "CREDENTIALS" ? (
          <Ended title={texts.invite.ended} text={texts.invite.endedText} />
        ) : error ? (
          <Failed title={texts.invite.ended} error={error} at={errorUpdatedAt} retry={() => void refetch()} />
        ) : (
          <Loading text={texts.invite.loading} />
        )}
      </main>
    </div>
  );
}

function Ended({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h1 className="vh">{title}</h1>
      <Empty title={title} text={text} />
    </>
  );
}

interface FormProps {
  invitation: Invitation;
  token: string;
  declined: () => void;
}

function Form({ invitation, token, declined }: FormProps) {
  const texts = useTexts();
  const words = texts.invite;
  const language = useLanguage();
  const id = useId();
  const { history } = useRouter();
  const works = passkeysWork(invitation.passkeysHere);
  const [byPassword, setByPassword] = useState(!works);
  const [problem, setProblem] = useState<"name" | "password" | null>(null);
  const accept = useMutation({
    mutationFn: async (form: { name: string; password: string }) => {
      const acceptance = { token, name: form.name, language };
      if (byPassword) return acceptWithPassword({ ...acceptance, password: form.password });
      const { browser, system } = agentOf(navigator.userAgent);
      return acceptWithPasskey({ ...acceptance, device: browser && system ? texts.account.on(browser, system) : "" });
    },
    onSuccess: (me) => {
      queryClient.clear();
      queryClient.setQueryData(meQuery.queryKey, me);
      useConnection.setState({ signedOut: false });
      history.push("/desk");
    },
  });
  const decline = useMutation({ mutationFn: () => declineInvitation(token), onSuccess: declined });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = { name: typed(event, "name").trim(), password: byPassword ? typed(event, "password") : "" };
    const next = form.name === "" ? "name" : byPassword && form.password.length < minPassword ? "password" : null;
    setProblem(next);
    if (next === null) accept.mutate(form);
  };
  const failure = accept.error ?? decline.error;
  const text =
    problem === "name"
      ? words.name
      : problem === "password"
        ? texts.account.passwordShort
        : failure
          ? accountError(failure, texts)
          : "";
  const first = invitation.name.split(" ")[0] ?? "";
  const bad = (name: typeof problem) =>
    problem === name ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {};
  return (
    <form className="su-form" onSubmit={submit} noValidate>
      <h1>{words.heading(first, texts.roles[invitation.role], invitation.site)}</h1>
      <p className="lead">{words.lead(invitation.by)}</p>
      <dl className="tb tb--b">
        <div>
          <dt>{words.role}</dt>
          <dd>{texts.roles[invitation.role]}</dd>
        </div>
        <div>
          <dt>{words.site}</dt>
          <dd>{invitation.site}</dd>
        </div>
        <div>
          <dt>{words.invitedBy}</dt>
          <dd>{invitation.by}</dd>
        </div>
      </dl>
      <div className="g2">
        <div className="f">
          <label htmlFor={`${id}-name`}>{texts.people.fullName}</label>
          <input
            id={`${id}-name`}
            className="in"
            name="name"
            autoComplete="name"
            defaultValue={invitation.name}
            {...bad("name")}
          />
        </div>
        <div className="f">
          <label htmlFor={`${id}-email`}>{texts.people.email}</label>
          <input
            id={`${id}-email`}
            className="in"
            type="email"
            autoComplete="username"
            value={invitation.email}
            readOnly
          />
        </div>
        <div className="f">
          <label htmlFor={`${id}-language`}>{words.deskLanguage}</label>
          <select
            id={`${id}-language`}
            className="in"
            value={language}
            onChange={({ target }) => useSettings.setState({ language: target.value as Language })}
          >
            <option value="de-DE" lang="de">
              Deutsch
            </option>
            <option value="en-US" lang="en">
              English
            </option>
          </select>
        </div>
        {byPassword && (
          <div className="f">
            <label htmlFor={`${id}-password`}>{texts.account.newPassword}</label>
            <input
              id={`${id}-password`}
              className="in"
              name="password"
              type="password"
              autoComplete="new-password"
              {...bad("password")}
            />
            <p className="mut">{texts.account.passwordRule}</p>
          </div>
        )}
      </div>
      <section className="g2 may">
        <RoleList title={words.may} items={texts.role.may[invitation.role]} />
        <RoleList title={words.mayNot} items={texts.role.mayNot[invitation.role]} />
      </section>
      <div role="alert">
        {text && (
          <p className="err" id={`${id}-error`}>
            <Icon name="warn" small />
            {text}
          </p>
        )}
      </div>
      <div className="nav">
        <button className="b b--p" type="submit" disabled={accept.isPending}>
          {!byPassword && <Icon name="key" />}
          {byPassword ? words.accept : words.withPasskey}
        </button>
        {works && (
          <button className="b b--q" type="button" onClick={() => setByPassword(!byPassword)}>
            {byPassword ? words.withPasskey : words.withPassword}
          </button>
        )}
        <span className="mut end">
          {words.notYou}{" "}
          <button className="lnk" type="button" onClick={() => decline.mutate()}>
            {words.decline}
          </button>
        </span>
      </div>
    </form>
  );
}

function RoleList({ title, items }: { title: string; items: string[] }) {
  return (
    <div>
      <h2 className="h3">{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
