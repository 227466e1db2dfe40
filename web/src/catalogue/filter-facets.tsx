import type { Facet, FacetValue } from "../content/listing";
import { formatNumber } from "../i18n/formats";
import { usePage } from "../router/page-context";
import { RangeControl } from "./filter-range";
import { useFilterNames, useListingTexts } from "./listing-texts";
import { keysOf, type Selection, withKey } from "./selection";

/** How many values of a facet show before "more": rows of text, or number cells (five to a row). */
const visibleValues = { values: 8, numbers: 15 };

export interface Choice {
  selection: Selection;
  /** Replaces the selection. */
  choose: (selection: Selection) => void;
}

/** Facets shows each facet of a list with the control for its kind. */
export function Facets({ facets, id, ...choice }: { facets: readonly Facet[]; id: string } & Choice) {
  const { facetName, unitOf } = useFilterNames();
  return facets.map((facet) => (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a legend cannot be laid out in a row below its fieldset's border
    <div className="facet" key={facet.slug} role="group" aria-labelledby={`${id}-${facet.slug}`}>
      <h3 id={`${id}-${facet.slug}`}>
        {facetName(facet)}
        {unitOf(facet) && `, ${unitOf(facet)}`}
      </h3>
      <Control facet={facet} {...choice} />
    </div>
  ));
}

/** Control offers ratings as a range, sizes and texts as single values. */
function Control({ facet, ...choice }: { facet: Facet } & Choice) {
  if (facet.kind === "values") return <Values facet={facet} Value={Row} limit={visibleValues.values} {...choice} />;
  const cells = <Values facet={facet} Value={Cell} className="cells" limit={visibleValues.numbers} {...choice} />;
  if (facet.unit !== "bar") return cells;
  return (
    <>
      <RangeControl facet={facet} {...choice} />
      {/* The range control needs scripts; without them the numbers are checkboxes. */}
      <noscript>{cells}</noscript>
    </>
  );
}

interface ValueProps {
  name: string;
  count: number;
  input: React.InputHTMLAttributes<HTMLInputElement>;
}

function Values({
  facet,
  Value,
  className,
  limit,
  selection,
  choose,
}: { facet: Facet; Value: (props: ValueProps) => React.ReactNode; className?: string; limit: number } & Choice) {
  const texts = useListingTexts();
  const { language } = usePage();
  const { valueName } = useFilterNames();
  const keys = keysOf(selection, facet.slug);
  const row = (value: FacetValue) => {
    const checked = keys.includes(value.key);
    return (
      <Value
        key={value.key}
        name={valueName(facet, value)}
        count={value.count}
        input={{
          type: "checkbox",
          name: facet.slug,
          value: value.key,
          checked,
          disabled: value.count === 0 && !checked,
          onChange: (event) => choose(withKey(selection, facet, value.key, event.target.checked)),
        }}
      />
    );
  };
  const rest = facet.values.slice(limit);
  return (
    <>
      <div className={className}>{facet.values.slice(0, limit).map(row)}</div>
      {rest.length > 0 && (
        <details className="facet-rest" open={rest.some(({ key }) => keys.includes(key))}>
          <summary className="lnk">{texts.all(formatNumber(facet.values.length, language))}</summary>
          <div className={className}>{rest.map(row)}</div>
        </details>
      )}
    </>
  );
}

function Row({ name, count, input }: ValueProps) {
  const { language } = usePage();
  return (
    <label className="opt">
      <input {...input} />
      <span>{name}</span>
      <span className="mono tnum">{formatNumber(count, language)}</span>
    </label>
  );
}

function Cell({ name, count, input }: ValueProps) {
  const { language } = usePage();
  const products = useListingTexts().products(count, formatNumber(count, language));
  return (
    <label className="cell" title={products}>
      <input className="vh" {...input} />
      <span>{name}</span>
    </label>
  );
}
