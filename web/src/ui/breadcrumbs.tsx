import { Fragment } from "react";
import { defineTexts } from "../i18n/texts";
import { Link } from "./link";
import "./breadcrumbs.css";

const useCrumbTexts = defineTexts({
  "de-DE": { label: "Pfad", home: "Startseite" },
  "en-US": { label: "Breadcrumb", home: "Home" },
  "fr-FR": { label: "Fil d’Ariane", home: "Accueil" },
  "it-IT": { label: "Percorso", home: "Pagina iniziale" },
});

export interface Crumb {
  title: string;
  /** Without language prefix. */
  href: string;
  lang?: string | undefined;
}

/** The breadcrumbs from the home page to this one; `crumbs` are the pages between the two, `lang` is the language of `current`. */
export function Breadcrumbs({
  crumbs = [],
  current,
  lang,
}: {
  crumbs?: readonly Crumb[];
  current: string;
  lang?: string | undefined;
}) {
  const texts = useCrumbTexts();
  return (
    <nav className="crumbs wrap" aria-label={texts.label}>
      {[{ title: texts.home, href: "/", lang: undefined }, ...crumbs].map(({ title, href, lang: of }) => (
        <Fragment key={href}>
          <Link href={href} lang={of}>
            {title}
          </Link>
          <span aria-hidden="true">/</span>
        </Fragment>
      ))}
      <span aria-current="page" lang={lang}>
        {current}
      </span>
    </nav>
  );
}
