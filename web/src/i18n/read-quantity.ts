import { maxQuantity } from "../domain/cart-item";
import { decimalSign } from "./formats";

// Groups of three digits are separated by spaces or apostrophes in any language,
// or by the point or comma that is not the decimal separator.
const grouped = {
  ",": /^(\d{1,3}(?:[\s'’ʼ.]\d{3})+)(?:,0*)?$/u,
  ".": /^(\d{1,3}(?:[\s'’ʼ,]\d{3})+)(?:\.0*)?$/u,
};
const plain = /^(\d+)(?:[.,]0*)?$/;
const unit = /\s*\p{L}+\.?$/u;

/**
 * Parses a quantity in the number format of a language: "1.000" is a thousand in
 * German and one in English, "1’000" a thousand in all, "2,0" is two; a unit
 * after the number is ignored. Returns null for text that is no whole number and
 * for numbers above maxQuantity.
 */
export function readQuantity(text: string, language: string): number | null {
  const number = text.normalize("NFKC").trim().replace(unit, "");
  const [, whole] = grouped[decimalSign(language)].exec(number) ?? plain.exec(number) ?? [];
  if (whole === undefined) return null;
  const quantity = Number(whole.replace(/\D/g, ""));
  return quantity <= maxQuantity ? quantity : null;
}
