import type { ReactNode } from "react";
import type { Products, Variations } from "../content/model.gen";
import { related } from "../content/relation";
import { symbolOf } from "../content/symbol";
import { defineTexts } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { articlePicture, PartStage } from "../ui/picture";
import { StockCell } from "../ui/stock";
import { partNumber } from "./bundle-part";
import { setValues } from "./set-values";
import { useValueFormat } from "./use-value-format";
import "./set-parts.css";

const useSetTexts = defineTexts({
  "de-DE": {
    set: "Im Satz",
    count: (pieces: number, lines: number) => `${pieces} Teile in ${lines} Positionen, jede mit genauer Größe`,
    checked: (values: string) => `Geprüft: ${values} stimmen bei allen Teilen überein.`,
    checkedOne: (value: string) => `Geprüft: ${value} stimmt bei allen Teilen überein.`,
    and: " und ",
    per: "je Satz",
    name: "Bezeichnung",
    number: "Artikelnummer",
    stock: "Bestand, Stk.",
    picture: "Bild",
    action: "Einzeln in den Warenkorb",
  },
  "en-US": {
    set: "In the set",
    count: (pieces: number, lines: number) => `${pieces} parts in ${lines} items, each with its exact size`,
    checked: (values: string) => `Checked: ${values} agree for all parts.`,
    checkedOne: (value: string) => `Checked: ${value} agrees for all parts.`,
    and: " and ",
    per: "per set",
    name: "Description",
    number: "Part number",
    stock: "Stock, pcs",
    picture: "Picture",
    action: "Add to cart separately",
  },
  "fr-FR": {
    set: "Dans le jeu",
    count: (pieces: number, lines: number) => `${pieces} pièces en ${lines} postes, chacun à la taille exacte`,
    checked: (values: string) => `Vérifié\u00a0: ${values} concordent pour toutes les pièces.`,
    checkedOne: (value: string) => `Vérifié\u00a0: ${value} concorde pour toutes les pièces.`,
    and: " et ",
    per: "par jeu",
    name: "Désignation",
    number: "Référence",
    stock: "Stock, pcs",
    picture: "Image",
    action: "Ajouter séparément au panier",
  },
  "it-IT": {
    set: "Nel kit",
    count: (pieces: number, lines: number) => `${pieces} pezzi in ${lines} posizioni, ciascuna nella misura esatta`,
    checked: (values: string) => `Verificato: ${values} coincidono in tutte le parti.`,
    checkedOne: (value: string) => `Verificato: ${value} coincide in tutte le parti.`,
    and: " e ",
    per: "per kit",
    name: "Denominazione",
    number: "Codice articolo",
    stock: "Giacenza, pz",
    picture: "Immagine",
    action: "Aggiungere al carrello separatamente",
  },
});

/** SetParts lists the parts of a set; `action` adds one of them to the cart. */
export function SetParts({
  product,
  action,
}: {
  product: Products;
  action: (part: Products, size: Variations) => ReactNode;
}) {
  const { language } = usePage();
  const texts = useSetTexts();
  const { columns, parts, common, pieces } = setValues(product, useValueFormat());
  const agreed = common.map(({ label, value }) => `${label} ${value}`);
  const list = [agreed.slice(0, -1).join(", "), agreed.at(-1)].filter(Boolean).join(texts.and);
  return (
    <section className="wrap pdp-part">
      <div className="pdp-h">
        <h2>{texts.set}</h2>
        <p className="mut">{texts.count(pieces, parts.length)}</p>
      </div>
      {list && (
        <p className="set-ok">
          <Icon name="check" />
          {agreed.length > 1 ? texts.checked(list) : texts.checkedOne(list)}
        </p>
      )}
      <table className="set">
        <thead>
          <tr>
            <th scope="col" className="set-pic">
              <span className="vh">{texts.picture}</span>
            </th>
            <th scope="col" className="num set-q">
              {texts.per}
            </th>
            <th scope="col">{texts.name}</th>
            <th scope="col" className="set-no">
              {texts.number}
            </th>
            {columns.map(({ slug, label, unit }) => (
              <th key={slug} scope="col" className={slug === "thread" || slug === "bolt" ? "set-x" : "num set-v"}>
                <abbr title={label}>
                  <span className="vh">{label} </span>
                  <span aria-hidden="true">{symbolOf(label, slug)}</span>
                </abbr>
                {unit && <span className="unit">{unit}</span>}
              </th>
            ))}
            <th scope="col">{texts.stock}</th>
            <th scope="col">
              <span className="vh">{texts.action}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ row, cells }, at) => {
            const part = related(row.related_products_id);
            if (!part) return null;
            const text = translation(part, language);
            const size = related(row.related_variations_id);
            const number = partNumber(row);
            const query = size?.sku ? `?variant=${encodeURIComponent(size.sku)}` : "";
            const title = translation(size, language)?.title;
            return (
              <tr key={row.id} data-k={`part-${at + 1}`}>
                <td className="set-pic">
                  <PartStage file={articlePicture(part, size, language)} slot="bundle" />
                </td>
                <td className="num set-q">{row.quantity ?? 1} ×</td>
                <td>
                  <h3 lang={languageOf(text, language)}>
                    <Link href={`/product/${part.slug}${query}`}>
                      {[text?.name || part.sku, title].filter(Boolean).join(" ")}
                    </Link>
                  </h3>
                  <span className="set-sub mono mut" aria-hidden="true">
                    {row.quantity ?? 1} × {number}
                  </span>
                </td>
                <td className="mono set-no">{number}</td>
                {columns.map(({ slug }, column) => (
                  <td key={slug} className={slug === "thread" || slug === "bolt" ? "mono set-x" : "num set-v"}>
                    {cells[column] || "–"}
                  </td>
                ))}
                <td className="set-st">{number && <StockCell quantity={(size ?? part).stock} />}</td>
                <td className="set-act no-print">{size && action(part, size)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
