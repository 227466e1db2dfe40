import { removeStored, writeStored } from "../browser/storage";
import { storageKeys } from "../constants";
import { useOverlays } from "../router/overlay-stack";
import { wasOpen } from "./open-flag";

/** Opens the cart again where a reload has closed it, and notes from then on whether it is open; returns what ends it. */
export function trackOpenState(): () => void {
  if (wasOpen()) useOverlays.getState().show("cart");
  const note = ({ stack }: Pick<ReturnType<typeof useOverlays.getState>, "stack">) => {
    const open = stack.some(({ name, phase }) => name === "cart" && phase !== "closing");
    if (open) writeStored(storageKeys.cartOpen, "1", "sessionStorage");
    else removeStored(storageKeys.cartOpen, "sessionStorage");
  };
  note(useOverlays.getState());
  return useOverlays.subscribe(note);
}
