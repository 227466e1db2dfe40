import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { Products } from "../content/model.gen";
import { languageOf, translation } from "../content/translation";
import { usePage } from "../lib/page-context";
import { useSiteTexts } from "../lib/site-texts";
import { defineTexts } from "../lib/texts";
import { Icon } from "../ui/icon";
import { Chip } from "../ui/chip";
import { PartStage } from "../ui/picture";
import { Stock } from "../ui/stock";
import { factText } from "./facts";

const useListTexts = defineTexts({
  "de-DE": {
    picture: "Bild",
    article: "Artikel",
    size: "Rohr-AD, DN",
    thread: "Gewinde",
    material: "Werkstoff",
    stock: "Bestand",
    view: "Ansicht",
    list: "Liste",
    grid: "Raster",
    action: "Anfragen",
  },
  "en-US": {
    picture: "Picture",
    article: "Item",
    size: "Tube OD, DN",
    thread: "Thread",
    material: "Material",
    stock: "Stock",
    view: "View",
    list: "List",
    grid: "Grid",
    action: "Request",
  },
  "fr-FR": {
    picture: "Image",
    article: "Article",
    size: "Ø tube, DN",
    thread: "Filetage",
    material: "Matière",
    stock: "Stock",
    view: "Affichage",
    list: "Liste",
    grid: "Grille",
    action: "Demander",
  },
  "it-IT": {
    picture: "Immagine",
    article: "Articolo",
    size: "Ø tubo, DN",
    thread: "Filettatura",
    material: "Materiale",
    stock: "Giacenza",
    view: "Vista",
    list: "Elenco",
    grid: "Griglia",
    action: "Richiedere",
  },
});

/** Pictures in the first view are fetched at once. */
const eagerRows = 6;

interface ListProps {
  products: readonly Products[];
  /** What can be done with a product, at the end of its row. */
  action: (product: Products) => ReactNode;
}

/** Products as a list (the default) or a grid, under a bar with the count. */
export function ProductList({ products, action, count }: ListProps & { count: ReactNode }) {
  const texts = useListTexts();
  const [grid, setGrid] = useState(false);
  return (
    <>
      <div className="toolbar">
        <p className="toolbar-n">{count}</p>
        <fieldset className="seg" aria-label={texts.view}>
          <button type="button" aria-pressed={!grid} aria-label={texts.list} onClick={() => setGrid(false)}>
            <Icon name="list" />
          </button>
          <button type="button" aria-pressed={grid} aria-label={texts.grid} onClick={() => setGrid(true)}>
            <Icon name="cells" />
          </button>
        </fieldset>
      </div>
      {grid ? <Grid products={products} action={action} /> : <Table products={products} action={action} />}
    </>
  );
}

function Table({ products, action }: ListProps) {
  const { language } = usePage();
  const texts = useListTexts();
  return (
    <table className="plist">
      <thead>
        <tr>
          <th>
            <span className="vh">{texts.picture}</span>
          </th>
          <th>{texts.article}</th>
          <th>{texts.size}</th>
          <th>{texts.thread}</th>
          <th>PN</th>
          <th className="opt">{texts.material}</th>
          <th>{texts.stock}</th>
          <th>
            <span className="vh">{texts.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((product, index) => {
          const size = factText(product, ["tube-od", "dn", "nps"], language);
          const pressure = factText(product, ["pn", "class"], language);
          return (
            <tr key={product.id}>
              <td className="pic">
                <PartStage file={product.thumbnail} slot="list" eager={index < eagerRows} />
              </td>
              <td>
                <Name product={product} />
                <span className="mono sku">{product.sku}</span>
                <div className="chips">
                  {size && <Chip name="Ø" value={size} />}
                  {pressure && <Chip name="PN" value={pressure} />}
                </div>
              </td>
              <td className="mono">{size}</td>
              <td className="mono">{factText(product, ["thread"], language)}</td>
              <td className="mono">{pressure}</td>
              <td className="mono opt">{factText(product, ["material"], language)}</td>
              <td>
                <Stock quantity={product.stock} />
              </td>
              <td className="act">{action(product)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Grid({ products, action }: ListProps) {
  return (
    <div className="pgrid">
      {products.map((product) => (
        <article className="pcard" key={product.id}>
          <PartStage file={product.thumbnail} slot="grid" />
          <Name product={product} />
          <span className="mono mut">{product.sku}</span>
          <Stock quantity={product.stock} />
          {action(product)}
        </article>
      ))}
    </div>
  );
}

function Name({ product }: { product: Products }) {
  const { language } = usePage();
  const { viewProduct } = useSiteTexts();
  const text = translation(product, language);
  return (
    <h3 lang={languageOf(text, language)}>
      <Link href={`/product/${product.slug}`} title={viewProduct}>
        {text?.name || product.sku}
      </Link>
    </h3>
  );
}
