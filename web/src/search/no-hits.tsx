import { limits } from "../constants";
import type { Loosening, SearchInterpretation } from "../content/listing";
import { formatNumber } from "../i18n/formats";
import { overlayId, useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { leaveOut } from "../ui/search-highlight/leave-out";
import { searchAddress } from "./examples";
import { useSearchTexts } from "./texts";

/** NoHits replaces empty results: words to omit, examples, and the request form for anything not in the catalogue. */
export function NoHits({
  q,
  interpretation,
  loosen = [],
}: {
  q: string;
  interpretation: SearchInterpretation;
  loosen?: readonly Loosening[];
}) {
  const { language } = usePage();
  const texts = useSearchTexts();
  const showRequest = useOverlays((state) => state.showRequest);
  const fewer = loosen
    .map(({ word, products }) => ({ word, products, left: word && leaveOut(q, word, interpretation.corrected) }))
    .filter(({ left }) => left !== "" && left !== q);
  return (
    <div className="find-none">
      <h2 className="t-h3">{texts.none(q)}</h2>
      {fewer.length > 0 && (
        <ul className="find-less">
          {fewer.map(({ word, products, left }) => (
            <li key={word}>
              <Link className="fchip" href={searchAddress(left)}>
                <span>{texts.without(word)}</span>
                <i className="mono">{formatNumber(products, language)}</i>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ul className="find-advice mut">
        {texts.advice.map((advice) => (
          <li key={advice}>{advice}</li>
        ))}
      </ul>
      <p>{texts.missing}</p>
      {/* Without scripts the link leads to the form on the contacts page. */}
      <Link
        className="btn btn--primary"
        href="/contacts"
        aria-haspopup="dialog"
        aria-controls={overlayId("request")}
        onClick={(event) => {
          event.preventDefault();
          showRequest(limits.defaultForm);
        }}
      >
        <span>{texts.request}</span>
        <span className="ico-cell">
          <Icon name="arrow-right" />
        </span>
      </Link>
    </div>
  );
}
