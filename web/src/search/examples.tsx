import { Link } from "../ui/link";
import { searchAddress } from "./search-address";
import { useSearchTexts } from "./texts";

/** Example searches in the notation of the standards. */
const examples = [
  ["material", "1.4404"],
  ["od", "12 mm"],
  ["dn", "DN 25"],
  ["pn", "PN 400"],
  ["thread", "G 1/2"],
  ["standard", "ISO 8434-1"],
] as const;

/** Examples shows, before any input, the kinds of values that the search understands. */
export function Examples() {
  const texts = useSearchTexts();
  return (
    <nav aria-label={texts.try}>
      <p className="find-h">{texts.try}</p>
      <ul className="find-ex">
        {examples.map(([kind, value]) => (
          <li key={kind}>
            <Link href={searchAddress(value)}>
              <span>{texts.kinds[kind]}</span>
              <b className="mono">{value}</b>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
