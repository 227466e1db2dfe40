import type { MouseEvent } from "react";
import type { SearchReply } from "../content/search";
import { isPlain } from "../router/links";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { resultsId } from "./option";
import { searchAddress } from "./search-address";
import { useSearchTexts } from "./texts";

/**
 * Understood shows the terms of a search as chips. The cross of a chip is a link
 * to the search without its term; with `onSearch`, the link's text is searched in
 * place. A term that the search does not use is struck through.
 */
export function Understood({ reply, onSearch }: { reply: SearchReply; onSearch?: ((q: string) => void) | undefined }) {
  const texts = useSearchTexts();
  // DidYouMean names a number that is not in the catalogue.
  const terms = reply.terms.filter(({ kind }) => kind !== "number" || reply.wrongNumber === "");
  if (terms.length === 0) return null;
  return (
    <div className="find-und">
      <ul aria-label={texts.understood}>
        {terms.some(({ used }) => used) && (
          <li className="mut" aria-hidden="true">
            {texts.understood}
          </li>
        )}
        {terms.map((term, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a text may contain a term twice
          <li key={`${index} ${term.text}`}>
            {term.used ? (
              <Link
                className="find-chip"
                href={searchAddress(term.without)}
                rel="nofollow"
                {...searchInPlace(term.without, onSearch)}
              >
                {texts.kindNames[term.kind] && <small>{texts.kindNames[term.kind]}</small>}
                {term.label}
                {term.corrected !== "" && <small>{texts.instead(term.text)}</small>}
                <span className="vh"> {texts.remove}</span>
                <Icon name="close" />
              </Link>
            ) : (
              <span className="find-chip is-off">
                <s>{term.text}</s>
                <small>{texts.unused}</small>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** searchInPlace returns the properties of a link to a search that the overlay shows itself. */
export function searchInPlace(q: string, onSearch: ((q: string) => void) | undefined) {
  if (!onSearch) return {};
  return {
    // Its own click handler keeps the overlay open (router/links.ts).
    "aria-controls": resultsId,
    onClick: (event: MouseEvent) => {
      if (!isPlain(event)) return;
      event.preventDefault();
      onSearch(q);
    },
  };
}
