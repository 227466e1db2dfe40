import { Link } from "wouter";
import { defineTexts } from "../lib/texts";
import { Icon } from "../ui/icon";

const usePagerTexts = defineTexts({
  "de-DE": { pages: "Seiten", back: "Vorige Seite", forward: "Nächste Seite" },
  "en-US": { pages: "Pages", back: "Previous page", forward: "Next page" },
  "fr-FR": { pages: "Pages", back: "Page précédente", forward: "Page suivante" },
  "it-IT": { pages: "Pagine", back: "Pagina precedente", forward: "Pagina successiva" },
});

/** The pages of a list up to the one after this, as far as they are known. */
export function Pager({ path, page, more }: { path: string; page: number; more: boolean }) {
  const texts = usePagerTexts();
  if (page === 1 && !more) return null;
  const address = (number: number) => (number === 1 ? path : `${path}?page=${number}`);
  const known = Array.from({ length: more ? page + 1 : page }, (_, index) => index + 1);
  return (
    <nav className="pager" aria-label={texts.pages}>
      {page > 1 ? (
        <Link className="icon-btn" href={address(page - 1)} aria-label={texts.back} rel="prev">
          <Icon name="arrow-left" />
        </Link>
      ) : (
        <span />
      )}
      <ol>
        {known.map((number) => (
          <li key={number}>
            <Link href={address(number)} aria-current={number === page ? "page" : undefined}>
              {number}
            </Link>
          </li>
        ))}
      </ol>
      {more ? (
        <Link className="icon-btn" href={address(page + 1)} aria-label={texts.forward} rel="next">
          <Icon name="arrow-right" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
