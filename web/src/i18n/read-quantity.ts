import { maxQuantity } from "../domain/cart-item";
import { decimalSign } from "./formats";

// Groups of three digits are set off by spaces and apostrophes in any language,
// and by the sign that does not part the fraction.
const grouped = {
  ",": /^(\d{1,3}(?:[\s'’ʼ.]\d{3})+)(?:,0*)?$/u,
  ".": /^(\d{1,3}(?:[\s'’ʼ,]\d{3})+)(?:\.0*)?$/u,
};
const plain = /^(\d+)(?:[.,]0*)?$/;
const unit = /\s*\p{L}+\.?$/u;

/**
 * Reads a quantity as the language writes numbers: "1.000" is a thousand in
 * German and one in English, "1’000" a thousand everywhere, "2,0" is two, and a
 * unit after it says nothing. null for what is no whole number, and for a larger
 * one than a line may have.
 */
export function readQuantity(text: string, language: string): number | null {
  const number = text.normalize("NFKC").trim().replace(unit, "");
  const [, whole] = grouped[decimalSign(language)].exec(number) ?? plain.exec(number) ?? [];
  if (whole === undefined) return null;
  const quantity = Number(whole.replace(/\D/g, ""));
  return quantity <= maxQuantity ? quantity : null;
}
