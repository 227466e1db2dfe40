import { type Overlay, openers, overlayId } from "./overlay-stack";

const closedDialog = "dialog:not([open])";

/** Returns the focus to the element that had it before the overlay opened, unless the visitor has moved it elsewhere. */
export function returnFocus(name: Overlay): void {
  // Safari does not focus a clicked button: fall back to the overlay's trigger.
  let opener = openers.get(name) ?? document.querySelector<HTMLElement>(`[aria-controls="${overlayId(name)}"]`);
  openers.delete(name);
  // The opener is inside a dialog that has closed as well: use that dialog's trigger.
  const closed = opener?.closest(closedDialog);
  if (closed) opener = document.querySelector<HTMLElement>(`[aria-controls="${closed.id}"]`);
  const focused = document.activeElement;
  const lost =
    !focused ||
    focused === document.body ||
    document.getElementById(overlayId(name))?.contains(focused) ||
    focused.closest(closedDialog);
  if (lost && opener?.isConnected) opener.focus({ preventScroll: true });
}
