import { formatNumber } from "../i18n/formats";
import { usePage } from "../router/page-context";
import { type Row, type RowState, rowStates } from "./line-choices";
import { useBomTexts } from "./texts";

/** Filter is the state whose rows are shown. `kept` are the keys of the rows that had it when it was chosen: a choice does not remove its row. */
export type Filter = { state: "all" } | { state: RowState; kept: ReadonlySet<string> };

/** shownRows returns the rows that a filter shows. */
export function shownRows(rows: readonly Row[], filter: Filter): readonly Row[] {
  if (filter.state === "all") return rows;
  return rows.filter(({ state, key }) => state === filter.state || filter.kept.has(key));
}

/** Filters shows the number of rows in each state; pressed, each shows those alone. */
export function Filters({
  rows,
  counts,
  filter,
  onFilter,
}: {
  rows: readonly Row[];
  counts: Readonly<Record<RowState, number>>;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}) {
  const { language } = usePage();
  const texts = useBomTexts();
  const button = (state: Filter["state"], count: number, label: string, next: Filter) => (
    <button key={state} type="button" aria-pressed={filter.state === state} onClick={() => onFilter(next)}>
      <span className="tnum">{formatNumber(count, language)}</span> <span>{label}</span>
    </button>
  );
  return (
    <div className="bom-filters" role="group" aria-label={texts.show}>
      {button("all", rows.length, texts.all, { state: "all" })}
      {rowStates.map((state) =>
        button(state, counts[state], texts.filter[state](counts[state]), {
          state,
          kept: new Set(rows.flatMap((row) => (row.state === state ? [row.key] : []))),
        }),
      )}
    </div>
  );
}
