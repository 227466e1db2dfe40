import type { ReactNode } from "react";
import type { Products, ProductsBundle } from "../content/model.gen";
import { related } from "../content/relation";
import { defineTexts } from "../i18n/texts";
import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Link } from "../ui/link";
import { articlePicture, PartStage } from "../ui/picture";
import { Stock, StockCell } from "../ui/stock";
import { partNumber } from "./bundle-part";
import "./connection.css";

const useConnectionTexts = defineTexts({
  "de-DE": {
    title: "Gehört zur Verbindung",
    lines: (count: number) => (count === 1 ? "1 Position" : `${count} Positionen`),
    pieces: (count: number) => (count === 1 ? "1 Teil" : `${count} Teile`),
    add: "Satz anfragen",
    also: "Auch in diesen Sätzen:",
  },
  "en-US": {
    title: "Parts of the connection",
    lines: (count: number) => (count === 1 ? "1 item" : `${count} items`),
    pieces: (count: number) => (count === 1 ? "1 part" : `${count} parts`),
    add: "Add set",
    also: "Also in these sets:",
  },
  "fr-FR": {
    title: "Pièces du raccordement",
    lines: (count: number) => (count === 1 ? "1 poste" : `${count} postes`),
    pieces: (count: number) => (count === 1 ? "1 pièce" : `${count} pièces`),
    add: "Ajouter le jeu",
    also: "Également dans ces jeux\u00a0:",
  },
  "it-IT": {
    title: "Componenti del collegamento",
    lines: (count: number) => (count === 1 ? "1 posizione" : `${count} posizioni`),
    pieces: (count: number) => (count === 1 ? "1 pezzo" : `${count} pezzi`),
    add: "Aggiungi il kit",
    also: "Anche in questi kit:",
  },
});

/**
 * Connection shows the parts of the first of the sets that contain the product of
 * the page, and links to the others. `action` adds a set to the cart.
 */
export function Connection({
  sets,
  product,
  action,
}: {
  sets: readonly Products[];
  product: Products;
  action: (set: Products, label: string) => ReactNode;
}) {
  const texts = useConnectionTexts();
  const [set, ...others] = sets;
  if (!set) return null;
  const rows = (set.bundle ?? []).filter((row) => related(row.related_products_id));
  const pieces = rows.reduce((sum, { quantity }) => sum + (quantity ?? 1), 0);
  return (
    <section className="wrap pdp-part no-print">
      <div className="pdp-h">
        <h2>{texts.title}</h2>
        <SetLink set={set} />
      </div>
      <div className="conn">
        {rows.map((row) => (
          <ConnectionPart key={row.id} row={row} own={product.id} />
        ))}
        <div className="conn-sum">
          <div>
            <b>{texts.lines(rows.length)}</b>
            <span className="mut">{texts.pieces(pieces)}</span>
            <span className="mono mut">{set.sku}</span>
            <Stock quantity={set.stock} />
          </div>
          {action(set, texts.add)}
        </div>
      </div>
      {others.length > 0 && (
        <p className="conn-also">
          {texts.also}{" "}
          {others.map((other) => (
            <SetLink key={other.id} set={other} />
          ))}
        </p>
      )}
    </section>
  );
}

function SetLink({ set }: { set: Products }) {
  const { language } = usePage();
  const text = translation(set, language);
  return (
    <Link className="lnk" href={`/product/${set.slug}`} lang={languageOf(text, language)}>
      {text?.name || set.sku}
    </Link>
  );
}

/** ConnectionPart shows a part with its size; the product of the page, whose key is `own`, is not a link. */
function ConnectionPart({ row, own }: { row: ProductsBundle; own: number }) {
  const { language } = usePage();
  const [part, size] = [related(row.related_products_id), related(row.related_variations_id)];
  if (!part) return null;
  const text = translation(part, language);
  const name = text?.name || part.sku;
  const number = partNumber(row);
  const query = size?.sku ? `?variant=${encodeURIComponent(size.sku)}` : "";
  return (
    <div className="conn-part">
      <PartStage file={articlePicture(part, size, language)} slot="connection" />
      <div>
        <span className="mono">{row.quantity ?? 1} ×</span>
        <h3 lang={languageOf(text, language)}>
          {part.id === own ? name : <Link href={`/product/${part.slug}${query}`}>{name}</Link>}
        </h3>
        <span className="mono">{translation(size, language)?.title}</span>
        <span className="mono mut">{number}</span>
        {number && <StockCell quantity={(size ?? part).stock} />}
      </div>
    </div>
  );
}
