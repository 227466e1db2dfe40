import { escapeHtml } from "../content/escape-html";
import { useSiteTexts } from "../i18n/site-texts";
import { defineTexts } from "../i18n/texts";
import { useStockText } from "../ui/stock";
import type { Row } from "./variation-rows";

const useRowTexts = defineTexts({
  "de-DE": { quantity: "Menge" },
  "en-US": { quantity: "Quantity" },
  "fr-FR": { quantity: "Quantité" },
  "it-IT": { quantity: "Quantità" },
});

/** The plus and check icons of the add button; the row's data-in attribute selects one. */
const icons = ["M12 4v16M4 12h16", "M4 12.5l5.5 5.5L20 7"]
  .map((path) => `<svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`)
  .join("");

/**
 * useRowHtml returns a function that writes a row's cells as one HTML string, with
 * numbers in the `numeric` columns, by their place: as elements, the cells of twenty sizes take 50 ms to render on the server. The
 * string does not depend on the chosen variation or the cart, so a typed quantity
 * is not overwritten.
 */
export function useRowHtml(address: string, numeric: readonly boolean[]): (row: Row) => string {
  const texts = useRowTexts();
  const { addToCart } = useSiteTexts();
  const stockText = useStockText();
  return ({ variation, title, size, lang, cells }) => {
    const name = escapeHtml(title);
    const sku = variation.sku ?? "";
    const stock = stockText(variation.stock);
    const langAttribute = lang ? ` lang="${escapeHtml(lang)}"` : "";
    const href = escapeHtml(`${address}?variant=${encodeURIComponent(sku)}`);
    const label = size === title ? "" : ` aria-label="${name}"`;
    const count = stock.count && `<span class="stock-n mono">${escapeHtml(stock.count)}</span> `;
    const all = [
      `<a class="size" href="${href}"${label}${langAttribute}>${escapeHtml(size)}</a>`,
      ...cells.map(escapeHtml),
      `<span class="${stock.className}">${count}${escapeHtml(stock.word)}</span>`,
      escapeHtml(sku),
      `<span class="row-add"><input inputmode="numeric" autocomplete="off" maxlength="20" value="1" aria-label="${texts.quantity}, ${name}"><button type="button" class="add" aria-label="${addToCart}: ${name}">${icons}</button></span>`,
    ];
    return all.map((cell, at) => `<td${numeric[at] ? ' class="num"' : ""}>${cell}</td>`).join("");
  };
}
