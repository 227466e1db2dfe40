import type { ReactNode } from "react";
import type { ListingItem } from "../content/listing";
import { defineTexts } from "../i18n/texts";
import { useExplicitUnit, useItemMeasure } from "../i18n/listing-values";
import { useUnits } from "../i18n/use-units";
import { usePage } from "../router/page-context";
import { articlePicture, PartStage } from "../ui/picture";
import {
  type Highlight,
  ItemChips,
  ItemName,
  ItemNumber,
  ItemStock,
  nominal,
  pressure,
  size,
  tube,
} from "./product-item";
import "./listing.css";

const useListTexts = defineTexts({
  "de-DE": {
    picture: "Bild",
    article: "Artikel",
    tube: "Rohr-AD",
    thread: "Gewinde",
    material: "Werkstoff",
    stock: "Bestand",
    action: "Anfragen",
  },
  "en-US": {
    picture: "Picture",
    article: "Item",
    tube: "Tube OD",
    thread: "Thread",
    material: "Material",
    stock: "Stock",
    action: "Request",
  },
  "fr-FR": {
    picture: "Image",
    article: "Article",
    tube: "Ø tube",
    thread: "Filetage",
    material: "Matière",
    stock: "Stock",
    action: "Demander",
  },
  "it-IT": {
    picture: "Immagine",
    article: "Articolo",
    tube: "Ø tubo",
    thread: "Filettatura",
    material: "Materiale",
    stock: "Giacenza",
    action: "Richiedere",
  },
});

/** The number of rows whose pictures load eagerly. */
const eagerRows = 6;

interface RowsProps {
  items: readonly ListingItem[];
  /** The control at the end of an item's row. */
  action: (item: ListingItem) => ReactNode;
  /** Highlights search matches in a name or part number. */
  highlight?: Highlight | undefined;
}

/** ProductList shows products as a table or a grid; an item with one matching article shows that article. */
export function ProductList({ grid = false, ...rows }: RowsProps & { grid?: boolean }) {
  return grid ? <Grid {...rows} /> : <Table {...rows} />;
}

function Table({ items, action, highlight }: RowsProps) {
  const { language } = usePage();
  const texts = useListTexts();
  const measure = useItemMeasure();
  const explicitUnit = useExplicitUnit();
  const dn = useUnits() === "imperial" ? "NPS" : "DN";
  const has = (slugs: readonly string[]) => items.some(({ values }) => slugs.some((slug) => slug in values));
  const columns = [
    { slugs: size, name: [has(tube) && texts.tube, has(nominal) && dn].filter(Boolean).join(", "), className: "" },
    { slugs: ["thread"], name: texts.thread, className: "" },
    { slugs: pressure, name: "PN", className: "" },
    { slugs: ["material"], name: texts.material, className: "opt" },
  ]
    .filter(({ slugs }) => has(slugs))
    .map((column) => {
      const unit = explicitUnit(items.map((item) => measure(item, column.slugs).unit).find(Boolean) ?? "");
      return { ...column, name: unit ? `${column.name}, ${unit}` : column.name };
    });
  return (
    <table className="plist">
      <thead>
        <tr>
          <th>
            <span className="vh">{texts.picture}</span>
          </th>
          <th>{texts.article}</th>
          {columns.map(({ name, className }) => (
            <th key={name} className={className}>
              {name}
            </th>
          ))}
          <th>{texts.stock}</th>
          <th>
            <span className="vh">{texts.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <tr key={item.product.id}>
            <td className="pic">
              <PartStage
                file={articlePicture(item.product, item.variation, language)}
                slot="list"
                eager={index < eagerRows}
              />
            </td>
            <td>
              <ItemName item={item} highlight={highlight} />
              <ItemNumber item={item} highlight={highlight} />
              <ItemChips item={item} />
            </td>
            {columns.map(({ slugs, name, className }) => (
              <td key={name} className={`mono ${className}`.trim()}>
                {measure(item, slugs).value}
              </td>
            ))}
            <td>
              <ItemStock item={item} />
            </td>
            <td className="act">{action(item)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Grid({ items, action, highlight }: RowsProps) {
  const { language } = usePage();
  return (
    <div className="pgrid">
      {items.map((item, index) => (
        <article className="pcard" key={item.product.id}>
          <PartStage
            file={articlePicture(item.product, item.variation, language)}
            slot="grid"
            eager={index < eagerRows}
          />
          <ItemStock item={item} />
          <ItemName item={item} highlight={highlight} />
          <ItemNumber item={item} highlight={highlight} />
          <ItemChips item={item} />
          {action(item)}
        </article>
      ))}
    </div>
  );
}
