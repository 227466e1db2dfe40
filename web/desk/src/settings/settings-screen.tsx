import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ApiError } from "../api/client";
import { changeSettings, settingsQuery, testMail } from "../api/settings";
import { useMe } from "../api/use-me";
import { clockTime } from "../model/dates";
import { Field } from "../parts/field";
import { errorText, Failed, Loading } from "../parts/messages";
import { useKeys } from "../parts/use-keys";
import { useLanguage, useTexts } from "../texts/language";
import { useSetupTexts } from "../texts/setup";
import { MailResult } from "./mail-result";
import { SettingFields } from "./setting-fields";

export const settingPages = ["requests", "mail", "delivery"] as const;
type Page = (typeof settingPages)[number];

const sections: Record<Page, { title: "clock" | "retention" | "mailTitle" | "hookTitle"; names: readonly string[] }[]> =
  {
    requests: [
      { title: "clock", names: ["time-zone", "working-days", "holidays"] },
      { title: "retention", names: ["request-keep-days"] },
    ],
    mail: [
      {
        title: "mailTitle",
        names: ["smtp", "smtp-user", "smtp-password", "mail-from", "request-mail", "request-language"],
      },
    ],
    delivery: [{ title: "hookTitle", names: ["request-webhook", "request-webhook-secret"] }],
  };

const route = getRouteApi("/frame/settings/$page");

/** The settings of the site, for owners. */
export function SettingsScreen() {
  const texts = useTexts();
  const words = useSetupTexts();
  const language = useLanguage();
  const me = useMe();
  const given = route.useParams().page;
  const page = settingPages.find((each) => each === given) ?? "requests";
  const query = useQuery(settingsQuery);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [to, setTo] = useState(me.email);
  useEffect(() => {
    document.title = `${words.pages[page]}, ${words.settings} | ${me.site}`;
  }, [words, page, me.site]);
  useEffect(() => setTyped({}), [page]);
  const saving = useMutation({
    mutationFn: () => changeSettings(query.data?.version ?? 0, typed),
    onSuccess: () => setTyped({}),
    onError: (error) => {
      if (error instanceof ApiError && error.code === "CONFLICT") void query.refetch();
    },
  });
  const testing = useMutation({ mutationFn: () => testMail(to, typed) });
  const save = () => {
    if (Object.keys(typed).length > 0 && !saving.isPending) saving.mutate();
  };
  useKeys({ "mod+s": save });

  if (query.isError)
    return (
      <Failed title={words.settings} error={query.error} at={query.errorUpdatedAt} retry={() => void query.refetch()} />
    );
  if (!query.data) return <Loading text="…" />;
  const { settings } = query.data;
  const failed = saving.error ?? testing.error;
  const wrong = failed instanceof ApiError ? failed.fields : {};
  const names = sections[page].flatMap((section) => section.names);
  const last = settings
    .filter(({ name, at }) => at !== null && names.includes(name))
    .reduce<{ at: string; by: string } | null>(
      (newest, { at, by }) => (at && (!newest || at > newest.at) ? { at, by } : newest),
      null,
    );
  return (
    <main id="main">
      <div className="set-m">
        <nav className="set-n" aria-label={words.settings}>
          {settingPages.map((each) => (
            <Link key={each} to="/settings/$page" params={{ page: each }}>
              {words.pages[each]}
            </Link>
          ))}
        </nav>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <div className="head">
            <h1 className="h1">{words.pages[page]}</h1>
            <span className="acts">
              {last && <span className="mut">{words.saved(clockTime(Date.parse(last.at), language), last.by)}</span>}
              <button className="b b--p" type="submit" disabled={saving.isPending || Object.keys(typed).length === 0}>
                {words.save}
              </button>
            </span>
          </div>
          <div className="main">
            <div role="alert">
              {failed && (
                <p className="err">{Object.keys(wrong).length > 0 ? words.notSaved : errorText(failed, texts)}</p>
              )}
            </div>
            <div className="set">
              {sections[page].map(({ title, names: own }) => (
                <section key={title}>
                  <div>
                    <h2 className="h3">{words[title]}</h2>
                    <p className="mut">{words[`${title.replace("Title", "")}Text` as "clockText"]}</p>
                  </div>
                  <div className="stack">
                    <SettingFields
                      settings={settings}
                      names={own}
                      typed={typed}
                      wrong={wrong}
                      change={(name, value) => setTyped((before) => ({ ...before, [name]: value }))}
                    />
                    {page === "mail" && (
                      <>
                        <Field
                          label={words.testTo}
                          type="email"
                          value={to}
                          onChange={({ target }) => setTo(target.value)}
                        />
                        <div>
                          <button
                            className="b"
                            type="button"
                            disabled={testing.isPending}
                            onClick={() => testing.mutate()}
                          >
                            {testing.isPending ? words.testing : words.test}
                          </button>
                        </div>
                        {testing.data && (
                          <MailResult test={testing.data} time={clockTime(testing.submittedAt, language)} />
                        )}
                      </>
                    )}
                  </div>
                </section>
              ))}
            </div>
          </div>
        </form>
      </div>
    </main>
  );
}
