import { formatNumber } from "../lib/format";
import { usePage } from "../lib/page-context";
import { defineTexts } from "../lib/texts";

const useStockTexts = defineTexts({
  "de-DE": {
    available: (n: string) => `${n} Stk. ab Lager`,
    low: (n: string) => `${n} Stk., knapp`,
    order: "Auf Bestellung",
  },
  "en-US": { available: (n: string) => `${n} pcs in stock`, low: (n: string) => `${n} pcs, low`, order: "On order" },
  "fr-FR": {
    available: (n: string) => `${n} pcs en stock`,
    low: (n: string) => `${n} pcs, stock bas`,
    order: "Sur commande",
  },
  "it-IT": {
    available: (n: string) => `${n} pz a magazzino`,
    low: (n: string) => `${n} pz, scorta bassa`,
    order: "Su ordinazione",
  },
});

/** From how many pieces stock counts as plenty. */
const plenty = 50;

/** Stock as square and text, never as colour alone. */
export function Stock({ quantity }: { quantity: number | null | undefined }) {
  const texts = useStockTexts();
  const { language } = usePage();
  const count = quantity ?? 0;
  if (count <= 0) return <span className="stock stock--order">{texts.order}</span>;
  const text = formatNumber(count, language);
  return count < plenty ? (
    <span className="stock stock--low">{texts.low(text)}</span>
  ) : (
    <span className="stock">{texts.available(text)}</span>
  );
}
