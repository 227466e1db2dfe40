import { readQuantity } from "../i18n/read-quantity";

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
