import { Fragment, useState } from "react";
import { productBlock } from "../content/blocks";
import type { ListingItem } from "../content/listing";
import type { Products, Variations } from "../content/model.gen";
import { useContent } from "../content/use-content";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { AddField } from "../ui/add-field";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Link } from "../ui/link";
import { StockCell } from "../ui/stock";
import { variationCartItem } from "./create-cart-item";
import { segmentsOf } from "./number-segments";
import { useItemName } from "./product-item";
import type { AddArticle } from "./product-list";
import { axesOf } from "./size-axes";
import { SizeChooser } from "./size-chooser";
import { useValueFormat } from "./use-value-format";

const useSizesTexts = defineTexts({
  "de-DE": { add: "Anfragen", chosen: "Gewählter Artikel", table: "Größe in der Tabelle wählen" },
  "en-US": { add: "Add", chosen: "Chosen item", table: "Choose a size in the table" },
  "fr-FR": { add: "Ajouter", chosen: "Article choisi", table: "Choisir une taille dans le tableau" },
  "it-IT": { add: "Aggiungere", chosen: "Articolo scelto", table: "Scegliere la misura nella tabella" },
});

/** FamilySizes offers a family's sizes in a list and adds the chosen article. */
export function FamilySizes({ item, onAdd }: { item: ListingItem; onAdd: AddArticle }) {
  const { language } = usePage();
  const { data, error, reload } = useContent(productBlock(item.product.slug ?? "", language));
  if (error) return <FailedBlock reload={reload} />;
  const product = data?.[0];
  return product ? <Sizes item={item} product={product} onAdd={onAdd} /> : <LoadingBlock />;
}

function Sizes({ item, product, onAdd }: { item: ListingItem; product: Products; onAdd: AddArticle }) {
  const { language } = usePage();
  const texts = useSizesTexts();
  const format = useValueFormat();
  const { name } = useItemName(item);
  const variations = product.variations ?? [];
  const [chosen, choose] = useState(() => firstOf(item, variations));
  if (!chosen || axesOf(variations, chosen, format).length === 0) {
    return (
      <p className="family">
        <Link className="lnk" href={`/product/${product.slug}`}>
          {texts.table}
        </Link>
      </p>
    );
  }
  const numbers = variations.map(({ sku }) => sku ?? "");
  return (
    <div className="family">
      <div className="family-c">
        <SizeChooser product={product} chosen={chosen} onChoose={choose} />
      </div>
      <div className="family-a">
        <p className="family-n" role="status">
          <span className="vh">{texts.chosen}: </span>
          <span className="mono">
            {segmentsOf(chosen.sku ?? "", numbers).map(({ text, varies }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a segment is identified by its place
              <Fragment key={at}>
                {at > 0 && "-"}
                {varies ? <b>{text}</b> : text}
              </Fragment>
            ))}
          </span>
          <StockCell quantity={chosen.stock} />
        </p>
        <AddField
          name={`${name}, ${chosen.sku}`}
          label={texts.add}
          onAdd={(quantity, added) => onAdd(variationCartItem(product, chosen, language), quantity, added)}
        />
      </div>
    </div>
  );
}

/** firstOf returns the variation that is chosen first: the first match if a selection excludes some, else that with the family's number. */
function firstOf({ product, match }: ListingItem, variations: readonly Variations[]) {
  const numbered = (number: string | null | undefined) => variations.find(({ sku }) => sku === number);
  return numbered(match) ?? numbered(product.sku) ?? variations[0];
}
