import { maxQuantity } from "../domain/cart-item";
import { formatNumber } from "../i18n/formats";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { WarningIcon } from "./late-icons";
import "./error-text.css";

const useErrorTexts = defineTexts({
  "de-DE": { range: (min: number, max: string) => `Bitte eine ganze Zahl von ${min} bis ${max} eingeben.` },
  "en-US": { range: (min: number, max: string) => `Enter a whole number from ${min} to ${max}.` },
  "fr-FR": { range: (min: number, max: string) => `Saisissez un nombre entier de ${min} à ${max}.` },
  "it-IT": { range: (min: number, max: string) => `Inserisca un numero intero da ${min} a ${max}.` },
});

/** QuantityError tells which quantities a field accepts; the field's aria-describedby refers to `id`. */
export function QuantityError({ id, min }: { id: string; min: number }) {
  const { language } = usePage();
  const texts = useErrorTexts();
  return (
    <p className="err qty-err" id={id} role="alert">
      <WarningIcon />
      <span>{texts.range(min, formatNumber(maxQuantity, language))}</span>
    </p>
  );
}
