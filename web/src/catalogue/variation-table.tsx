import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { useTypedBeforeHydration } from "../browser/use-typed-before-hydration";
import type { Products, Variations } from "../content/model.gen";
import { addressIn } from "../i18n/languages";
import { defineTexts } from "../i18n/texts";
import { isPlain, onPlainClick } from "../router/links";
import { usePage } from "../router/page-context";
import { QuantityError } from "../ui/quantity-error";
import { symbolOf } from "../content/symbol";
import { UnitSwitch } from "../ui/unit-switch";
import { symbolsOf } from "./drawing-markup";
import { cellText, type Column, columnsOf, valuesOf } from "./facts";
import { Drawn, type LivingView } from "./living-drawing";
import { useProductTexts } from "./product-sections";
import { useRowHtml } from "./row-html";
import { axesOf } from "./size-axes";
import { type HeadColumn, TableHead } from "./table-head";
import { useColumnSnap } from "./use-column-snap";
import { useRowQuantities } from "./use-row-quantities";
import { useValueFormat } from "./use-value-format";
import { filterRows, isNumeric, type Row, rowsOf, type Sorting, sortRows } from "./variation-rows";
import "./product.css";
import "../ui/segments.css";

const useTableTexts = defineTexts({
  "de-DE": {
    table: "Maße und Varianten",
    size: "Größe",
    filter: "Größen filtern",
    hint: "12, M20, 1.4571",
    found: (n: number, of: number) => `${n} von ${of}`,
    none: "Keine Größe passt dazu.",
    part: (n: number, of: number) => `${n} von ${of} Größen`,
    all: (n: number) => `Alle ${n} zeigen`,
    choose: "Zeile wählen: Zeichnung, Nummer und Menge folgen.",
    rating: "Druckstufe",
    every: (n: number) => `Alle ${n}`,
    swipe: "Seitlich schieben für weitere Maße",
  },
  "en-US": {
    table: "Dimensions and variants",
    size: "Size",
    filter: "Filter sizes",
    hint: "12, M20, 1.4571",
    found: (n: number, of: number) => `${n} of ${of}`,
    none: "No size matches.",
    part: (n: number, of: number) => `${n} of ${of} sizes`,
    all: (n: number) => `Show all ${n}`,
    choose: "Choose a row: drawing, number and quantity follow.",
    rating: "Pressure rating",
    every: (n: number) => `All ${n}`,
    swipe: "Swipe sideways for more dimensions",
  },
  "fr-FR": {
    table: "Dimensions et variantes",
    size: "Taille",
    filter: "Filtrer les tailles",
    hint: "12, M20, 1.4571",
    found: (n: number, of: number) => `${n} sur ${of}`,
    none: "Aucune taille ne correspond.",
    part: (n: number, of: number) => `${n} tailles sur ${of}`,
    all: (n: number) => `Afficher les ${n}`,
    choose: "Choisissez une ligne\u00a0: dessin, référence et quantité suivent.",
    rating: "Classe de pression",
    every: (n: number) => `Toutes ${n}`,
    swipe: "Faites glisser pour voir les autres cotes",
  },
  "it-IT": {
    table: "Dimensioni e varianti",
    size: "Misura",
    filter: "Filtra le misure",
    hint: "12, M20, 1.4571",
    found: (n: number, of: number) => `${n} di ${of}`,
    none: "Nessuna misura corrisponde.",
    part: (n: number, of: number) => `${n} misure su ${of}`,
    all: (n: number) => `Mostra tutte le ${n}`,
    choose: "Selezionare una riga: disegno, codice e quantità si aggiornano.",
    rating: "Classe di pressione",
    every: (n: number) => `Tutte ${n}`,
    swipe: "Scorrere di lato per le altre quote",
  },
});

/** The number of rows shown initially, and the number of variations from which a family without pressures has a filter by text. */
const firstRows = 100;
const filterFrom = 6;

/**
 * The widths, in px, that a table may have beside the drawing from windows of 1,366
 * and of 1,600 px on, and alone. A wider one stands below the drawing, and in the
 * end scrolls by itself. They leave out the margins and the drawing.
 */
const fits = { beside: 900, besideLate: 1100, alone: 1240 };

/**
 * VariationTable shows variations as rows and attributes as columns, with sorting
 * and filters, beside the views of the drawing, whose symbols are the heads. A click
 * on a row chooses the variation; without scripts its link does. `inCart` holds ids
 * of variations.
 */
export function VariationTable({
  product,
  chosen,
  views,
  inCart,
  onChoose,
  onAdd,
}: {
  product: Products;
  chosen: Variations | undefined;
  views: readonly LivingView[];
  inCart: ReadonlySet<number>;
  onChoose: (variation: Variations) => void;
  onAdd: (variation: Variations, quantity: number) => void;
}) {
  const page = usePage();
  const texts = useTableTexts();
  const { dimensions } = useProductTexts();
  const format = useValueFormat();
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [filter, setFilter] = useState("");
  const filterField = useTypedBeforeHydration<HTMLInputElement>(filter, setFilter);
  const [all, setAll] = useState(page.search.rows === "all");
  const [picked, setPicked] = useState<{ rating: string; chosen: string } | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const region = useRef<HTMLElement>(null);
  useColumnSnap(region);
  const variations = product.variations ?? [];
  const axes = axesOf(variations, chosen, format);
  const named = columnsOf(variations, format).filter(({ slug }) => slug !== "size");
  const first = named.find(({ slug }) => slug === axes[0]?.slug && slug !== "material");
  const columns = named.filter((column) => column !== first);

  // Initially, and after each choice, the rows of the chosen pressure.
  const ratings = axes.find(({ slug }) => slug === "pn" || slug === "class");
  const ratingColumn = columns.find(({ slug }) => slug === ratings?.slug);
  const chosenRating = ratings?.options.find((option) => option.chosen)?.text ?? "";
  const rating = all || filter ? "" : picked?.chosen === chosenRating ? picked.rating : chosenRating;
  const ratingOf = (variation: Variations) =>
    ratingColumn ? cellText(valuesOf(variation).get(ratingColumn.id), ratingColumn, format.language) : "";
  const rated = rating ? variations.filter((variation) => ratingOf(variation) === rating) : variations;

  const given = all || filter || sorting ? rated : firstOf(rated, chosen);
  const found = sortRows(filterRows(rowsOf(given, columns, format, first), filter), sorting);
  const rows = all ? found : found.slice(0, firstRows + 1);
  const numeric = columns.map((_, at) => isNumeric(rows.map(({ cells }) => cells[at] ?? "")));
  const rowHtml = useRowHtml(addressIn(page.prefix, { path: page.path }), [first !== undefined, ...numeric]);
  const symbols = symbolsOf(product.drawing ?? "");
  const heads = columns.map((column, at) => headOf(column, symbols, numeric[at] ?? false));
  const head = first && headOf(first, symbols, true);
  const width = widthOf(head?.symbol ?? texts.size, heads, rows);
  const beside = width <= fits.beside ? " dtl--2" : width <= fits.besideLate ? " dtl--late" : "";

  const { rowOf, read, keep, refused, errorId } = useRowQuantities(body, rows);
  const add = (row: Row) => {
    const quantity = read(row);
    if (quantity !== null) onAdd(row.variation, quantity);
  };
  const click = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    const row = rowOf(target);
    if (!row || target.closest("input") || !isPlain(event)) return;
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
      <div className="pdp-h">
        <h2>{dimensions}</h2>
        <p className="mut no-print">{texts.choose}</p>
        {/* The printed table has the rows that the window shows. */}
        {rows.length < variations.length && (
          <p className="dtable-part">
            {[
              rating && ratings && `${symbolOf(ratings.label, ratings.slug)} ${rating}`,
              texts.part(rows.length, variations.length),
            ]
              .filter(Boolean)
              .join(", ")}
          </p>
        )}
        <div className="dtable-bar">
          {!ratings && variations.length >= filterFrom && (
            <>
              <input
                ref={filterField}
                className="dtable-f"
                type="search"
                autoComplete="off"
                value={filter}
                aria-label={texts.filter}
                placeholder={texts.hint}
                onChange={(event) => setFilter(event.target.value)}
              />
              <span className="mut" role="status">
                {filter ? (found.length === 0 ? texts.none : texts.found(found.length, variations.length)) : ""}
              </span>
            </>
          )}
          <UnitSwitch />
          {ratings && (
            <nav className="seg" aria-label={texts.rating}>
              {ratings.options.map(({ text, variation }) => (
                <a
                  key={text}
                  href={addressIn(page.prefix, { path: page.path, search: { variant: variation.sku ?? "" } })}
                  aria-current={text === rating ? "true" : undefined}
                  onClick={onPlainClick(() => {
                    setAll(false);
                    setFilter("");
                    setPicked({ rating: text, chosen: chosenRating });
                  })}
                >
                  {symbolOf(ratings.label, ratings.slug)} {text}
                </a>
              ))}
              <a
                href={addressIn(page.prefix, { path: page.path, search: { ...page.search, rows: "all" } })}
                aria-current={rating ? undefined : "true"}
                onClick={onPlainClick(() => setAll(true))}
              >
                {texts.every(variations.length)}
              </a>
            </nav>
          )}
        </div>
      </div>
      <div className={views.length > 0 ? `dtl${beside}` : "dtl"}>
        {views.length > 0 && (
          <div className={views.length > 1 ? "drs drs--2" : "drs"}>
            {views.map((view, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a view is identified by its place
              <div className="dr" key={at}>
                <Drawn view={view} scope={`t${at}-`} focusable />
              </div>
            ))}
          </div>
        )}
        <div className="dtable-side">
          {/* The region scrolls horizontally, so it must be reachable by keyboard. */}
          <section
            ref={region}
            className={width > fits.alone ? "dtable-w dtable-w--wide" : "dtable-w"}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region
            tabIndex={0}
            aria-label={texts.table}
          >
            <table className="dtable">
              <TableHead first={head} columns={heads} sorting={sorting} onSort={setSorting} />
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
          <p className="dtable-swipe no-print" aria-hidden="true">
            {texts.swipe} →
          </p>
          {rows.length < (filter ? found.length : rated.length) && (
            <a
              className="btn dtable-all"
              href={addressIn(page.prefix, { path: page.path, search: { ...page.search, rows: "all" } })}
              onClick={onPlainClick(() => setAll(true))}
            >
              <span>{texts.all(filter ? found.length : rated.length)}</span>
            </a>
          )}
        </div>
      </div>
    </>
  );
}

function headOf(column: Column, symbols: ReadonlyMap<string, string>, numeric: boolean): HeadColumn {
  // In other units, a value may have another name than the letter's.
  const symbol = column.units === "metric" ? symbols.get(column.slug) : undefined;
  return { ...column, symbol: symbol ?? symbolOf(column.label, column.slug), numeric };
}

/** widthOf estimates the width of a table, in px, from its longest texts; heads break at spaces and soft hyphens. */
function widthOf(size: string, heads: readonly HeadColumn[], rows: readonly Row[]): number {
  const [character, gap, narrowest, stock, action] = [8.1, 20, 24, 144, 106];
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length)) * character;
  const cells = heads.map(({ symbol, unit }, at) =>
    Math.max(narrowest, longest([...rows.map((row) => row.cells[at] ?? ""), ...symbol.split(/[\s\u00ad]/), unit])),
  );
  const own =
    longest([size, ...rows.map((row) => row.size)]) + longest(rows.map(({ variation }) => variation.sku ?? ""));
  return cells.reduce((sum, cell) => sum + cell + gap, own) + 2 * gap + 12 + stock + action;
}

/** firstOf returns the first variations, and the chosen one if it is not among them. */
function firstOf(variations: readonly Variations[], chosen: Variations | undefined): readonly Variations[] {
  const first = variations.slice(0, firstRows);
  return !chosen || first.includes(chosen) ? first : [...first, chosen];
}
