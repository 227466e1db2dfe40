import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { allRoles, invite, type Invited, type Role } from "../api/accounts";
import { ApiError } from "../api/client";
import { Window } from "../parts/dialog";
import { Icon } from "../parts/icon";
import { errorText } from "../parts/messages";
import { typed } from "../sign-in/form";
import { useLanguage, useTexts } from "../texts/language";

/** An invitation that was made, to be handed over. */
export interface Handed extends Invited {
  email: string;
}

/** Asks whom to invite, and as what. */
export function InviteWindow({ close, done }: { close: () => void; done: (handed: Handed) => void }) {
  const texts = useTexts();
  const words = texts.people;
  const language = useLanguage();
  const id = useId();
  const { mutate, error, isPending } = useMutation({
    mutationFn: invite,
    onSuccess: (invited, { email }) => {
      close();
      done({ email, ...invited });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate({
      email: typed(event, "email").trim(),
      name: typed(event, "name"),
      role: typed(event, "role") as Role,
      language: typed(event, "language"),
      send: typed(event, "send") === "mail",
    });
  };
  const text = error ? inviteError(error, texts) : "";
  return (
    <Window open onClose={close} title={words.invite}>
      <form className="stack" onSubmit={submit}>
        <div className={text ? "f f--err" : "f"}>
          <label htmlFor={`${id}-email`}>{words.email}</label>
          <input
            id={`${id}-email`}
            className="in"
            name="email"
            type="email"
            required
            autoComplete="off"
            aria-describedby={text ? `${id}-error` : undefined}
            aria-invalid={text ? true : undefined}
          />
          <div role="alert">
            {text && (
              <p className="err" id={`${id}-error`}>
                <Icon name="warn" small />
                {text}
              </p>
            )}
          </div>
        </div>
        <div className="f">
          <label htmlFor={`${id}-name`}>{words.fullName}</label>
          <input id={`${id}-name`} className="in" name="name" autoComplete="off" />
        </div>
        <div className="f">
          <label htmlFor={`${id}-role`}>{words.columns.role}</label>
          <select id={`${id}-role`} className="in" name="role" defaultValue="sales">
            {allRoles.map((role) => (
              <option key={role} value={role}>
                {texts.roles[role]}: {words.sees[role]}
              </option>
            ))}
          </select>
        </div>
        <div className="f">
          <label htmlFor={`${id}-language`}>{words.language}</label>
          <select id={`${id}-language`} className="in" name="language" defaultValue={language}>
            <option value="de-DE" lang="de">
              Deutsch
            </option>
            <option value="en-US" lang="en">
              English
            </option>
          </select>
        </div>
        <div className="f">
          <label htmlFor={`${id}-send`}>{words.link}</label>
          <select id={`${id}-send`} className="in" name="send">
            <option value="mail">{words.byMail}</option>
            <option value="link">{words.byLink}</option>
          </select>
        </div>
        <div className="rowx">
          <button className="b b--p" type="submit" disabled={isPending}>
            {words.invite}
          </button>
        </div>
      </form>
    </Window>
  );
}

function inviteError(error: unknown, texts: ReturnType<typeof useTexts>): string {
  if (error instanceof ApiError && error.code === "CONFLICT") return texts.people.taken;
  if (error instanceof ApiError && error.code === "INVALID") return texts.people.invalid;
  return errorText(error, texts);
}

/** The link of an invitation, shown this once. */
export function HandOver({ email, link, sent, reason, close }: Handed & { close: () => void }) {
  const words = useTexts().people;
  return (
    <Secret title={words.invited} label={words.link} value={link} close={close}>
      {sent && <p className="u4">{words.sent(email)}</p>}
      {reason && (
        <>
          <p className="warn">{words.notSent}</p>
          <p className="m mut pre" lang="en">
            {reason}
          </p>
        </>
      )}
      <p className="mut">{words.linkText}</p>
    </Secret>
  );
}

interface SecretProps {
  title: string;
  label: string;
  value: string;
  close: () => void;
  children: ReactNode;
}

/** A value that is shown once, with a button that copies it. */
export function Secret({ title, label, value, close, children }: SecretProps) {
  const words = useTexts().people;
  const id = useId();
  const [copied, setCopied] = useState(false);
  return (
    <Window
      open
      firm
      onClose={close}
      title={title}
      footer={
        <button className="b b--p" type="button" onClick={close}>
          {words.close}
        </button>
      }
    >
      <div className="stack">
        {children}
        <div className="f">
          <label htmlFor={id}>{label}</label>
          <input id={id} className="in in--m" value={value} readOnly onFocus={({ target }) => target.select()} />
        </div>
        <div className="rowx">
          <button
            className="b"
            type="button"
            onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
          >
            <Icon name="copy" />
            {copied ? words.copied : words.copy}
          </button>
        </div>
      </div>
    </Window>
  );
}
