import type { CartChip } from "../domain/cart-item";
import { formatDecimals } from "../i18n/formats";
import { usePage } from "../router/page-context";
import { Chip } from "./chip";

/** The number of a material (EN 10027-2), whose point is not a decimal point. */
const materialNumber = /^1\.\d{4}\b/;

/** ValueChips shows the values that identify an article. */
export function ValueChips({ chips }: { chips: readonly CartChip[] }) {
  const { language } = usePage();
  return chips.map(({ code, value, names }) => {
    const text = names?.[language] ?? Object.values(names ?? {})[0] ?? value;
    return (
      <Chip key={code + value} name={code} value={materialNumber.test(text) ? text : formatDecimals(text, language)} />
    );
  });
}
