import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { useMe } from "../api/use-me";
import { Loading } from "../parts/messages";
import { useLanguage, useTexts } from "../texts/language";
import { helpPages, type HelpPage } from "./pages";

const texts = {
  "clerk.de": () => import("../../../../docs/desk/clerk.de.md"),
  "clerk.en": () => import("../../../../docs/desk/clerk.en.md"),
  "owner.de": () => import("../../../../docs/desk/owner.de.md"),
  "owner.en": () => import("../../../../docs/desk/owner.en.md"),
};

const route = getRouteApi("/frame/help/$page");

/** The handbook of the desk, in the person's language. */
export function Help() {
  const me = useMe();
  const { help, title } = useTexts();
  const { page: wanted } = route.useParams();
  const page = helpPages.find((each) => each === wanted) ?? helpPages[0];
  useEffect(() => {
    document.title = `${help.pages[page]} | ${me.site}, ${title}`;
  }, [help, page, me.site, title]);
  return (
    <main id="main">
      <div className="head">
        <p className="h1">{help.title}</p>
      </div>
      <nav className="tabs" aria-label={help.title}>
        {helpPages.map((each) => (
          <Link key={each} to="/help/$page" params={{ page: each }}>
            {help.pages[each]}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Loading text={help.loading} />}>
        <Page page={page} />
      </Suspense>
    </main>
  );
}

function Page({ page }: { page: HelpPage }) {
  const language = useLanguage();
  const name = `${page}.${language === "de-DE" ? "de" : "en"}` as const;
  const { data } = useSuspenseQuery({
    queryKey: ["help", name],
    queryFn: async () => (await texts[name]()).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // oxlint-disable-next-line react/no-danger -- docs/desk of the same build
  return <div className="main doc" dangerouslySetInnerHTML={{ __html: data }} />;
}
