import type { ReactNode } from "react";
import { formatNumber } from "../i18n/formats";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { listingId } from "./listing-chips";
import { listAddress, pageNumbers, type Selection, withPage } from "./selection";
import "./pager.css";

const usePagerTexts = defineTexts({
  "de-DE": { pages: "Ergebnisseiten", back: "Vorige Seite", forward: "Nächste Seite" },
  "en-US": { pages: "Result pages", back: "Previous page", forward: "Next page" },
  "fr-FR": { pages: "Pages de résultats", back: "Page précédente", forward: "Page suivante" },
  "it-IT": { pages: "Pagine dei risultati", back: "Pagina precedente", forward: "Pagina successiva" },
});

/** Pager links to the pages of a list; each link targets the start of the list. */
export function Pager({
  path,
  selection,
  page,
  pages,
}: {
  path: string;
  selection: Selection;
  page: number;
  pages: number;
}) {
  const texts = usePagerTexts();
  const { language } = usePage();
  if (pages < 2) return null;
  const address = (number: number) => `${listAddress(path, withPage(selection, number))}#${listingId}`;
  return (
    <nav className="pager" aria-label={texts.pages}>
      <Step to={page > 1 ? address(page - 1) : undefined} label={texts.back} rel="prev">
        <Icon name="arrow-left" />
      </Step>
      <ol>
        {pageNumbers(page, pages).map((number, index) =>
          number === 0 ? (
            // oxlint-disable-next-line react/no-array-index-key -- a gap has no other identity
            <li key={`gap ${index}`} className="gap" aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <Link href={address(number)} aria-current={number === page ? "page" : undefined}>
                {formatNumber(number, language)}
              </Link>
            </li>
          ),
        )}
      </ol>
      <Step to={page < pages ? address(page + 1) : undefined} label={texts.forward} rel="next">
        <Icon name="arrow-right" />
      </Step>
    </nav>
  );
}

function Step({
  to,
  label,
  rel,
  children,
}: {
  to: string | undefined;
  label: string;
  rel: string;
  children: ReactNode;
}) {
  if (!to) {
    return (
      <span className="icon-btn" aria-disabled="true" aria-hidden="true">
        {children}
      </span>
    );
  }
  return (
    <Link className="icon-btn" href={to} aria-label={label} rel={rel}>
      {children}
    </Link>
  );
}
