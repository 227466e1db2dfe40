import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { accountsQuery, type Colleague, inviteAgain, removeAccount } from "../api/accounts";
import { ApiError } from "../api/client";
import { can, useMe } from "../api/use-me";
import { useFresh } from "../account/fresh";
import { Window } from "../parts/dialog";
import { Icon } from "../parts/icon";
import { Empty, Failed, Loading } from "../parts/messages";
import { useKeys } from "../parts/use-keys";
import { useTexts } from "../texts/language";
import { type Handed, HandOver, InviteWindow } from "./invite-window";
import { Log } from "./log";
import { PersonRow } from "./person-row";
import { Programs } from "./programs";
import { Rights } from "./rights";

/** Who works at the desk; for owners. */
export function People() {
  const me = useMe();
  const texts = useTexts();
  useEffect(() => {
    document.title = `${texts.people.title} | ${me.site}`;
  }, [texts, me.site]);
  if (can(me, "people.change")) return <Screen />;
  return (
    <main id="main">
      <div className="head">
        <h1 className="h1">{texts.people.title}</h1>
      </div>
      <Empty title={texts.people.forbidden} text={texts.errors.forbiddenText(texts.roles[me.role])} />
    </main>
  );
}

function Screen() {
  const me = useMe();
  const texts = useTexts();
  const words = texts.people;
  const { data, error, errorUpdatedAt, refetch } = useQuery(accountsQuery);
  const { run, dialog } = useFresh();
  const [inviting, setInviting] = useState(false);
  const [handed, setHanded] = useState<Handed | null>(null);
  const [removing, setRemoving] = useState<Colleague | null>(null);
  useKeys({ c: () => setInviting(true) });
  const change = (what: () => Promise<void>) => void run(what, words.lastOwner);
  const again = (person: Colleague, send: boolean) =>
    void run(async () => setHanded({ email: person.email, ...(await inviteAgain(person.id, send)) }));
  const remove = ({ id }: Colleague) => {
    setRemoving(null);
    change(async () => {
      try {
        await removeAccount(id);
      } catch (error) {
        // One's own account: there is no list to show any more.
        if (id === me.id && !(error instanceof ApiError)) return location.assign("/desk/sign-in");
        throw error;
      }
    });
  };
  const invited = data?.people.filter(({ status }) => status === "invited").length ?? 0;
  return (
    <main id="main">
      <div className="head">
        <h1 className="h1">{words.title}</h1>
        {data && (
          <span className="mut only-l">
            {words.summary(data.people.length - invited, invited, data.programs.length)}
          </span>
        )}
        <span className="acts">
          <button className="b b--p" type="button" onClick={() => setInviting(true)}>
            <Icon name="plus" />
            {words.invite}
            <kbd>C</kbd>
          </button>
        </span>
      </div>
      {data ? (
        <>
          <table className="t t--2 t--pp">
            <thead>
              <tr>
                <th>{words.columns.name}</th>
                <th>{words.columns.role}</th>
                <th>{words.columns.sees}</th>
                <th>{words.columns.signIn}</th>
                <th>{words.columns.seen}</th>
                <th>
                  <span className="vh">{words.columns.more}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.people.map((person) => (
                <PersonRow key={person.id} person={person} change={change} again={again} remove={setRemoving} />
              ))}
            </tbody>
          </table>
          <Programs programs={data.programs} run={run} />
          <Rights />
          <Log />
        </>
      ) : error ? (
        <Failed title={words.failed} error={error} at={errorUpdatedAt} retry={() => void refetch()} />
      ) : (
        <Loading text={words.loading} />
      )}
      {inviting && <InviteWindow close={() => setInviting(false)} done={setHanded} />}
      {handed && <HandOver {...handed} close={() => setHanded(null)} />}
      {removing && (
        <Window
          open
          onClose={() => setRemoving(null)}
          title={words.removeTitle(removing.name)}
          footer={
            <>
              <button className="b" type="button" onClick={() => setRemoving(null)}>
                {texts.cancel}
              </button>
              <button className="b b--d" type="button" onClick={() => remove(removing)}>
                {words.remove}
              </button>
            </>
          }
        >
          <p className="u4">{words.removeText}</p>
        </Window>
      )}
      {dialog}
    </main>
  );
}
