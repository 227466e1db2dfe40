import { formatNumber } from "../i18n/formats";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import "./stock.css";

const useStockTexts = defineTexts({
  "de-DE": {
    available: (n: string) => `${n} Stk. ab Lager`,
    low: (n: string) => `${n} Stk., knapp`,
    order: "Auf Bestellung",
    words: ["auf Bestellung", "knapp", "ab Lager"],
  },
  "en-US": {
    available: (n: string) => `${n} pcs in stock`,
    low: (n: string) => `${n} ${n === "1" ? "pc" : "pcs"}, low`,
    order: "On order",
    words: ["on order", "low", "in stock"],
  },
  "fr-FR": {
    available: (n: string) => `${n} pcs en stock`,
    low: (n: string) => `${n} ${n === "1" ? "pce" : "pcs"}, stock bas`,
    order: "Sur commande",
    words: ["sur commande", "stock bas", "en stock"],
  },
  "it-IT": {
    available: (n: string) => `${n} pz a magazzino`,
    low: (n: string) => `${n} pz, scorta bassa`,
    order: "Su ordinazione",
    words: ["su ordinazione", "scorta bassa", "a magazzino"],
  },
});

/** Below this number of pieces stock counts as low. */
export const lowStockLimit = 50;

/** StockText is a quantity in stock as shown. */
export interface StockText {
  text: string;
  /** The number and the word that a cell shows, below a head that has the unit; on order there is no number. */
  count: string;
  word: string;
  className: string;
}

/** Returns a function that gives the texts and the CSS class for a quantity in stock. */
export function useStockText(): (quantity: number | null | undefined) => StockText {
  const texts = useStockTexts();
  const { language } = usePage();
  const [onOrder = "", low = "", inStock = ""] = texts.words;
  return (quantity) => {
    if (!quantity || quantity <= 0)
      return { text: texts.order, count: "", word: onOrder, className: "stock stock--order" };
    const count = formatNumber(quantity, language);
    return quantity < lowStockLimit
      ? { text: texts.low(count), count, word: low, className: "stock stock--low" }
      : { text: texts.available(count), count, word: inStock, className: "stock" };
  };
}

/** Stock as a coloured square with text: colour is never the only sign (WCAG 1.4.1). */
export function Stock({ quantity }: { quantity: number | null | undefined }) {
  const { text, className } = useStockText()(quantity);
  return <span className={className}>{text}</span>;
}

/** Stock in a column whose head has the unit: the square, the number and a word. */
export function StockCell({ quantity }: { quantity: number | null | undefined }) {
  const { count, word, className } = useStockText()(quantity);
  return (
    <span className={className}>
      {count && <span className="stock-n mono">{count}</span>} {word}
    </span>
  );
}
