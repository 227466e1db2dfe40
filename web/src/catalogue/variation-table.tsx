import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTypedBeforeHydration } from "../browser/use-typed-before-hydration";
import type { Products, Variations } from "../content/model.gen";
import { addressIn } from "../i18n/languages";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { QuantityError } from "../ui/quantity-error";
import { columnsOf } from "./facts";
import { useRowHtml } from "./row-html";
import { TableHead } from "./table-head";
import { useColumnSnap } from "./use-column-snap";
import { useRowQuantities } from "./use-row-quantities";
import { useValueFormat } from "./use-value-format";
import { filterRows, type Row, rowsOf, type Sorting, sortRows } from "./variation-rows";
import "./product.css";

const useTableTexts = defineTexts({
  "de-DE": {
    table: "Maße und Varianten",
    filter: "Größen filtern",
    hint: "12, M20, 1.4571",
    found: (n: number, of: number) => `${n} von ${of}`,
    none: "Keine Größe passt dazu.",
    all: (n: number) => `Alle ${n} zeigen`,
  },
  "en-US": {
    table: "Dimensions and variants",
    filter: "Filter sizes",
    hint: "12, M20, 1.4571",
    found: (n: number, of: number) => `${n} of ${of}`,
    none: "No size matches.",
    all: (n: number) => `Show all ${n}`,
  },
  "fr-FR": {
    table: "Dimensions et variantes",
    filter: "Filtrer les tailles",
    hint: "12, M20, 1.4571",
    found: (n: number, of: number) => `${n} sur ${of}`,
    none: "Aucune taille ne correspond.",
    all: (n: number) => `Afficher les ${n}`,
  },
  "it-IT": {
    table: "Dimensioni e varianti",
    filter: "Filtra le misure",
    hint: "12, M20, 1.4571",
    found: (n: number, of: number) => `${n} di ${of}`,
    none: "Nessuna misura corrisponde.",
    all: (n: number) => `Mostra tutte le ${n}`,
  },
});

/** The number of rows shown initially, and the number of variations from which the filter shows. */
const firstRows = 100;
const filterFrom = 6;

/**
 * VariationTable shows variations as rows and attributes as columns, with sorting
 * and a filter. A click on a row chooses the variation; without scripts its link
 * does. `inCart` holds ids of variations.
 */
export function VariationTable({
  product,
  chosen,
  inCart,
  onChoose,
  onAdd,
}: {
  product: Products;
  chosen: Variations | undefined;
  inCart: ReadonlySet<number>;
  onChoose: (variation: Variations) => void;
  onAdd: (variation: Variations, quantity: number) => void;
}) {
  const page = usePage();
  const texts = useTableTexts();
  const format = useValueFormat();
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [filter, setFilter] = useState("");
  const filterField = useTypedBeforeHydration<HTMLInputElement>(filter, setFilter);
  const [all, setAll] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  const region = useRef<HTMLElement>(null);
  useColumnSnap(region);
  const rowHtml = useRowHtml(addressIn(page.prefix, { path: page.path }));
  const variations = product.variations ?? [];
  const columns = columnsOf(variations, format).filter(({ slug }) => slug !== "size");
  const given = page.search.rows === "all" || all || filter || sorting ? variations : firstOf(variations, chosen);
  const found = sortRows(filterRows(rowsOf(given, columns, format), filter), sorting);
  const rows = all || page.search.rows === "all" ? found : found.slice(0, firstRows + 1);

  // The printed table is complete.
  useEffect(() => {
    const showAll = () => flushSync(() => setAll(true));
    window.addEventListener("beforeprint", showAll);
    return () => window.removeEventListener("beforeprint", showAll);
  }, []);

  const { rowOf, read, keep, refused, errorId } = useRowQuantities(body, rows);
  const add = (row: Row) => {
    const quantity = read(row);
    if (quantity !== null) onAdd(row.variation, quantity);
  };
  const click = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    const row = rowOf(target);
    if (!row || target.closest("input") || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (target.closest("button")) add(row);
    else onChoose(row.variation);
  };
  const enter = (event: KeyboardEvent<HTMLElement>) => {
    const row = rowOf(event.target);
    if (event.key === "Enter" && row && event.target instanceof HTMLInputElement) add(row);
  };
  return (
    <>
      {variations.length >= filterFrom && (
        <div className="dtable-bar">
          <label className="dtable-f">
            <span>{texts.filter}</span>
            <input
              ref={filterField}
              type="search"
              value={filter}
              placeholder={texts.hint}
              onChange={(event) => setFilter(event.target.value)}
            />
          </label>
          <span className="mut" role="status">
            {filter ? (found.length === 0 ? texts.none : texts.found(found.length, variations.length)) : ""}
          </span>
        </div>
      )}
      {/* The region scrolls horizontally, so it must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region */}
      <section ref={region} className="dtable-w" tabIndex={0} aria-label={texts.table}>
        <table className="dtable">
          <TableHead columns={columns} sorting={sorting} onSort={setSorting} />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keyboard users have each row's link and button */}
          <tbody ref={body} onClick={click} onKeyDown={enter} onInput={keep}>
            {rows.flatMap((row) => [
              <tr
                key={row.variation.id}
                data-in={inCart.has(row.variation.id) ? "" : undefined}
                aria-current={row.variation.id === chosen?.id ? "true" : undefined}
                dangerouslySetInnerHTML={{ __html: rowHtml(row) }}
              />,
              ...(row.variation.id === refused
                ? [
                    <tr key="error" className="dtable-err no-print">
                      <td colSpan={columns.length + 4}>
                        <QuantityError id={errorId} min={1} />
                      </td>
                    </tr>,
                  ]
                : []),
            ])}
          </tbody>
        </table>
      </section>
      {rows.length < (filter ? found.length : variations.length) && (
        <a
          className="btn dtable-all"
          href={addressIn(page.prefix, { path: page.path, search: { ...page.search, rows: "all" } })}
          onClick={(event) => {
            event.preventDefault();
            setAll(true);
          }}
        >
          <span>{texts.all(filter ? found.length : variations.length)}</span>
        </a>
      )}
    </>
  );
}

/** firstOf returns the first variations, and the chosen one if it is not among them. */
function firstOf(variations: readonly Variations[], chosen: Variations | undefined): readonly Variations[] {
  const first = variations.slice(0, firstRows);
  return !chosen || first.includes(chosen) ? first : [...first, chosen];
}
