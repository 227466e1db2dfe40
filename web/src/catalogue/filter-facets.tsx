import type { Facet, FacetValue } from "../content/listing";
import { formatNumber } from "../i18n/formats";
import { usePage } from "../router/page-context";
import { RangeControl } from "./filter-range";
import { useFilterNames, useListingTexts } from "./listing-texts";
import { keysOf, type Selection, sizesFirst, withKey } from "./selection";
import "../ui/cells.css";

/** How many values of a facet show before "more": rows of text, or cells of numbers. */
const visibleValues = { values: 8, numbers: 24 };

/** Above this number of pressures a range is quicker than cells. */
const maxPressures = 15;

export interface Choice {
  selection: Selection;
  /** Replaces the selection. */
  choose: (selection: Selection) => void;
}

/** Facets shows each facet of a list with the control for its kind. */
export function Facets({ facets, id, ...choice }: { facets: readonly Facet[]; id: string } & Choice) {
  const { facetHead } = useFilterNames();
  return sizesFirst(facets).map((facet) => {
    const { name, symbol } = facetHead(facet);
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a legend cannot be laid out in a row below its fieldset's border
      <div className="facet" key={facet.slug} role="group" aria-labelledby={`${id}-${facet.slug}`}>
        <h3 id={`${id}-${facet.slug}`}>
          {name} {symbol && <span className="mono">{symbol}</span>}
        </h3>
        <Control facet={facet} {...choice} />
      </div>
    );
  });
}

/** Control offers texts as rows, numbers as cells, and many pressures as a range. */
function Control({ facet, ...choice }: { facet: Facet } & Choice) {
  const { valueName } = useFilterNames();
  if (facet.kind === "values") return <Values facet={facet} Value={Row} limit={visibleValues.values} {...choice} />;
  const pressure = facet.unit === "bar";
  const longest = Math.max(...facet.values.map((value) => valueName(facet, value).length));
  const columns = longest > 5 ? 4 : longest > 3 || pressure ? 5 : 6;
  const cells = (
    <Values
      facet={facet}
      Value={Cell}
      className={`cells cells--${columns}`}
      limit={visibleValues.numbers}
      {...choice}
    />
  );
  if (!pressure || facet.values.length <= maxPressures) return cells;
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
  const keys = keysOf(selection, facet);
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
  const articles = useListingTexts().articles(count, formatNumber(count, language));
  return (
    <label className="cell" title={articles}>
      <input className="vh" {...input} />
      <span>{name}</span>
    </label>
  );
}
