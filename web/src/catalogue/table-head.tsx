import { defineTexts } from "../i18n/texts";
import type { Column } from "./facts";
import type { Sorting } from "./variation-rows";

const useHeadTexts = defineTexts({
  "de-DE": { size: "Größe", sku: "Artikelnummer", stock: "Bestand", pieces: "Stk.", add: "Menge, In den Warenkorb" },
  "en-US": { size: "Size", sku: "Part number", stock: "Stock", pieces: "pcs", add: "Quantity, add to cart" },
  "fr-FR": { size: "Taille", sku: "Référence", stock: "Stock", pieces: "pcs", add: "Quantité, ajouter au panier" },
  "it-IT": {
    size: "Misura",
    sku: "Codice articolo",
    stock: "Giacenza",
    pieces: "pz",
    add: "Quantità, aggiungi al carrello",
  },
});

/** HeadColumn is a column with its symbol, as on the product's drawing. */
export interface HeadColumn extends Column {
  symbol: string;
  numeric: boolean;
}

/** TableHead names the columns; a click sorts ascending, then descending, then in the content's order. `first` names the sizes, if an attribute does. */
export function TableHead({
  first,
  columns,
  sorting,
  onSort,
}: {
  first: HeadColumn | undefined;
  columns: readonly HeadColumn[];
  sorting: Sorting | null;
  onSort: (sorting: Sorting | null) => void;
}) {
  const texts = useHeadTexts();
  const head = (
    by: Sorting["by"],
    { label, symbol = label, unit = "", numeric = false, slug }: Partial<HeadColumn> & { label: string },
  ) => {
    const active = sorting?.by === by ? sorting : undefined;
    const next = !active ? { by, descending: false } : active.descending ? null : { by, descending: true };
    const rest = label.endsWith(` ${symbol}`) ? label.slice(0, -symbol.length) : `${label} `;
    return (
      <th
        key={by}
        scope="col"
        className={[numeric && "num", symbol.length > 14 && "long"].filter(Boolean).join(" ") || undefined}
        data-k={slug}
        aria-sort={active ? (active.descending ? "descending" : "ascending") : undefined}
      >
        <button type="button" onClick={() => onSort(next)}>
          {symbol === label ? (
            <span>{label}</span>
          ) : (
            <abbr title={label}>
              <span className="vh">{rest}</span>
              {symbol}
            </abbr>
          )}
        </button>
        <span className="unit">{unit || "\u00a0"}</span>
      </th>
    );
  };
  return (
    <>
      <colgroup>
        {[first, ...columns].map((column) => (
          <col key={column?.slug ?? "size"} data-k={column?.slug} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {head("size", first ?? { label: texts.size })}
          {columns.map((column, index) => head(index, column))}
          {head("stock", { label: texts.stock, unit: texts.pieces })}
          {head("sku", { label: texts.sku })}
          <th scope="col">
            <span className="vh">{texts.add}</span>
          </th>
        </tr>
      </thead>
    </>
  );
}
