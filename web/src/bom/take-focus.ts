/**
 * takeFocus moves the focus to an element that replaces the focused one. A dialog
 * that opens afterwards focuses it as well, instead of its first control.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
  element?.focus({ preventScroll: true });
}
