import { useEffect, useRef } from "react";
import { forcePageTheme } from "../browser/theme";
import { headerBlock } from "../content/shell-blocks";
import { useContent } from "../content/use-content";
import { defineTexts, textsIn } from "../i18n/texts";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { ButtonLink } from "../ui/button";
import { CrossGrid } from "../ui/cross-grid/cross-grid";
import { Link } from "../ui/link";

// The English wording is the specification's (point 2); the others translate it.
const texts = {
  "de-DE": {
    title: "Seite nicht gefunden",
    text: "Die aufgerufene Seite wurde leider nicht gefunden. Bitte kehren Sie zur Startseite zurück.",
    failedTitle: "Die Seite ist gerade nicht verfügbar",
    failedText: "Auf unserer Seite ist ein Fehler aufgetreten. Bitte laden Sie die Seite in einigen Minuten erneut.",
    home: "Zur Startseite",
    catalog: "Zum Katalog",
    search: "Suche",
    rights: "© 2025 Alle Rechte vorbehalten",
  },
  "en-US": {
    title: "Page not found",
    text: "We’re sorry, the page you requested could not be found. Please go back to the homepage",
    failedTitle: "This page is not available right now",
    failedText: "Something went wrong on our side. Please load the page again in a few minutes.",
    home: "Return to home",
    catalog: "Go to catalog",
    search: "Search",
    rights: "© 2025 All rights reserved",
  },
  "fr-FR": {
    title: "Page introuvable",
    text: "Désolé, la page demandée est introuvable. Veuillez revenir à la page d’accueil.",
    failedTitle: "Cette page n’est pas disponible pour le moment",
    failedText: "Une erreur s’est produite de notre côté. Veuillez recharger la page dans quelques minutes.",
    home: "Retour à l’accueil",
    catalog: "Voir le catalogue",
    search: "Recherche",
    rights: "© 2025 Tous droits réservés",
  },
  "it-IT": {
    title: "Pagina non trovata",
    text: "Siamo spiacenti, la pagina richiesta non è stata trovata. Tornare alla pagina iniziale.",
    failedTitle: "La pagina non è al momento disponibile",
    failedText: "Si è verificato un errore da parte nostra. Ricaricare la pagina tra qualche minuto.",
    home: "Torna alla pagina iniziale",
    catalog: "Vai al catalogo",
    search: "Ricerca",
    rights: "© 2025 Tutti i diritti riservati",
  },
};

const useErrorTexts = defineTexts(texts);

/** ErrorScreen is the error screen in the red theme: page not found or, with `failed`, a server error. */
export function ErrorScreen({ failed = false }: { failed?: boolean }) {
  const words = useErrorTexts();
  const code = failed ? "500" : "404";
  const screen = useRef<HTMLDivElement>(null);
  useHeaderErrorLog();
  useEffect(() => {
    // The server sends one cached document for all unknown addresses, so the browser adds the path.
    if (screen.current && !failed) screen.current.dataset.error = `Page Not Found: ${window.location.pathname}`;
    forcePageTheme("red");
    return () => forcePageTheme(null);
  }, [failed]);
  return (
    <div className="e404" ref={screen}>
      <CrossGrid digits={code} />
      <div className="wrap grid e404-t">
        <h1 className="t-h1">
          <span className="vh">{code}. </span>
          {failed ? words.failedTitle : words.title}
        </h1>
        <div className="r">
          <p className="t-lead">{failed ? words.failedText : words.text}</p>
          <ButtonLink kind="primary" href="/">
            {words.home}
          </ButtonLink>
          {!failed && (
            <p className="e404-l">
              <Link className="lnk" href="/catalog">
                {words.catalog}
              </Link>
              <Link className="lnk" href="/search">
                {words.search}
              </Link>
            </p>
          )}
        </div>
      </div>
      <footer className="wrap">
        <span>{words.rights}</span>
        <span className="mono">{code}</span>
      </footer>
    </div>
  );
}

/** useHeaderErrorLog loads the header's content and logs a failure once; the screen does not depend on it. */
function useHeaderErrorLog(): void {
  const { language } = usePage();
  const header = useContent(headerBlock(language)).error;
  const logged = useRef(false);
  useEffect(() => {
    if (!header || logged.current) return;
    logged.current = true;
    console.error(`Header load fails on error page: ${header}`);
  }, [header]);
}

/** errorScreen returns the module of the error screen: page not found or, with `failed`, a server error. */
export function errorScreen(failed: boolean): RouteModule {
  return {
    queries: () => [],
    metadata: ({ language }) => {
      const { title, failedTitle } = textsIn(texts, language);
      return { title: failed ? failedTitle : title, description: "" };
    },
    Component: () => <ErrorScreen failed={failed} />,
  };
}
