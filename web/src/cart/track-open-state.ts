import { removeStored, writeStored } from "../browser/storage";
import { storageKeys } from "../constants";
import { useOverlays } from "../router/overlay-stack";
import { wasOpen } from "./open-flag";

/** trackOpenState reopens the cart after a reload and stores whether it is open; it returns the cleanup function. */
export function trackOpenState(): () => void {
  if (wasOpen()) useOverlays.getState().show("cart");
  const storeState = ({ stack }: Pick<ReturnType<typeof useOverlays.getState>, "stack">) => {
    const open = stack.some(({ name, phase }) => name === "cart" && phase !== "closing");
    if (open) writeStored(storageKeys.cartOpen, "1", "sessionStorage");
    else removeStored(storageKeys.cartOpen, "sessionStorage");
  };
  storeState(useOverlays.getState());
  return useOverlays.subscribe(storeState);
}
