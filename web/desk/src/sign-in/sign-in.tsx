import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useConnection } from "../api/connection";
import { meQuery, queryClient } from "../api/queries";
import type { Me } from "../api/schemas";
import { LogoMark } from "../parts/icon";
import { LanguageChoice } from "../parts/language-choice";
import { useLanguage, useSettings, useTexts } from "../texts/language";
import { Drawing } from "./drawing";
import { SignInForm, takeToken } from "./form";

const route = getRouteApi("/sign-in");

/** The address that was asked for, if it is one of the desk; else the overview. */
function ownAddress(next = ""): string {
  // Two slashes begin another server's address.
  if (!/^\/(?![/\\])/.test(next)) return "/desk";
  return next.startsWith("/desk/") ? next : `/desk${next}`;
}

export function SignIn() {
  const texts = useTexts();
  const language = useLanguage();
  const { history: addresses } = useRouter();
  const { next } = route.useSearch();
  const site = useSettings((settings) => settings.site);
  const [token] = useState(takeToken);
  useEffect(() => {
    document.title = `${texts.signIn.title} | ${site || location.host}`;
    document.documentElement.lang = language;
  }, [texts, language, site]);

  const done = (me: Me) => {
    queryClient.clear();
    queryClient.setQueryData(meQuery.queryKey, me);
    useConnection.setState({ signedOut: false });
    addresses.push(ownAddress(next));
  };

  return (
    <main className="entry" id="main">
      <section className="l">
        <p className="lg-logo">
          <LogoMark />
          {site || location.hostname}
        </p>
        <Drawing />
        <p className="entry-h">{texts.signIn.promise}</p>
        <p className="mut only-l">{texts.signIn.at(location.host)}</p>
      </section>
      <section className="r-s">
        <h1 className="h1">{texts.signIn.title}</h1>
        <SignInForm done={done} token={token} />
        <LanguageChoice className="rowx mut entry-f" />
        <p className="mut entry-f">{texts.signIn.note}</p>
      </section>
    </main>
  );
}
