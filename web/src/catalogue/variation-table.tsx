import { attributesBlock } from "../content/blocks";
import type { Products, Variations } from "../content/model.gen";
import { useContent } from "../content/use-content";
import { languageOf, translation } from "../content/translation";
import { usePage } from "../lib/page-context";
import { defineTexts } from "../lib/texts";
import { Stock } from "../ui/stock";
import { cellText, columnsOf } from "./facts";

const useTableTexts = defineTexts({
  "de-DE": {
    table: "Maße und Varianten",
    size: "Größe",
    sku: "Artikelnummer",
    stock: "Bestand",
    choose: (title: string) => `${title} wählen`,
  },
  "en-US": {
    table: "Dimensions and variants",
    size: "Size",
    sku: "Part number",
    stock: "Stock",
    choose: (title: string) => `Choose ${title}`,
  },
  "fr-FR": {
    table: "Dimensions et variantes",
    size: "Taille",
    sku: "Référence",
    stock: "Stock",
    choose: (title: string) => `Choisir ${title}`,
  },
  "it-IT": {
    table: "Dimensioni e varianti",
    size: "Misura",
    sku: "Codice articolo",
    stock: "Giacenza",
    choose: (title: string) => `Scegli ${title}`,
  },
});

/** Sizes against properties; a click on a row, or its button, chooses the variation. */
export function VariationTable({
  product,
  chosen,
  onChoose,
}: {
  product: Products;
  chosen: Variations | undefined;
  onChoose: (variation: Variations) => void;
}) {
  const { language } = usePage();
  const texts = useTableTexts();
  const variations = product.variations ?? [];
  const attributes = useContent(attributesBlock(language)).data ?? [];
  const columns = columnsOf(variations, attributes, language).filter(({ slug }) => slug !== "size");
  return (
    // The region scrolls sideways on its own, so that it must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region
    <section className="dtable-w" tabIndex={0} aria-label={texts.table}>
      <table className="dtable">
        <thead>
          <tr>
            <th>{texts.size}</th>
            {columns.map(({ id, label, unit }) => (
              <th key={id}>
                {label}
                {unit && <span className="unit">{unit}</span>}
              </th>
            ))}
            <th>{texts.stock}</th>
            <th>{texts.sku}</th>
          </tr>
        </thead>
        <tbody>
          {variations.map((variation) => {
            const text = translation(variation, language);
            const title = text?.title || variation.sku || "";
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the row's button is the way by keyboard
              <tr
                key={variation.id}
                data-chosen={variation.id === chosen?.id ? "" : undefined}
                onClick={() => onChoose(variation)}
              >
                <td>
                  <button
                    type="button"
                    className="size"
                    lang={languageOf(text, language)}
                    aria-label={texts.choose(title)}
                    aria-pressed={variation.id === chosen?.id}
                  >
                    {title}
                  </button>
                </td>
                {columns.map((column) => (
                  <td key={column.id}>{cellText(variation, column, language)}</td>
                ))}
                <td>
                  <Stock quantity={variation.stock} />
                </td>
                <td>{variation.sku}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
