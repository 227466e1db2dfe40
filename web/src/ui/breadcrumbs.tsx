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
}

/** The breadcrumbs from the home page to this one; `crumbs` are the pages between the two. */
export function Breadcrumbs({ crumbs = [], current }: { crumbs?: readonly Crumb[]; current: string }) {
  const texts = useCrumbTexts();
  return (
    <nav className="crumbs wrap" aria-label={texts.label}>
      {[{ title: texts.home, href: "/" }, ...crumbs].map(({ title, href }) => (
        <Fragment key={href}>
          <Link href={href}>{title}</Link>
          <span aria-hidden="true">/</span>
        </Fragment>
      ))}
      <span aria-current="page">{current}</span>
    </nav>
  );
}
