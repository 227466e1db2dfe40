import { readQuantity } from "../i18n/read-quantity";

/**
 * quantityIn returns the quantity in the field inside the element of a selector.
 * It reads the DOM, not React state: a queued click may be replayed before React
 * has rendered what was typed. If the text is no quantity of at least 1, it
 * focuses the field and returns null.
 */
export function quantityIn(within: string, language: string): number | null {
  const field = document.querySelector<HTMLInputElement>(`${within} .qty input`);
  const quantity = readQuantity(field?.value ?? "", language) || null;
  if (quantity === null) refocus(field);
  return quantity;
}

/**
 * focusInvalidQuantity focuses the first field inside the elements of a selector
 * whose text is no quantity, and reports whether there is one. The caller must
 * not send or add quantities then.
 */
export function focusInvalidQuantity(within: string): boolean {
  const field = document.querySelector<HTMLElement>(`${within} [data-invalid]`);
  refocus(field);
  return field !== null;
}

/** Blurs and focuses a field: it reports its error on blur, and a click need not have moved the focus. */
function refocus(field: HTMLElement | null): void {
  field?.blur();
  field?.focus();
}
