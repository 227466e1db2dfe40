import { symbolOf } from "../content/symbol";
import { defineTexts } from "../i18n/texts";
import type { Column } from "./facts";
import type { Sorting } from "./variation-rows";

const useHeadTexts = defineTexts({
  "de-DE": { size: "Größe", sku: "Artikelnummer", stock: "Bestand", add: "Menge, In den Warenkorb" },
  "en-US": { size: "Size", sku: "Part number", stock: "Stock", add: "Quantity, add to cart" },
  "fr-FR": { size: "Taille", sku: "Référence", stock: "Stock", add: "Quantité, ajouter au panier" },
  "it-IT": { size: "Misura", sku: "Codice articolo", stock: "Giacenza", add: "Quantità, aggiungi al carrello" },
});

/** TableHead names the columns; a click sorts ascending, then descending, then in the content's order. */
export function TableHead({
  columns,
  sorting,
  onSort,
}: {
  columns: readonly Column[];
  sorting: Sorting | null;
  onSort: (sorting: Sorting | null) => void;
}) {
  const texts = useHeadTexts();
  const head = (by: Sorting["by"], label: string, unit = "") => {
    const active = sorting?.by === by ? sorting : undefined;
    const next = !active ? { by, descending: false } : active.descending ? null : { by, descending: true };
    const symbol = symbolOf(label);
    return (
      <th
        key={by}
        scope="col"
        aria-sort={active ? (active.descending ? "descending" : "ascending") : undefined}
        title={symbol === label ? undefined : label}
      >
        <button type="button" onClick={() => onSort(next)}>
          {symbol !== label && <span className="vh">{label.slice(0, -symbol.length)}</span>}
          {symbol}
        </button>
        {unit && <span className="unit">{unit}</span>}
      </th>
    );
  };
  return (
    <thead>
      <tr>
        {head("size", texts.size)}
        {columns.map(({ label, unit }, index) => head(index, label, unit))}
        {head("stock", texts.stock)}
        {head("sku", texts.sku)}
        <th scope="col">
          <span className="vh">{texts.add}</span>
        </th>
      </tr>
    </thead>
  );
}
