import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ListingItem } from "../content/listing";
import { languageOf, translation } from "../content/translation";
import { formatNumber } from "../lib/format";
import { usePage } from "../lib/page-context";
import { useSiteTexts } from "../lib/site-texts";
import { defineTexts } from "../lib/texts";
import { Chip } from "../ui/chip";
import { PartStage } from "../ui/picture";
import { Stock } from "../ui/stock";
import { itemText } from "./item-values";

const useListTexts = defineTexts({
  "de-DE": {
    picture: "Bild",
    article: "Artikel",
    tube: "Rohr-AD",
    thread: "Gewinde",
    material: "Werkstoff",
    stock: "Bestand",
    action: "Anfragen",
    variants: (passing: string, all: string) =>
      passing === all ? `${all} Varianten` : `${passing} von ${all} Varianten`,
  },
  "en-US": {
    picture: "Picture",
    article: "Item",
    tube: "Tube OD",
    thread: "Thread",
    material: "Material",
    stock: "Stock",
    action: "Request",
    variants: (passing: string, all: string) => (passing === all ? `${all} variants` : `${passing} of ${all} variants`),
  },
  "fr-FR": {
    picture: "Image",
    article: "Article",
    tube: "Ø tube",
    thread: "Filetage",
    material: "Matière",
    stock: "Stock",
    action: "Demander",
    variants: (passing: string, all: string) =>
      passing === all ? `${all} variantes` : `${passing} variantes sur ${all}`,
  },
  "it-IT": {
    picture: "Immagine",
    article: "Articolo",
    tube: "Ø tubo",
    thread: "Filettatura",
    material: "Materiale",
    stock: "Giacenza",
    action: "Richiedere",
    variants: (passing: string, all: string) => (passing === all ? `${all} varianti` : `${passing} varianti su ${all}`),
  },
});

/** Pictures in the first view are fetched at once. */
const eagerRows = 6;

interface RowsProps {
  items: readonly ListingItem[];
  /** What can be done with an item, at the end of its row. */
  action: (item: ListingItem) => ReactNode;
  /** Sets off parts of a name or part number. */
  mark?: (text: string) => ReactNode;
}

/** Products as a list (the default) or a grid; an item that is one article shows as that article. */
export function ProductList({ grid = false, ...rows }: RowsProps & { grid?: boolean }) {
  return grid ? <Grid {...rows} /> : <Table {...rows} />;
}

const tube = ["tube-od"];
const nominal = ["dn", "nps"];
const size = [...tube, ...nominal];
const pressure = ["pn", "class"];

function Table({ items, action, mark }: RowsProps) {
  const { language } = usePage();
  const texts = useListTexts();
  const has = (slugs: readonly string[]) => items.some(({ values }) => slugs.some((slug) => slug in values));
  const columns = [
    { slugs: size, name: [has(tube) && texts.tube, has(nominal) && "DN"].filter(Boolean).join(", "), className: "" },
    { slugs: ["thread"], name: texts.thread, className: "" },
    { slugs: pressure, name: "PN", className: "" },
    { slugs: ["material"], name: texts.material, className: "opt" },
  ].filter(({ slugs }) => has(slugs));
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
              <PartStage file={pictureFile(item)} slot="list" eager={index < eagerRows} />
            </td>
            <td>
              <Name item={item} mark={mark} />
              <Number item={item} mark={mark} />
              <Chips item={item} />
            </td>
            {columns.map(({ slugs, name, className }) => (
              <td key={name} className={`mono ${className}`.trim()}>
                {itemText(item, slugs, language)}
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

function Grid({ items, action, mark }: RowsProps) {
  return (
    <div className="pgrid">
      {items.map((item, index) => (
        <article className="pcard" key={item.product.id}>
          <PartStage file={pictureFile(item)} slot="grid" eager={index < eagerRows} />
          <ItemStock item={item} />
          <Name item={item} mark={mark} />
          <Number item={item} mark={mark} />
          <Chips item={item} />
          {action(item)}
        </article>
      ))}
    </div>
  );
}

interface ItemProps {
  item: ListingItem;
  mark: RowsProps["mark"];
}

function Name({ item: { product, variation }, mark = (text) => text }: ItemProps) {
  const { language } = usePage();
  const { viewProduct } = useSiteTexts();
  const text = translation(product, language);
  const title = translation(variation, language)?.title;
  const name = text?.name || product.sku || "";
  const query = variation?.sku ? `?variant=${encodeURIComponent(variation.sku)}` : "";
  return (
    <h3 lang={languageOf(text, language)}>
      <Link href={`/product/${product.slug}${query}`} title={viewProduct}>
        {mark(title ? `${name} ${title}` : name)}
      </Link>
    </h3>
  );
}

/** An article's part number; a family has many, and says how many of them pass. */
function Number({ item: { product, variation, articles, of }, mark = (text) => text }: ItemProps) {
  const { language } = usePage();
  const texts = useListTexts();
  if (!variation && of > 1)
    return (
      <span className="mut t-small">
        {texts.variants(formatNumber(articles, language), formatNumber(of, language))}
      </span>
    );
  return <span className="mono sku">{mark((variation ?? product).sku ?? "")}</span>;
}

function Chips({ item }: { item: ListingItem }) {
  const { language } = usePage();
  const sizes = itemText(item, size, language);
  const ratings = itemText(item, pressure, language);
  return (
    <div className="chips">
      {sizes && <Chip name={"tube-od" in item.values ? "Ø" : "DN"} value={sizes} />}
      {ratings && <Chip name="PN" value={ratings} />}
    </div>
  );
}

function ItemStock({ item: { product, variation } }: { item: ListingItem }) {
  return <Stock quantity={(variation ?? product).stock} />;
}

function pictureFile({ product, variation }: ListingItem): unknown {
  return variation?.thumbnail ?? product.thumbnail;
}
