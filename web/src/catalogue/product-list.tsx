import { useState } from "react";
import type { ListingItem } from "../content/listing";
import type { NewCartItem } from "../domain/cart-item";
import { useItemMeasure } from "../i18n/listing-values";
import { defineTexts } from "../i18n/texts";
import { attributeNamed } from "../i18n/units";
import { useUnits } from "../i18n/use-units";
import { usePage } from "../router/page-context";
import { AddField } from "../ui/add-field";
import { CellValue, HeadName } from "../ui/list";
import { articlePicture, PartStage } from "../ui/picture";
import { StockCell } from "../ui/stock";
import { articleCartItem } from "./create-cart-item";
import { FamilySizes } from "./family-sizes";
import { cellOf, type ListColumn, listColumns, prefixOf, widthOf } from "./list-columns";
import { isArticle, ItemChips, ItemName, ItemNumber, ItemStock, useItemName } from "./product-item";
import { SizesButton, SizesLink } from "./sizes-button";
import "./product-list.css";

const useListTexts = defineTexts({
  "de-DE": {
    picture: "Bild",
    name: "Bezeichnung",
    stock: "Bestand, Stk.",
    action: "Menge und Anfragen, oder Größe wählen",
    series: "Reihe",
    tube: "Rohraußendurchmesser",
    nominal: "Nennweite",
    pipe: "Nennweite in Zoll",
    pressure: "Nenndruck",
    rating: "Druckstufe Class",
    thread: "Gewinde",
    material: "Werkstoff",
  },
  "en-US": {
    picture: "Picture",
    name: "Name",
    stock: "Stock, pcs",
    action: "Quantity and add, or choose a size",
    series: "Series",
    tube: "Tube outside diameter",
    nominal: "Nominal diameter",
    pipe: "Nominal pipe size",
    pressure: "Nominal pressure",
    rating: "Pressure class",
    thread: "Thread",
    material: "Material",
  },
  "fr-FR": {
    picture: "Image",
    name: "Désignation",
    stock: "Stock, pcs",
    action: "Quantité et ajouter, ou choisir une taille",
    series: "Série",
    tube: "Diamètre extérieur du tube",
    nominal: "Diamètre nominal",
    pipe: "Diamètre nominal en pouces",
    pressure: "Pression nominale",
    rating: "Classe de pression",
    thread: "Filetage",
    material: "Matière",
  },
  "it-IT": {
    picture: "Immagine",
    name: "Denominazione",
    stock: "Giacenza, pz",
    action: "Quantità e aggiungere, o scegliere la misura",
    series: "Serie",
    tube: "Diametro esterno del tubo",
    nominal: "Diametro nominale",
    pipe: "Diametro nominale in pollici",
    pressure: "Pressione nominale",
    rating: "Classe di pressione",
    thread: "Filettatura",
    material: "Materiale",
  },
});

/** The number of rows whose pictures load eagerly. */
const eagerRows = 6;

/** Adds an article to the cart and then calls `added`. */
export type AddArticle = (item: NewCartItem, quantity: number, added: () => void) => void;

interface ListProps {
  items: readonly ListingItem[];
  onAdd: AddArticle;
}

/** ProductList shows products as a table or a grid; an item with one matching article shows that article. */
export function ProductList({ grid = false, ...rows }: ListProps & { grid?: boolean }) {
  return grid ? <Grid {...rows} /> : <Table {...rows} />;
}

/** Head is a column with its texts in the visitor's units, and its place in narrow windows. */
interface Head extends ListColumn {
  name: string;
  symbol: string;
  unit: string;
  numeric: boolean;
  place: string;
  width: string;
}

/** Where a column shows: the own columns on phones, too. */
const places = { series: "c-wide", size: "c-own", pressure: "c-own", thread: "c-more", material: "c-mat" } as const;

function useHeads(items: readonly ListingItem[]): readonly Head[] {
  const texts = useListTexts();
  const system = useUnits();
  const measure = useItemMeasure();
  const named: Readonly<Record<string, { name: string; symbol: string }>> = {
    "tube-od": { name: texts.tube, symbol: "d₁" },
    dn: { name: texts.nominal, symbol: "DN" },
    nps: { name: texts.pipe, symbol: "NPS" },
    pn: { name: texts.pressure, symbol: "PN" },
    class: { name: texts.rating, symbol: "Class" },
  };
  return listColumns(items).map((column) => {
    const { key, slugs } = column;
    const numeric = key === "size" || key === "pressure";
    const shown = items.flatMap((item) => {
      const cell = cellOf(item, column);
      return cell ? [{ slug: cell.slug, ...measure({ values: { [cell.slug]: cell.value } }, [cell.slug]) }] : [];
    });
    const name = key === "size" || key === "pressure" ? "" : texts[key];
    return {
      ...column,
      ...(named[attributeNamed(system, slugs[0] ?? "")] ?? { name, symbol: name }),
      unit: shown.find(({ slug }) => slug === slugs[0])?.unit ?? "",
      numeric,
      place: places[key],
      width: numeric
        ? widthOf(Math.max(...shown.map(({ slug, value }) => (prefixOf(slug, column) + value).length)))
        : `k-${key}`,
    };
  });
}

function Table({ items, onAdd }: ListProps) {
  const texts = useListTexts();
  const heads = useHeads(items);
  return (
    <table className="list plist">
      <colgroup>
        <col className="k-pic" />
        <col />
        {heads.map(({ key, place, width }) => (
          <col key={key} className={`${place} ${width}`} />
        ))}
        <col className="k-st" />
        <col className="k-act" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{texts.picture}</span>
          </th>
          <th scope="col">{texts.name}</th>
          {heads.map(({ key, place, numeric, ...head }) => (
            <th key={key} scope="col" className={numeric ? `${place} num` : place}>
              <HeadName {...head} />
            </th>
          ))}
          <th scope="col">{texts.stock}</th>
          <th scope="col" className="act">
            <span className="vh">{texts.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <Rows key={item.product.id} item={item} heads={heads} eager={index < eagerRows} onAdd={onAdd} />
        ))}
      </tbody>
    </table>
  );
}

/** Rows are an item's row and, if its sizes are open, a row with them. */
function Rows({
  item,
  heads,
  eager,
  onAdd,
}: {
  item: ListingItem;
  heads: readonly Head[];
  eager: boolean;
  onAdd: AddArticle;
}) {
  const { language } = usePage();
  const [open, setOpen] = useState(false);
  const id = `sizes-${item.product.id}`;
  const article = isArticle(item);
  return (
    <>
      <tr className={open ? "is-open" : undefined}>
        <td className="c-pic">
          <PartStage file={articlePicture(item.product, item.variation, language)} slot="list" eager={eager} />
        </td>
        <td className="c-name">
          <ItemName item={item} />
          <ItemNumber item={item} />
        </td>
        {heads.map((head) => (
          <td
            key={head.key}
            className={`mono ${head.place}${head.numeric ? " num" : ""}`}
            data-s={head.place === "c-own" ? head.symbol : undefined}
          >
            <Cell item={item} head={head} />
          </td>
        ))}
        <td className="c-st">
          <StockCell quantity={item.stock} />
        </td>
        <td className="act c-act">
          {article ? (
            <ArticleAction item={item} onAdd={onAdd} />
          ) : (
            <SizesButton item={item} open={open} controls={id} onClick={() => setOpen(!open)} />
          )}
        </td>
      </tr>
      {open && (
        <tr className="family-r" id={id}>
          <td colSpan={heads.length + 4}>
            <FamilySizes item={item} onAdd={onAdd} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Cell shows an item's value; one of another attribute than the head's has its symbol. */
function Cell({ item, head }: { item: ListingItem; head: Head }) {
  const cell = cellOf(item, head);
  if (!cell) return null;
  return (
    <>
      {prefixOf(cell.slug, head)}
      <CellValue {...cell} />
    </>
  );
}

function ArticleAction({ item, onAdd }: { item: ListingItem; onAdd: AddArticle }) {
  const { language } = usePage();
  const { name } = useItemName(item);
  return <AddField name={name} onAdd={(quantity, added) => onAdd(articleCartItem(item, language), quantity, added)} />;
}

function Grid({ items, onAdd }: ListProps) {
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
          <ItemName item={item} />
          <ItemNumber item={item} />
          <ItemChips item={item} />
          {isArticle(item) ? <ArticleAction item={item} onAdd={onAdd} /> : <SizesLink item={item} />}
        </article>
      ))}
    </div>
  );
}
