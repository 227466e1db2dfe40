import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/client";
import { changeSettings, settingsQuery, testMail } from "../api/settings";
import { clockTime } from "../model/dates";
import { Field } from "../parts/field";
import { errorText, Failed, Loading } from "../parts/messages";
import { MailResult } from "../settings/mail-result";
import { SettingFields } from "../settings/setting-fields";
import { useLanguage, useTexts } from "../texts/language";
import { useSetupTexts } from "../texts/setup";
import type { StepProps } from "./setup";
import { Step } from "./step";

const names = ["smtp", "mail-from", "smtp-user", "smtp-password", "request-mail"] as const;

export function MailStep({ draft, change, go }: StepProps) {
  const words = useSetupTexts();
  const texts = words.mail;
  const desk = useTexts();
  const language = useLanguage();
  const query = useQuery(settingsQuery);
  // The password is stored with the settings alone, and not in the draft.
  const [password, setPassword] = useState("");
  const [to, setTo] = useState(draft.person.email || draft.company.email);
  const [missing, setMissing] = useState(false);
  const recipient = query.data?.settings.find(({ name }) => name === "request-mail");
  const proposed = recipient && !recipient.isSet && recipient.source === "default" ? draft.company.email : undefined;
  const typed: Record<string, string> = {
    ...(proposed ? { "request-mail": proposed } : {}),
    ...draft.mail,
    ...(password ? { "smtp-password": password } : {}),
  };
  const testing = useMutation({ mutationFn: () => testMail(to, typed) });
  const saving = useMutation({
    mutationFn: async () => {
      const { version } = await query.refetch({ throwOnError: true }).then(({ data }) => data ?? { version: 0 });
      return Object.keys(typed).length > 0 ? changeSettings(version, typed) : undefined;
    },
    onSuccess: () => {
      setPassword("");
      change({ mail: {} });
      go(4);
    },
  });
  if (query.isError)
    return (
      <Failed title={texts.title} error={query.error} at={query.errorUpdatedAt} retry={() => void query.refetch()} />
    );
  if (!query.data) return <Loading text="…" />;
  const failed = saving.error ?? testing.error;
  const wrong = failed instanceof ApiError ? failed.fields : {};
  return (
    <Step
      title={texts.title}
      lead={texts.lead}
      next={texts.next}
      submit={() => saving.mutate()}
      back={() => go(2)}
      busy={saving.isPending}
      note={texts.without}
      wrong={failed ? (Object.keys(wrong).length > 0 ? words.notSaved : errorText(failed, desk)) : ""}
    >
      <div className="g2">
        <SettingFields
          settings={query.data.settings}
          names={names}
          typed={typed}
          wrong={wrong}
          change={(name, value) =>
            name === "smtp-password" ? setPassword(value) : change({ mail: { ...draft.mail, [name]: value } })
          }
        />
        <Field
          label={words.testTo}
          type="email"
          value={to}
          wrong={"to" in wrong ? words.email : undefined}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <div>
        <button className="b" type="button" disabled={testing.isPending} onClick={() => testing.mutate()}>
          {testing.isPending ? words.testing : words.test}
        </button>
      </div>
      {testing.data && <MailResult test={testing.data} time={clockTime(testing.submittedAt, language)} />}
      {testing.data?.sent && testing.data.server !== "" && (
        <div className="rowx">
          <span>{texts.arrived}</span>
          <button
            className="b"
            type="button"
            aria-pressed={draft.arrived !== ""}
            onClick={() => {
              setMissing(false);
              change({ arrived: new Date().toISOString() });
            }}
          >
            {texts.yes}
          </button>
          <button
            className="b b--q"
            type="button"
            onClick={() => {
              setMissing(true);
              change({ arrived: "" });
            }}
          >
            {texts.no}
          </button>
          {missing && <span className="mut">{texts.noText}</span>}
        </div>
      )}
    </Step>
  );
}
