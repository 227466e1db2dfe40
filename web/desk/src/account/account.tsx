import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { accountQuery } from "../api/account";
import { useMe } from "../api/use-me";
import { Failed, Loading } from "../parts/messages";
import { useTexts } from "../texts/language";
import { Codes } from "./codes";
import { useFresh } from "./fresh";
import { Passkeys } from "./passkeys";
import { Password } from "./password";
import { Sessions } from "./sessions";

/** How a person signs in, and where they are signed in. */
export function Account() {
  const me = useMe();
  const texts = useTexts();
  const { data, error, errorUpdatedAt, refetch } = useQuery(accountQuery);
  const { run, dialog } = useFresh();
  useEffect(() => {
    document.title = `${texts.account.title} | ${me.site}`;
  }, [texts, me.site]);
  return (
    <main id="main">
      <div className="head">
        <h1 className="h1">{texts.account.title}</h1>
        <span className="mut">
          {me.name}, {texts.roles[me.role]}, {me.email}
        </span>
      </div>
      {data ? (
        <>
          <Passkeys account={data} run={run} />
          <Password account={data} run={run} />
          <Codes account={data} run={run} />
          <Sessions />
        </>
      ) : error ? (
        <Failed title={texts.account.failed} error={error} at={errorUpdatedAt} retry={() => void refetch()} />
      ) : (
        <Loading text={texts.account.loading} />
      )}
      {dialog}
    </main>
  );
}
