import { attributesBlock } from "../content/blocks";
import type { Products, Variations } from "../content/model.gen";
import { useContent } from "../content/use-content";
import { languageOf, translation } from "../content/translation";
import { usePage } from "../lib/page-context";
import { escapeHtml } from "../lib/escape";
import { defineTexts } from "../lib/texts";
import { useStockText } from "../ui/stock";
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
  const stockText = useStockText();
  // A row is one string: as elements, the cells of twenty sizes alone cost the engine on the server 50 ms.
  const cellsOf = (variation: Variations): string => {
    const text = translation(variation, language);
    const title = text?.title || variation.sku || "";
    const lang = languageOf(text, language);
    const stock = stockText(variation.stock);
    const size = `<button type="button" class="size" aria-pressed="${variation.id === chosen?.id}" aria-label="${escapeHtml(texts.choose(title))}"${lang ? ` lang="${lang}"` : ""}>${escapeHtml(title)}</button>`;
    const cells = [
      size,
      ...columns.map((column) => escapeHtml(cellText(variation, column, language))),
      `<span class="${stock.className}">${escapeHtml(stock.text)}</span>`,
      escapeHtml(variation.sku ?? ""),
    ];
    return cells.map((cell) => `<td>${cell}</td>`).join("");
  };
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
          {variations.map((variation) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the row's button is the way by keyboard
            <tr
              key={variation.id}
              data-chosen={variation.id === chosen?.id ? "" : undefined}
              onClick={() => onChoose(variation)}
              dangerouslySetInnerHTML={{ __html: cellsOf(variation) }}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
