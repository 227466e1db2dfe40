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

/**
 * quantityIn returns what stands in the quantity field inside the element of a
 * selector, whether or not React has rendered it: a press may be replayed while
 * hydration is still under way. Where that is no quantity from 1 up it returns
 * null, and the field has the focus.
 */
export function quantityIn(within: string, language: string): number | null {
  const field = document.querySelector<HTMLInputElement>(`${within} .qty input`);
  const quantity = readQuantity(field?.value ?? "", language) || null;
  if (quantity === null) refocus(field);
  return quantity;
}

/**
 * focusInvalidQuantity moves the focus to the first field inside the elements
 * of a selector whose text is no quantity, and reports whether there is one. A
 * caller that would send or add quantities must stop then.
 */
export function focusInvalidQuantity(within: string): boolean {
  const field = document.querySelector<HTMLElement>(`${within} [data-invalid]`);
  refocus(field);
  return field !== null;
}

/** A field reports its error when it loses the focus, and a press need not have moved it. */
function refocus(field: HTMLElement | null): void {
  field?.blur();
  field?.focus();
}
