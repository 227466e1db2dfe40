import type { SearchReply } from "../content/search";
import { Link } from "../ui/link";
import { searchAddress } from "./search-address";
import { numberDifference } from "./number-difference";
import { numberOf } from "./quick-article";
import { useSearchTexts } from "./texts";
import { searchInPlace } from "./understood";

/** DidYouMean names the nearest number for one that is not in the catalogue, with the characters that differ. */
export function DidYouMean({
  reply: { wrongNumber, articles },
  onSearch,
}: {
  reply: SearchReply;
  onSearch?: ((q: string) => void) | undefined;
}) {
  const texts = useSearchTexts();
  const nearest = articles[0] ? numberOf(articles[0]) : "";
  if (wrongNumber === "" || nearest === "") return null;
  const { pieces, swapped } = numberDifference(wrongNumber, nearest);
  return (
    <div className="find-dym">
      <p className="big">
        {texts.didYouMean}{" "}
        <Link className="lnk" href={searchAddress(nearest)} {...searchInPlace(nearest, onSearch)}>
          <span className="mono">
            {pieces.map(({ text, hit }, index) =>
              // oxlint-disable-next-line react/no-array-index-key -- pieces have no identity besides their position
              hit ? <u key={index}>{text}</u> : text,
            )}
          </span>
        </Link>
        {texts.questionMark}
      </p>
      <p>
        {texts.unknownNumber} <s className="mono">{wrongNumber}</s> {texts.notListed}{" "}
        {swapped !== "" && texts.swapped[swapped]}
      </p>
    </div>
  );
}
